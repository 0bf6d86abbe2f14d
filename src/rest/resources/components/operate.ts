import { z } from 'zod';
import { MAX_COMPONENTS } from '../../../api/marketinstall.ts';
import { inParallel } from '../../../base/parallel.ts';
import { isFailure } from '../../../kube/error.ts';
import { SCALABLE, type Workload } from '../../../objects/workload.ts';
import { bodyOf } from '../../http/body.ts';
import { namedObject } from '../../http/schema.ts';
import { writeOnApplication } from '../../http/write.ts';
import { FIELD_MANAGER, refuseManaged } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { editInstall, type InstallEdit } from '../installs/edit.ts';
import { listInstalls } from '../installs/stored.ts';
import { chosenOf, type OperationPlan, operationPlan, scaledDraft } from './operationplan.ts';
import { readComponents } from './read.ts';

/** An operation on components of an application. */
const componentOperationSchema = namedObject('ComponentOperation', {
  action: z
    .enum(['start', 'stop', 'upgrade', 'deploy'])
    .describe(
      'start and deploy: the components run. stop: they have no pods. upgrade: nothing is left to do.',
    ),
  service_ids: z
    .array(z.string().min(1).max(63))
    .min(1)
    .max(MAX_COMPONENTS)
    .describe(
      'The components, by service_id or service_alias; all of the application where left out or null.',
    )
    .nullish(),
});

type ComponentOperation = z.output<typeof componentOperationSchema>;

/** Body of a request that operates components. */
const componentOperationBody = bodyOf(componentOperationSchema);

/** Answer to an operation that the API has carried out. */
const operationDoneSchema = namedObject('OperationDone', {
  msg: z.string().describe('Always 操作成功, which is: done.'),
});

/** The answer to every operation that was carried out. */
const OPERATION_DONE: z.output<typeof operationDoneSchema> = { msg: '操作成功' };

/** The operation that starts and stops components. */
export const OPERATE = writeOnApplication({
  id: 'operateComponents',
  method: 'post',
  path: '/operations',
  tag: 'applications',
  summary: 'Start or stop components of an application',
  parameters: {},
  body: componentOperationBody,
  success: {
    status: 200,
    description: 'The specs say so: the components start or stop.',
    body: operationDoneSchema,
  },
  problems: ['serviceNotFound', 'installNotFound', 'operationImpossible', 'managedElsewhere', 'ambiguous'],
  handle: async ({ scope, body }) => {
    const { installs, workloads } = await operateComponents(scope, body());
    return {
      body: OPERATION_DONE,
      changes: [...installs, ...workloads],
      notKnown: installs.map(
        ({ after: { metadata } }) =>
          `The workloads of the install ${metadata.name}, which the operator scales.`,
      ),
    };
  },
});

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
async function operateComponents(
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
