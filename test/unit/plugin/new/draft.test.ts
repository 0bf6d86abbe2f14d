import { describe, expect, it } from 'vitest';
import { gatewayRuleSpecSchema } from '../../../../src/api/gatewayrule.ts';
import { marketInstallSpecSchema } from '../../../../src/api/marketinstall.ts';
import {
  type FieldOption,
  type Fields,
  type NewKind,
  newObject,
  requireFields,
} from '../../../../src/plugin/new/draft.ts';

const METADATA = { namespace: 'mine', name: 'web' };

/** Reader of options. */
function fields(options: Partial<Record<FieldOption, string>>): Fields {
  return (name) => options[name];
}

/** Spec of a new object. */
function specOf(
  kind: NewKind,
  options: Partial<Record<FieldOption, string>>,
  values?: Readonly<Record<string, unknown>>,
): unknown {
  requireFields(kind, fields(options));
  return newObject(kind, METADATA, fields(options), { freeId: 7, values }).draft.spec;
}

const TARGET = { service: 'web', port: '80' };

describe('a new rule', () => {
  it('has what was given and nothing else', () => {
    const spec = specOf('rule', { ...TARGET, host: 'web.example.com' });
    expect(spec).toEqual({ http: { serviceName: 'web', containerPort: 80, domainName: 'web.example.com' } });
  });

  it('is valid with every option', () => {
    const all = { host: 'web.example.com', path: '/a', weight: '10', issuer: 'clusterissuer/acme', id: '1' };
    const spec = specOf('rule', { ...TARGET, ...all });
    expect(gatewayRuleSpecSchema.parse(spec)).toMatchObject({
      appId: 1,
      http: { domainPath: '/a', theWeight: 10, issuerRef: { kind: 'ClusterIssuer', name: 'acme' } },
    });
  });

  it.each([
    ['shop.v1.Cart', { service: 'shop.v1.Cart' }],
    ['shop.v1.Cart/Get', { service: 'shop.v1.Cart', method: 'Get' }],
    ['all', {}],
  ])('is for the calls %s', (grpc, wanted) => {
    const spec = specOf('rule', { ...TARGET, host: 'web.example.com', grpc });
    expect(gatewayRuleSpecSchema.parse(spec)).toMatchObject({
      http: { policy: { match: { grpc: wanted } } },
    });
  });

  it.each(['/Get', 'a.B/', 'a.B/Get/x', ''])('is for no calls named %o', (grpc) => {
    expect(() => specOf('rule', { ...TARGET, host: 'web.example.com', grpc })).toThrow('SERVICE/METHOD');
  });

  it('has a port by its name', () => {
    const spec = specOf('rule', { service: 'web', port: 'http', host: 'web.example.com' });
    expect(gatewayRuleSpecSchema.parse(spec)).toMatchObject({ http: { containerPort: 'http' } });
  });

  it('listens at a port', () => {
    const spec = specOf('rule', { ...TARGET, listen: '30000' });
    expect(gatewayRuleSpecSchema.parse(spec)).toMatchObject({
      tcp: { serviceName: 'web', endPoint: { ip: '0.0.0.0', port: 30_000 } },
    });
  });
});

it('a new application has the number that is free', () => {
  expect(specOf('app', {})).toEqual({ id: 7 });
  expect(specOf('app', { id: '3' })).toEqual({ id: 3 });
});

it('a new install is valid', () => {
  const options = {
    id: '1',
    store: 'https://store.example.com',
    domain: 'd',
    model: 'm',
    version: '1',
    key: 'k',
  };
  expect(marketInstallSpecSchema.parse(specOf('install', options))).toMatchObject({
    appId: 1,
    market: { accessKeySecretRef: { name: 'k' } },
  });
});

it('a new install of a chart has no domain', () => {
  const options = { id: '1', store: 'oci://registry.example.com/charts', chart: 'shop', version: '^1.2' };
  expect(marketInstallSpecSchema.parse(specOf('install', options))).toMatchObject({
    market: { url: 'oci://registry.example.com/charts', type: 'helm' },
    appModelId: 'shop',
  });
});

it('a new install of a chart has the values that were read', () => {
  const options = { id: '1', store: 'https://charts.example.com', chart: 'shop', version: '1.0.0' };
  const values = { replicas: 2 };
  expect(marketInstallSpecSchema.parse(specOf('install', options, values))).toMatchObject({ values });
  expect(specOf('install', options)).not.toHaveProperty('values');
});

it('a new install of a model in a registry has no domain', () => {
  const options = { id: '1', store: 'oci://registry.example.com/models', model: 'shop', version: '1.0' };
  expect(marketInstallSpecSchema.parse(specOf('install', options))).toMatchObject({
    market: { url: 'oci://registry.example.com/models', type: 'oci' },
    appModelId: 'shop',
  });
});

const STORE = { id: '1', store: 'https://store.example.com', version: '1' };

it.each<[string, NewKind, Partial<Record<FieldOption, string>>, string]>([
  ['neither a model nor a chart', 'install', STORE, '--model and --domain for an app store'],
  ['a model without a domain', 'install', { ...STORE, model: 'm' }, '--model and --domain for an app store'],
  [
    'both a model and a chart',
    'install',
    { ...STORE, model: 'm', chart: 'c' },
    '--model alone for a registry, or --chart',
  ],
  [
    'a model in a registry with a domain',
    'install',
    { ...STORE, store: 'oci://registry.example.com/a', model: 'm', domain: 'd' },
    '--model alone for a registry',
  ],
  [
    'values of a model',
    'install',
    { ...STORE, model: 'm', domain: 'd', values: 'values.yaml' },
    '--values is for charts',
  ],
  ['what is missing', 'rule', { host: 'a' }, 'new rule also takes --service, --port'],
  ['neither a host nor a port', 'rule', TARGET, '--host for requests by HTTP, or --listen'],
  ['both a host and a port', 'rule', { ...TARGET, host: 'a', listen: '1' }, '--host for requests by HTTP'],
  [
    'a port that is none',
    'rule',
    { service: 'web', port: 'Main', host: 'a' },
    '--port: Main must be a number from 1 to 65535, or a name',
  ],
  [
    'a weight that is none',
    'rule',
    { ...TARGET, host: 'a', weight: 'half' },
    '--weight: half must be a whole number',
  ],
  [
    'an issuer of no kind',
    'rule',
    { ...TARGET, host: 'a', issuer: 'acme' },
    '--issuer: acme must be issuer/NAME',
  ],
  ['what is of another kind', 'app', { host: 'a' }, '--host means nothing to new app'],
])('says %s', (_, kind, options, message) => {
  expect(() => specOf(kind, options)).toThrow(message);
});
