import { expect, it } from 'vitest';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import { numericId } from '../../../../../src/rest/http/id.ts';
import { addressesIn, gatewayRuleBody } from '../../../../../src/rest/resources/rules/record.ts';
import { ruleOf, serviceOf } from '../../../../support/rules.ts';

const web = serviceOf('web', [{ port: 8080 }]);
const source = { region: 'local', teamId: 'shop', services: [web], workloads: [] };

it('answers every field of the contract for an http rule', () => {
  const rule = ruleOf({ domainHeader: { a: 'b', c: 'd' } }, { uid: '0c1e7a52-6f1f-4b1c-9c55-0a8f9d0e7a11' });
  expect(gatewayRuleBody({ ...source, rules: [rule] })).toEqual({
    http: [
      {
        ID: numericId(rule.metadata.uid),
        rule_extensions: [],
        http_rule_id: '0c1e7a526f1f4b1c9c550a8f9d0e7a11',
        region_id: 'local',
        tenant_id: 'shop',
        service_id: 'web',
        service_name: 'web',
        domain_name: 'shop.example.com',
        container_port: 8080,
        protocol: 'http',
        certificate_id: 0,
        domain_type: 'www',
        service_alias: 'web',
        is_senior: true,
        domain_path: '/',
        domain_cookie: '',
        domain_heander: 'a=b;c=d',
        type: 1,
        the_weight: 100,
        is_outer_service: false,
        auto_ssl: false,
        auto_ssl_config: '',
        path_rewrite: false,
        rewrites: '[]',
      },
    ],
    tcp: [],
  });
});

it.each([
  ['that of the Service, whose name a rule has', 'http', 80],
  ['that of the Service, of whose containers a rule has the name', 'main', 80],
  ['0 where no port has the name', 'https', 0],
])('shows the number of a port: %s', (_, containerPort, expected) => {
  const named = serviceOf('web', [{ name: 'http', port: 80, targetPort: 'main' }]);
  const rule = ruleOf({ containerPort, whetherOpen: true });
  const [record] = gatewayRuleBody({ ...source, services: [named], rules: [rule] }).http;
  expect(record).toMatchObject({ container_port: expected, is_outer_service: true });
});

const tcp = {
  serviceId: 'db',
  containerPort: 53,
  endPoint: { ip: '0.0.0.0', port: 30_053 },
  ruleExtensions: [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ],
};

function tcpRule(more: object = {}): GatewayRule {
  return { ...ruleOf(), spec: { appId: 1, protocol: 'tcp', tcp: { ...tcp, ...more } } };
}

it('answers every field of the contract for a tcp rule', () => {
  const db = serviceOf('db', [{ port: 53, protocol: 'UDP' }]);
  const rule = tcpRule();
  expect(gatewayRuleBody({ ...source, services: [db], rules: [rule] })).toEqual({
    http: [],
    tcp: [
      {
        ID: numericId(rule.metadata.uid),
        tcp_rule_id: 'uidrule',
        region_id: 'local',
        tenant_id: 'shop',
        service_id: 'db',
        service_name: 'db',
        end_point: '0.0.0.0:30053',
        protocol: 'udp',
        container_port: 53,
        service_alias: 'db',
        type: 1,
        rule_extensions: 'a:1,b:2',
        is_outer_service: true,
      },
    ],
  });
});

it.each([
  ['the proposed port is no choice of the user', { defaultPort: 30_053 }, { type: 0 }],
  ['an IPv6 address stands in brackets', { endPoint: { ip: '::', port: 1 } }, { end_point: '[::]:1' }],
  ['a component that is gone counts as tcp', {}, { protocol: 'tcp' }],
  ['a transport that is stated counts', { transport: 'UDP' }, { protocol: 'udp' }],
])('of a tcp record, %s', (_, more, expected) => {
  const [record] = gatewayRuleBody({ ...source, rules: [tcpRule(more)] }).tcp;
  expect(record).toMatchObject(expected);
});

it('shows where clients reach a tcp rule, in its record and as address of its component', () => {
  const reachable = { ...source, tcpAddress: 'gw.example.com', rules: [tcpRule({})] };
  const [record] = gatewayRuleBody(reachable).tcp;
  expect(record?.end_point).toBe('gw.example.com:30053');
  expect(addressesIn(reachable, record?.service_id ?? '')).toEqual(['gw.example.com:30053']);
});

it('calls the component by its alias and its display name', () => {
  const { metadata } = web;
  const named = {
    ...web,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, 'stoa.dev/component-alias': 'gr1' },
      annotations: { 'stoa.dev/component-name': 'The web' },
    },
  };
  const [record] = gatewayRuleBody({ ...source, services: [named], rules: [ruleOf()] }).http;
  expect(record).toMatchObject({ service_name: 'gr1', service_alias: 'The web' });
});

it.each([
  ['a rule that opens it', [ruleOf({ whetherOpen: true }, { name: 'b' })], web, true],
  ['a rule that is accepted', [judged(ruleOf({ whetherOpen: true }), 'shop.example.com')], web, true],
  ['a rule that is refused', [judged(ruleOf({ whetherOpen: true }))], web, false],
  [
    'a rule that opens another port',
    [ruleOf({ whetherOpen: true, containerPort: 1 }, { name: 'b' })],
    web,
    false,
  ],
  [
    'its Service',
    [],
    { ...web, metadata: { ...web.metadata, annotations: { 'stoa.dev/outer-ports': '1, 8080' } } },
    true,
  ],
])('a port is open by %s', (_, others, service, open) => {
  const rules = [ruleOf({}, { creationTimestamp: '2020-01-01T00:00:00Z' }), ...others];
  const [record] = gatewayRuleBody({ ...source, services: [service], rules }).http;
  expect(record?.is_outer_service).toBe(open);
});

function judged(rule: GatewayRule, name?: string): GatewayRule {
  return { ...rule, status: { observedGeneration: 1, ...(name === undefined ? {} : { name }) } };
}
