import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config.ts';

const gateway = 'gateway: { namespace: stoa-system, name: stoa }';

it('the documented settings are the defaults', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const documented = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
  expect(parseConfig(documented, 'page')).toEqual(parseConfig(gateway, 'file'));
});

it.each([
  [{}, { mode: 'auto' }],
  [{ mode: 'off' }, { mode: 'off' }],
  [{ address: '10.0.0.1' }, { mode: 'auto', address: '10.0.0.1' }],
])('the probe %j of the gateway is %j', (probe, expected) => {
  const text = JSON.stringify({ gateway: { namespace: 'n', name: 'g', probe } });
  expect(parseConfig(text, 'file').gateway.probe).toEqual(expected);
});

it.each([
  [{ mode: 'on' }, 'gateway.probe.mode'],
  [{ address: 'http://gw' }, 'gateway.probe.address'],
])('the probe %j of the gateway is refused', (probe, path) => {
  const text = JSON.stringify({ gateway: { namespace: 'n', name: 'g', probe } });
  expect(() => parseConfig(text, 'file')).toThrow(path);
});

it.each(['gw.example.com', '203.0.113.5', '2001:db8::1'])('TCP rules have the address %s', (address) => {
  const text = `gateway: { namespace: n, name: g, tcp: { ports: "1-2", address: "${address}" } }`;
  expect(parseConfig(text, 'file').gateway.tcp.address).toBe(address);
});

it.each(['', '-', 'gw.example.com/', 'a b', '[::1]'])('TCP rules cannot have the address %j', (address) => {
  const text = `gateway: { namespace: n, name: g, tcp: { ports: "1-2", address: "${address}" } }`;
  expect(() => parseConfig(text, 'file')).toThrow('gateway.tcp.address: must be a host name');
});

it("a part of the operator's settings can be set alone", () => {
  const text = `${gateway}\noperator: { leaderElection: { leaseSeconds: 3 } }`;
  const defaults = parseConfig(gateway, 'file').operator;
  expect(parseConfig(text, 'file').operator).toEqual({
    ...defaults,
    leaderElection: { ...defaults.leaderElection, leaseSeconds: 3 },
  });
});

it('all problems are reported at once', () => {
  const text =
    'operator: { leaderElection: { leaseSeconds: 1, leaseName: "" }, drainSeconds: -1, unknown: 1 }';
  const parts = ['gateway', 'leaseSeconds', 'leaseName', 'drainSeconds', 'unknown'];
  for (const part of parts) {
    expect(() => parseConfig(text, 'file')).toThrow(part);
  }
});

it.each([
  ['[Team_A]', 'operator.watchNamespaces.0: must be the name of a namespace'],
  ['[a, b, a]', 'operator.watchNamespaces: must name each namespace once'],
])('the operator cannot watch %s', (names, problem) => {
  expect(() => parseConfig(`${gateway}\noperator: { watchNamespaces: ${names} }`, 'file')).toThrow(problem);
});

it.each([
  ['public', { type: 'public' }],
  ['10.20.0.0/16', { type: 'range', address: '10.20.0.0', prefix: 16 }],
  ['10.20.0.1', { type: 'range', address: '10.20.0.1', prefix: 32 }],
  ['fd00::/8', { type: 'range', address: 'fd00::', prefix: 8 }],
  ['::1', { type: 'range', address: '::1', prefix: 128 }],
  ['https://hub.example.com', { type: 'origin', origin: 'https://hub.example.com' }],
  ['http://store.market.svc:8080/', { type: 'origin', origin: 'http://store.market.svc:8080' }],
])('stores may be at %s', (text, allowed) => {
  expect(parseConfig(`${gateway}\nmarket: { stores: ["${text}"] }`, 'file').market.stores).toEqual([allowed]);
});

it.each([
  'private',
  '10.20.0.0/33',
  '10.20.0.0/',
  '10.20.0.0/8/8',
  'fd00::/129',
  '10.20/16',
  'hub.example.com',
  'ftp://hub.example.com',
  'https://hub.example.com/path',
  'https://user@hub.example.com',
])('stores cannot be at %s', (text) => {
  const config = () => parseConfig(`${gateway}\nmarket: { stores: ["${text}"] }`, 'file');
  expect(config).toThrow('file: market.stores.0: must be public, an address or range');
});

