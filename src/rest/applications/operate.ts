import { inParallel } from '../../base/parallel.ts';
import { isFailure } from '../../kube/error.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { SCALABLE, type Workload } from '../../objects/workload.ts';
import { readComponents } from '../components.ts';
import { idOf } from '../contract/id.ts';
import type { ComponentOperation } from '../contract/operation/request.ts';
import { editInstall } from '../installs/edit.ts';
import { listInstalls } from '../installs/installing.ts';
import { FIELD_MANAGER, refuseManaged } from '../ownership.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { chosenOf, type OperationPlan, operationPlan, scaledDraft } from './operationplan.ts';

/**
 * Starts or stops components of an application, as the caller: those of an install by its spec, others by the replicas
 * of their workloads. Nothing is written unless all of it can be. Throws Problem and KubeError.
 */
export async function operateComponents(
  scope: Scope,
  { action, service_ids: ids }: ComponentOperation,
): Promise<void> {
  const components = await readComponents(scope);
  const chosen = chosenOf(components, ids ?? undefined);
  // Stoa rolls every change out at once: there is no difference left that an upgrade could apply.
  if (action !== 'upgrade') {
    const plan = operationPlan(
      { components, chosen, installs: await listInstalls(scope) },
      action !== 'stop',
    );
    for (const object of [...plan.installs, ...plan.workloads]) {
      refuseManaged(object);
    }
    await perform(scope, plan);
  }
}

async function perform(scope: Scope, { installs, workloads, runs }: OperationPlan): Promise<void> {
  await inParallel(installs, async ({ metadata }: MarketInstall) => {
    await editInstall(scope, idOf(metadata.uid), () => ({ deploy: runs }));
  });
  await inParallel(workloads, async (workload) => scale(scope, workload, runs));
}

async function scale({ client }: Scope, workload: Workload, runs: boolean): Promise<void> {
  const resource = SCALABLE.find(({ kind }) => kind === workload.kind);
  if (resource === undefined) {
    throw new Error(`the plan scales a ${workload.kind}`);
  }
  try {
    await client.apply(resource, scaledDraft(workload, runs), FIELD_MANAGER);
  } catch (error) {
    throw isFailure(error, 'conflict')
      ? new Problem(
          'serviceNotFound',
          `service_ids: somebody has deleted ${workload.metadata.name} meanwhile`,
        )
      : error;
  }
}
