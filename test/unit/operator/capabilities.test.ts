import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { ENDPOINT_SLICES } from '../../../src/objects/endpointslice.ts';
import { detectCapabilities, hasSameCapabilities } from '../../../src/operator/capabilities.ts';
import { oneByOne, operatorNeeds } from '../../support/access.ts';

/** All permissions of an operator in a namespace, as the API server lists them. */
const ALL = oneByOne(operatorNeeds(['any']))
  .filter(({ namespace }) => namespace === 'any')
  .map(({ group, resource, verbs }) => ({ apiGroups: [group], resources: [resource], verbs }));

/** An API server that serves only the core API, and grants the listed permissions in each namespace. */
function serverOf(rights: Readonly<Record<string, readonly object[]>>): KubeClient {
  const read = async () => ({ items: [] });
  const post = async (path: string, { spec }: { spec: { namespace?: string } }) =>
    path.endsWith('/selfsubjectrulesreviews')
      ? { status: { resourceRules: rights[spec.namespace ?? ''] ?? [] } }
      : { status: { allowed: false } };
  return { read, post } as unknown as KubeClient;
}

/** Such an API server that serves a kind in v1, too. */
function serving(
  rights: Readonly<Record<string, readonly object[]>>,
  group: string,
  resource: string,
): KubeClient {
  const read = async () => ({
    items: [{ metadata: { name: group }, versions: [{ version: 'v1', resources: [{ resource }] }] }],
  });
  return { ...serverOf(rights), read } as unknown as KubeClient;
}

function configOf(names: string) {
  return parseConfig(
    `gateway: { namespace: edge, name: stoa }\noperator: { watchNamespaces: ${names} }`,
    'test',
  );
}

const without = (verb: string, resource: string) =>
  ALL.filter(({ verbs, resources }) => verbs[0] !== verb || resources[0] !== resource);

it('without configured namespaces, the whole cluster is watched, regardless of permissions', async () => {
  const capabilities = await detectCapabilities(serverOf({}), configOf('[]'));
  expect(capabilities).toMatchObject({ namespaces: undefined, leftOut: [] });
});

it.each([
  ['may not list', without('list', 'secrets'), false],
  ['may not watch', without('watch', 'gatewayrules'), false],
  ['may not look at', without('get', 'namespaces'), false],
  ['may do nothing in', [], false],
  ['may not write to', without('create', 'httproutes'), true],
  ['may not read by name in', without('get', 'marketinstalls'), true],
])(
  'a configured namespace that the operator %s is left out only if a read is forbidden (%#)',
  async (_, rights, followed) => {
    const { namespaces, leftOut } = await detectCapabilities(
      serverOf({ a: ALL, b: rights }),
      configOf('[a, b]'),
    );
    expect({ namespaces, leftOut }).toEqual(
      followed ? { namespaces: ['a', 'b'], leftOut: [] } : { namespaces: ['a'], leftOut: ['b'] },
    );
  },
);

it('capabilities differ when another namespace can be read', async () => {
  const config = configOf('[a, b]');
  const before = await detectCapabilities(serverOf({ a: ALL }), config);
  expect(hasSameCapabilities(before, await detectCapabilities(serverOf({ a: ALL, z: ALL }), config))).toBe(
    true,
  );
  expect(hasSameCapabilities(before, await detectCapabilities(serverOf({ a: ALL, b: ALL }), config))).toBe(
    false,
  );
});

it.each([
  ['Certificates of cert-manager', 'cert-manager.io', 'certificates', false],
  ['HTTPRoutes', 'gateway.networking.k8s.io', 'httproutes', false],
  ['GatewayRules', 'stoa.dev', 'gatewayrules', false],
  ['a kind of any application', 'postgresql.example.com', 'clusters', true],
])('capabilities differ when the API server begins to serve %s: %s/%s', async (_, group, resource, same) => {
  const config = configOf('[]');
  const before = await detectCapabilities(serverOf({}), config);
  expect(hasSameCapabilities(before, await detectCapabilities(serving({}, group, resource), config))).toBe(
    same,
  );
});

it.each([
  ['is not set', undefined, false],
  ['is set', '[10.0.0.0/8]', true],
  ['is empty', '[]', true],
])('EndpointSlices are written where market.endpoints %s: %s', async (_, allowed, written) => {
  const market = allowed === undefined ? '' : `\nmarket: { endpoints: { allowed: ${allowed} } }`;
  const config = parseConfig(`gateway: { namespace: edge, name: stoa }${market}`, 'test');
  const found = await detectCapabilities(serving({}, 'discovery.k8s.io', 'endpointslices'), config);
  expect(found.needs.installKinds.includes(ENDPOINT_SLICES)).toBe(written);
});