it('ranges of the cluster that look public are addresses or ranges', () => {
  const marketOf = (range: string) =>
    parseConfig(`${gateway}\nmarket: { notPublic: ["${range}"] }`, 'file').market;
  expect(marketOf('34.0.0.0/16').notPublic).toMatchObject([{ address: '34.0.0.0', prefix: 16 }]);
  expect(() => marketOf('public')).toThrow('file: market.notPublic.0: must be an address or range');
});

it('labels of nodes have a key and a value', () => {
  const marketOf = (label: string) =>
    parseConfig(`${gateway}\nmarket: { nodeLabels: { ssd: "${label}" } }`, 'file').market;
  expect(marketOf('example.com/disk=ssd').nodeLabels).toEqual({ ssd: { 'example.com/disk': 'ssd' } });
  for (const label of ['disk', 'disk=', '=ssd', 'disk=a=b', 'dis k=ssd']) {
    expect(() => marketOf(label)).toThrow('file: market.nodeLabels.ssd: must be a label of nodes such as');
  }
});

it('storage classes of models have names', () => {
  const storageOf = (text: string) =>
    parseConfig(`${gateway}\nmarket: { storage: ${text} }`, 'file').market.storage;
  expect(storageOf('{}')).toEqual({ classes: {}, readWriteMany: [] });
  const settings = { classes: { 'share-file': 'nfs' }, readWriteMany: ['disks'] };
  expect(storageOf(JSON.stringify(settings))).toEqual(settings);
  expect(() => storageOf('{ readWriteMany: ["A B"] }')).toThrow('must be the name of a StorageClass');
  expect(() => storageOf('{ classes: { local: "" } }')).toThrow('must be the name of a StorageClass');
});

describe('the namespaces of teams', () => {
  it('are those with the label unless the configuration says otherwise', () => {
    expect(parseConfig(gateway, 'file').teams).toEqual({ mode: 'labelled', excludedNamespaces: [] });
  });

  it.each([
    ['{ mode: all }', 'file: teams.mode: '],
    ['namespaces', 'file: teams: '],
    [
      '{ excludedNamespaces: ["kube-*"] }',
      'file: teams.excludedNamespaces.0: must be the name of a namespace',
    ],
    ['{ excluded: [a] }', 'excluded'],
  ])('cannot be %s', (teams, problem) => {
    expect(() => parseConfig(`${gateway}\nteams: ${teams}`, 'file')).toThrow(problem);
  });
});

describe('teams', () => {
  it('can be as in the documentation', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const [, teams = ''] = /```yaml\ngateway:\n( {2}teams:.*?)```/s.exec(page) ?? [];
    const text = `gateway:\n  namespace: stoa-system\n  name: stoa\n${teams}`;
    expect(parseConfig(text, 'page').gateway.teams.shop).toEqual({
      hosts: ['shop.example.com', '*.shop.example.com'],
      ports: [{ from: 30_000, to: 30_010 }],
      issuers: ['clusterissuer/letsencrypt'],
      limits: { hosts: 100, ports: 10, rules: 500 },
    });
  });

  it('share no host', () => {
    const teams = 'teams: { a: { hosts: [x.org] }, b: { hosts: [x.org] } }';
    expect(() => parseConfig(`gateway: { namespace: n, name: g, ${teams} }`, 'file')).toThrow(
      'file: gateway.teams.b.hosts: must not have x.org',
    );
  });
});

const west = 'west: { context: west }';

