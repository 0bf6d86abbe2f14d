import { expect, it } from 'vitest';
import { type MarketCaches, installOf as uidsOf } from '../../../../src/install/caches.ts';
import { standingVolumesOf } from '../../../../src/install/plan/volumes.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { CLAIMS } from '../../../../src/objects/core.ts';
import { DEPLOYMENTS, STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { installOf, plannedObject } from '../../../support/plans.ts';

function stored(kind: string, name: string, more: object = {}, labels: object = {}): KubeObject {
  const metadata = { name, namespace: 'team', labels: { 'stoa.dev/install-uid': 'install-uid', ...labels } };
  return { apiVersion: 'v1', kind, metadata, ...more } as unknown as KubeObject;
}

/** Caches with these objects, and the install of the tests. */
function cachesOf(objects: readonly KubeObject[]): MarketCaches {
  const made = [CLAIMS, DEPLOYMENTS, STATEFUL_SETS].map((resource: Resource) => {
    const ofKind = objects.filter(({ kind }) => kind === resource.kind);
    const by = (_: string, uid: string) => ofKind.filter((object) => uidsOf(object).includes(uid));
    return { resource, cache: { store: { list: () => ofKind, by } } };
  });
  const installs = [installOf(), { metadata: { uid: 'other', namespace: 'team' } }];
  const by = (_: string, uid: string) => installs.filter(({ metadata }) => metadata.uid === uid);
  return { made, installs: { store: { by } } } as unknown as MarketCaches;
}

const POD = {
  containers: [
    {
      name: 'a',
      volumeMounts: [
        { name: 'v', mountPath: '/v/' },
        { name: 'files', mountPath: '/f' },
      ],
    },
  ],
  volumes: [
    { name: 'v', persistentVolumeClaim: { claimName: 'single' } },
    { name: 'files', configMap: { name: 'files' } },
  ],
};

it('standing claims are those of the install, and of deleted ones; not of others, and not deleted ones', () => {
  const claims = [
    stored(CLAIMS.kind, 'own'),
    stored(CLAIMS.kind, 'left', {}, { 'stoa.dev/install-uid': 'gone' }),
    stored(CLAIMS.kind, 'foreign', {}, { 'stoa.dev/install-uid': 'other' }),
    stored(CLAIMS.kind, 'data-db-0'),
    stored(CLAIMS.kind, 'data-db-10'),
    stored(CLAIMS.kind, 'data-db-x'),
    stored(CLAIMS.kind, 'data-db-2-0'),
  ];
  const [first] = claims;
  const ending = {
    ...stored(CLAIMS.kind, 'ending'),
    metadata: { ...first?.metadata, name: 'ending', deletionTimestamp: 't' },
  };
  const volumes = standingVolumesOf(cachesOf([...claims, ending as KubeObject]), installOf());
  expect(['own', 'left', 'foreign', 'ending'].map(volumes.hasClaim)).toEqual([true, true, false, false]);
  expect(volumes.claimsOf('data', 'db')).toEqual(['data-db-0', 'data-db-10']);
});

it('standing mounts are those of the workloads of a component, or of what a model brings along', () => {
  const spec = { selector: { matchLabels: { run: 'x' } }, template: { spec: POD } };
  const templated = { ...spec, volumeClaimTemplates: [{ metadata: { name: 'v' } }] };
  const volumes = standingVolumesOf(
    cachesOf([
      stored(DEPLOYMENTS.kind, 'web', { spec }, { 'stoa.dev/component-id': 'c1' }),
      stored(STATEFUL_SETS.kind, 'db', { spec: templated }),
    ]),
    installOf(),
  );
  expect(volumes.mountsOf('c1')).toEqual([
    { path: '/v', volume: { type: 'claim', name: 'single' }, workload: 'web' },
  ]);
  expect(volumes.mountsOf('c2')).toEqual([]);
  const ofDb = [{ path: '/v', volume: { type: 'template', name: 'v' }, workload: 'db' }];
  const brought = (name: string, content: object) =>
    volumes.mountsOfBrought(plannedObject(DEPLOYMENTS, name, content));
  expect(brought('db', {})).toEqual(ofDb);
  expect(brought('other', { spec })).toEqual(ofDb);
  expect(brought('web', {})).toEqual([]);
});
