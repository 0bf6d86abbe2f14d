import { expect, it } from 'vitest';
import type { TcpRule } from '../../../../../src/api/gatewayrule.ts';
import { exposureOfTarget } from '../../../../../src/component/target.ts';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import { sameTransport, withTransport } from '../../../../../src/rest/resources/rules/transport.ts';
import { effective } from '../../../../../src/rule/effective.ts';
import { competing, ruleOf, serviceOf, tcpRuleOf } from '../../../../support/rules.ts';

const services = [
  serviceOf('web', [{ port: 8080 }]),
  serviceOf('dns', [{ port: 8080, protocol: 'UDP' }]),
  serviceOf('both', [
    { port: 8080, protocol: 'UDP' },
    { port: 8080, protocol: 'TCP' },
  ]),
];

const [web, dns, both, gone] = ['web', 'dns', 'both', 'gone'].map((serviceId) =>
  tcpRuleOf({ serviceId }, { name: serviceId }),
);
const stated = (['TCP', 'UDP'] as const).map((transport) =>
  tcpRuleOf({ serviceId: 'both', transport }, { name: transport }),
);
const stored = [web, dns, both, gone, ...stated].flatMap((rule) => rule ?? []);

it.each<[string, Partial<TcpRule>, readonly string[]]>([
  ['a port for TCP', {}, ['web', 'gone', 'TCP']],
  ['a port for UDP', { serviceId: 'dns' }, ['dns', 'both', 'UDP']],
  ['a component that is not there', { serviceId: 'none' }, ['web', 'gone', 'TCP']],
  ['UDP, as it states', { transport: 'UDP' }, ['dns', 'both', 'UDP']],
  ['TCP, as it states', { serviceId: 'both', transport: 'TCP' }, ['web', 'gone', 'TCP']],
])('a rule for %s competes with those of its transport', (_, tcp, expected) => {
  const rule = effective(tcpRuleOf(tcp).spec);
  const found = sameTransport(rule, competing(stored), (target) =>
    exposureOfTarget(target, { services, workloads: [] }),
  );
  expect(found.map(({ object }) => object.metadata.name)).toEqual(expected);
});

it('a rule for HTTP competes with all for its host', () => {
  const rivals = competing([ruleOf(), ruleOf({}, { name: 'other' })]);
  expect(sameTransport(effective(ruleOf().spec), rivals, () => ({ services: [], workloads: [] }))).toEqual(
    rivals,
  );
});

it.each<[string, GatewayRule, string | undefined]>([
  ['TCP where the component has the port for both', tcpRuleOf({ serviceId: 'both' }), 'TCP'],
  ['nothing where it has it for TCP', tcpRuleOf(), undefined],
  ['nothing where it has it for UDP', tcpRuleOf({ serviceId: 'dns' }), undefined],
  ['nothing where there is no component', tcpRuleOf({ serviceId: 'none' }), undefined],
  ['what it states', tcpRuleOf({ serviceId: 'both', transport: 'UDP' }), 'UDP'],
  ['nothing for HTTP', ruleOf({ serviceId: 'both' }), undefined],
])('a new rule states %s', (_, { spec }, transport) => {
  expect(withTransport(spec, { services, workloads: [] }).tcp?.transport).toBe(transport);
});
