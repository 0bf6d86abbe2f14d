import { expect, it } from 'vitest';
import { LABELS } from '../../../../src/api/group.ts';
import { JobRuns } from '../../../../src/install/inventory.ts';
import { dueObjects, rehearse } from '../../../../src/install/plan/dryrun.ts';
import type { Plan } from '../../../../src/install/plan/plan.ts';
import type { PlanProblem } from '../../../../src/install/plan/problem.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import { CLAIMS } from '../../../../src/objects/core.ts';
import { ENDPOINT_SLICES } from '../../../../src/objects/endpointslice.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { component, installOf, plannedObject, planOf } from '../../../support/plans.ts';

/** Writer of a cluster with one claim, of the install with the uid or of nobody, and no other object. */
function writerWith(owner: string | undefined, name = 'data'): Writer {
  const labels = owner === undefined ? {} : { [LABELS.install]: owner };
  const client = {
    listMetadata: async () => [
      { kind: 'PartialObjectMetadata', metadata: { name, namespace: 'team', uid: 'c', labels } },
    ],
  };
  const account = {
    apply: async (_: unknown, { metadata }: { readonly metadata: { readonly name: string } }) => ({
      metadata: metadata.name === 'data' ? { resourceVersion: '1' } : {},
    }),
  };
  const installs = {
    store: { by: (_: string, uid: string) => (uid === 'other' ? [{ metadata: { namespace: 'team' } }] : []) },
  };
  const charge = (work: () => unknown) => work();
  return {
    client,
    account,
    caches: { installs, made: [] },
    jobs: new JobRuns(),
    charge,
  } as unknown as Writer;
}

function rehearseAll(writer: Writer, plan: Plan) {
  return rehearse(writer, installOf(), plan, dueObjects(writer, installOf(), plan));
}

const VOLUME = plannedObject(CLAIMS, 'data', {});
const OF_COMPONENT = planOf([[{ ...component('web'), objects: [VOLUME] }]]);
const BROUGHT = { ...planOf([[component('web')]]), shared: [VOLUME] };
const TAKEN: PlanProblem = { type: 'taken', object: 'PersistentVolumeClaim data' };
const NOT_GRANTED: PlanProblem = { type: 'not-granted', claim: 'data' };

it.each<[string, Plan, string | undefined, readonly PlanProblem[]]>([
  ['of nobody', OF_COMPONENT, undefined, [TAKEN]],
  ['of another install', OF_COMPONENT, 'other', [TAKEN]],
  ['of a deleted install, for a component', OF_COMPONENT, 'gone', []],
  ['of a deleted install, for what the model brings along', BROUGHT, 'gone', [NOT_GRANTED]],
])('the dry run judges a volume %s', async (_, plan, owner, expected) => {
  await expect(rehearseAll(writerWith(owner), plan)).resolves.toMatchObject({ problems: expected });
});

it('the dry run looks for claims that a new StatefulSet would mount by their names', async () => {
  const spec = { volumeClaimTemplates: [{ metadata: { name: 'data' } }] };
  const plan = planOf([[{ ...component('db'), workload: plannedObject(STATEFUL_SETS, 'db', { spec }) }]]);
  await expect(rehearseAll(writerWith(undefined, 'data-db-0'), plan)).resolves.toMatchObject({
    problems: [{ type: 'not-granted', claim: 'data-db-0' }],
  });
});

it.each<[string, string, readonly PlanProblem[]]>([
  ['of the install', 'stoa.dev', []],
  [
    'that Kubernetes has made for a Service of the install',
    'endpointslice-controller.k8s.io',
    [{ type: 'taken', object: 'EndpointSlice ext-db-ipv4' }],
  ],
])('the operator rehearses EndpointSlices itself, and judges one %s', async (_, manager, problems) => {
  const labels = {
    [LABELS.install]: 'install-uid',
    'endpointslice.kubernetes.io/managed-by': manager,
  };
  const client = {
    listMetadata: async () => [{ metadata: { name: 'ext-db-ipv4', namespace: 'team', uid: 'e', labels } }],
    apply: async () => ({ metadata: { resourceVersion: '1' } }),
  };
  const writer = { ...writerWith(undefined), client } as unknown as Writer;
  const slice = plannedObject(ENDPOINT_SLICES, 'ext-db-ipv4', {});
  const plan = { ...planOf([]), shared: [slice] };
  await expect(rehearseAll(writer, plan)).resolves.toMatchObject({ problems });
});
