import { expect, it } from 'vitest';
import { fieldAt } from '../../../../src/base/fields.ts';
import { requiredWrite } from '../../../../src/install/diff.ts';
import { withStandingTemplates } from '../../../../src/install/plan/standing.ts';
import { pinnedContent } from '../../../../src/install/template/pin.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { allocate } from '../../../../src/model/build/allocate.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import { parseModel } from '../../../../src/model/read/parse.ts';
import { CLAIMS, type Secret } from '../../../../src/objects/core.ts';
import { componentIdOf } from '../../../../src/source/componentid.ts';
import { firstReleaseOf } from '../../../support/firstrelease.ts';
import { atOnce } from '../../../support/gradual.ts';
import { allocationContext, countedHex, surroundings, takenNames } from '../../../support/install.ts';
import { objectsOf } from '../../../support/models.ts';
import { Cluster } from '../../../support/plans.ts';

const PLACE = { uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11', namespace: 'team' };

/** Fields of objects of the first release that the API server lets nobody change. */
const IMMUTABLE = [
  ['spec', 'selector'],
  ['spec', 'serviceName'],
  ['spec', 'volumeClaimTemplates'],
  ['spec', 'podManagementPolicy'],
  ['spec', 'clusterIP'],
  ['type'],
];

/** Objects of the first release, and what today's code plans for the same template. */
async function takenOver() {
  const { kept, objects, status } = await firstReleaseOf(PLACE);
  const cluster = new Cluster();
  for (const draft of objects) {
    const metadata = { ...draft.metadata, uid: `uid-of-${draft.metadata.name}` };
    const stored = { ...draft, metadata } as unknown as KubeObject;
    cluster.objects.set(`${draft.kind}/${draft.metadata.name}`, stored);
  }
  const { template: pinned } = status;
  const secret = cluster.objects.get(`Secret/${pinned?.secretName}`) as Secret;
  const content = pinned && (await pinnedContent([secret], pinned));
  const parsed = atOnce(parseModel(content !== undefined && 'template' in content ? content.template : ''));
  if (parsed.type === 'refused') {
    throw new Error(parsed.message);
  }
  const around = surroundings({ app: { id: 1, name: 'app' }, domain: 'apps.example.org' });
  const serviceNameOf = (name: string) => {
    const set = cluster.objects.get(`StatefulSet/${name}`);
    return set && String(fieldAt(set, ['spec', 'serviceName']));
  };
  const next = allocate(
    parsed.model,
    kept,
    allocationContext(takenNames({ serviceNameOf }), countedHex(), around),
  );
  const made = atOnce(expand(parsed.model, next, around));
  const standing = withStandingTemplates(made, cluster.find);
  return { kept, next, status, cluster, planned: objectsOf(standing) };
}

it('objects of the first release are changed in place, and only those without data go', async () => {
  const { cluster, planned, status } = await takenOver();
  for (const each of planned) {
    const stored = cluster.find(each);
    expect([each.draft.metadata.name, requiredWrite(each, stored, cluster.applies)]).not.toContain(
      'recreate',
    );
    for (const path of stored === undefined ? [] : IMMUTABLE) {
      const [was, is] = [fieldAt(stored, path), fieldAt(each.draft, path)];
      expect([each.draft.metadata.name, path, is ?? was]).toEqual([each.draft.metadata.name, path, was]);
    }
  }
  const names = new Set(planned.map(({ draft }) => `${draft.kind}/${draft.metadata.name}`));
  const surplus = [...cluster.objects.keys()].filter((name) => !names.has(name));
  expect(surplus).toEqual([
    `Secret/${status.template?.secretName}`,
    'ConfigMap/shop-web-etc-nginx-conf-d-default-1c4e2b7f',
  ]);
  expect(planned.filter(({ resource }) => resource.kind === CLAIMS.kind)).toHaveLength(1);
});

it('what the first release allocated stays', async () => {
  const { kept, next, status } = await takenOver();
  expect(next.secrets).toEqual(kept.secrets);
  expect(next.workloads).toEqual(kept.workloads);
  expect(next.services).toEqual({ ...kept.services, 'named/db': 'shop-db' });
  for (const { key, id } of status.components ?? []) {
    expect(componentIdOf(PLACE.uid, key)).toBe(id);
  }
});