describe('regions', () => {
  it('can be as in the documentation', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const [, example = ''] = /```yaml\n(region: east.*?)```/s.exec(page) ?? [];
    expect(parseConfig(`${gateway}\n${example}`, 'page')).toMatchObject({
      region: 'east',
      regions: { west: { context: 'west-admin', gateway: { tcp: { ports: [{ from: 30000, to: 30099 }] } } } },
    });
  });

  it('have settings of their own', () => {
    const own = 'monitoring: { url: "http://west:9090" }, gateway: { tcp: { ports: "1-2" } }';
    const { regions } = parseConfig(`${gateway}\nregions: { ${west}, east: { context: e, ${own} } }`, 'file');
    expect(regions).toEqual({
      west: { context: 'west' },
      east: {
        context: 'e',
        monitoring: { url: 'http://west:9090', items: [] },
        gateway: { tcp: { ports: [{ from: 1, to: 2 }] } },
      },
    });
  });

  it.each([
    ['regions: { west: {} }', 'regions.west.context'],
    [`region: west\nregions: { ${west} }`, 'regions: must have names of their own'],
  ])('%s is rejected', (text, said) => {
    expect(() => parseConfig(`${gateway}\n${text}`, 'file')).toThrow(said);
  });
});

describe('rest', () => {
  it('can be set in part', () => {
    const { rest } = parseConfig(`${gateway}\nrest: { limits: { requestsPerSecond: 5 } }`, 'file');
    const defaults = parseConfig(gateway, 'file').rest;
    expect(rest).toEqual({ ...defaults, limits: { ...defaults.limits, requestsPerSecond: 5 } });
  });

  it.each([
    ['trustedProxies: [anyone]', 'rest.trustedProxies.0: must be an address or range'],
    ['audiences: [""]', 'rest.audiences.0'],
    ['tls: { certFile: tls.crt }', 'rest.tls.keyFile: is required beside the other file'],
    ['tls: { keyFile: tls.key }', 'rest.tls.certFile: is required beside the other file'],
    ['tls: { certFile: a, keyFile: b, insecure: true }', 'rest.tls.insecure: contradicts certFile'],
    ['limits: { concurrentRequests: -1 }', 'rest.limits.concurrentRequests'],
    ['limits: { connections: 0 }', 'rest.limits.connections'],
    ['limits: { headersSeconds: 40 }', 'rest.limits.headersSeconds: must be at most requestSeconds'],
    ['limits: { bodies: 1 }', 'bodies'],
    ['console: { oidc: { issuer: "http://login.test", clientId: a } }', 'rest.console.oidc.issuer: must be'],
  ])('%s is rejected', (text, said) => {
    expect(() => parseConfig(`${gateway}\nrest: { ${text} }`, 'file')).toThrow(said);
  });
});

it('reads mirrors of registries, and refuses what is none', () => {
  const marketOf = (mirrors: object) =>
    parseConfig(`${JSON.stringify({ gateway: { namespace: 'a', name: 'b' }, market: { mirrors } })}`, 'file')
      .market;
  const mirrors = { 'docker.io': 'mirror.example/dockerhub', 'reg.example:5000/a': 'localhost:5000' };
  expect(marketOf(mirrors).mirrors).toEqual(mirrors);
  for (const wrong of ['https://mirror.example', 'Mirror.example', 'mirror.example/', '', 'a b']) {
    expect(() => marketOf({ 'docker.io': wrong })).toThrow(
      'file: market.mirrors.docker.io: must be a registry',
    );
    expect(() => marketOf({ [wrong]: 'mirror.example' })).toThrow('file: market.mirrors');
  }
});

it('takes ranges of addresses of components that run elsewhere, and none by default', () => {
  const marketOf = (market: object) =>
    parseConfig(JSON.stringify({ gateway: { namespace: 'a', name: 'b' }, market }), 'file').market;
  expect(marketOf({}).endpoints).toBeUndefined();
  expect(marketOf({ endpoints: { allowed: ['192.168.10.0/24', 'fd00::1'] } }).endpoints).toMatchObject({
    allowed: [
      { address: '192.168.10.0', prefix: 24 },
      { address: 'fd00::1', prefix: 128 },
    ],
  });
  expect(() => marketOf({ endpoints: { allowed: ['db.example.com'] } })).toThrow(
    'file: market.endpoints.allowed.0: must be an address or range such as',
  );
  expect(() => marketOf({ endpoints: {} })).toThrow('file: market.endpoints.allowed');
});
