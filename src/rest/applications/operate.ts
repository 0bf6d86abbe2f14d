import { inParallel } from '../../base/parallel.ts';
import { isFailure } from '../../kube/error.ts';
import { SCALABLE, type Workload } from '../../objects/workload.ts';
import { readComponents } from '../components.ts';
import type { ComponentOperation } from '../contract/operation/request.ts';
import { editInstall, type InstallEdit } from '../installs/edit.ts';
import { listInstalls } from '../installs/stored.ts';
import { FIELD_MANAGER, refuseManaged } from '../ownership.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { chosenOf, type OperationPlan, operationPlan, scaledDraft } from './operationplan.ts';

/** Workload before and after it was scaled. */
interface Scaled {
  readonly before: Workload;
  readonly after: Workload;
}

/** Changes by an operation. */
interface Operated {
  readonly installs: readonly InstallEdit[];
  readonly workloads: readonly Scaled[];
}

/**
 * Starts or stops components of an application, as the caller: those of an install by its spec, others by the replicas
 * of their workloads. Nothing is written unless all of it can be. Throws Problem and KubeError.
 */
export async function operateComponents(
  scope: Scope,
  { action, service_ids: ids }: ComponentOperation,
): Promise<Operated> {
  const components = await readComponents(scope);
  const chosen = chosenOf(components, ids ?? undefined);
  // Stoa rolls every change out at once: there is no difference left that an upgrade could apply.
  if (action === 'upgrade') {
    return { installs: [], workloads: [] };
  }
  const installs = await listInstalls(scope);
  const plan = operationPlan({ components, chosen, installs }, action !== 'stop');
  for (const object of [...plan.installs, ...plan.workloads]) {
    refuseManaged(object);
  }
  return perform(scope, plan);
}

async function perform(scope: Scope, { installs, workloads, runs }: OperationPlan): Promise<Operated> {
  return {
    installs: await inParallel(installs, (install) => editInstall(scope, install, () => ({ deploy: runs }))),
    workloads: await inParallel(workloads, async (before) => ({
      before,
      after: await scale(scope, before, runs),
    })),
  };
}

async function scale({ client }: Scope, workload: Workload, runs: boolean): Promise<Workload> {
  const resource = SCALABLE.find(({ kind }) => kind === workload.kind);
  if (resource === undefined) {
    throw new Error(`the plan scales a ${workload.kind}`);
  }
  try {
    return await client.apply(resource, scaledDraft(workload, runs), FIELD_MANAGER);
  } catch (error) {
    throw isFailure(error, 'conflict')
      ? new Problem(
          'serviceNotFound',
          `service_ids: another client has deleted ${workload.metadata.name} meanwhile`,
        )
      : error;
  }
}
