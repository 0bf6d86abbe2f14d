import { randomUUID } from 'node:crypto';
import { inParallel } from '../../../base/parallel.ts';
import { ignoreNotFound, isFailure } from '../../../kube/error.ts';
import type { KubeObject } from '../../../kube/object.ts';
import type { Resource } from '../../../kube/resource.ts';
import {
  APPLICATION_TYPE,
  APPLICATIONS,
  type Application,
  GATEWAY_RULES,
  MARKET_INSTALLS,
} from '../../../objects/stoa.ts';
import { createOnce, titleDigest } from '../../createonce.ts';
import { numericId } from '../../http/id.ts';
import { FIELD_MANAGER, refuseManaged } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope, TeamScope } from '../../scope.ts';
import { applicationsIn } from '../../team.ts';
import { componentRecords } from '../components/read.ts';
import { polled } from '../installs/poll.ts';
import { listInstalls } from '../installs/stored.ts';
import { displayNameOf, type NewApplication } from './record.ts';

/** Creates an application of a team, as the caller. Throws Problem and KubeError. */
export async function createApplication(
  { client, namespace, teamId }: TeamScope,
  { app_name: displayName, app_note: note, k8s_app: wanted }: NewApplication,
): Promise<Application> {
  const requireFree = async () => {
    const there = await applicationsIn(client, namespace, teamId);
    if (there.some((application) => displayNameOf(application) === displayName)) {
      throw new Problem('appNameTaken', `app_name: the team has an application ${displayName}`);
    }
  };
  await requireFree();
  // Two requests at the same time never choose one number.
  const id = numericId(randomUUID());
  const spec = { id, displayName, ...(note ? { note } : {}) };
  const create = (name: string): Promise<Application> =>
    client.create(APPLICATIONS, { ...APPLICATION_TYPE, metadata: { name, namespace }, spec }, FIELD_MANAGER);
  return wanted
    ? await create(wanted).catch((error: unknown) => {
        throw isFailure(error, 'already-exists') ? objectTaken(wanted) : error;
      })
    : await createOnce({ names: [`app-${titleDigest(displayName)}`, `app-${id}`], create, requireFree });
}

function objectTaken(name: string): Problem {
  return new Problem(
    'appObjectTaken',
    `k8s_app: there is an Application ${name} in the namespace of the team`,
  );
}

/** Longest wait until the watched state lacks an application that was deleted, in milliseconds. */
const MAX_WAIT_MS = 1_000;

/**
 * Deletes an application with its rules and installs, as the caller; with `force` also while components run. The
 * application comes last, so that a request that fails on the way can be repeated. Resolves to the deleted objects.
 * Throws Problem and KubeError.
 */
export async function removeApplication(scope: Scope, force: boolean): Promise<readonly KubeObject[]> {
  const { client, namespace, application } = scope;
  const [rules, installs] = await Promise.all([
    client.list(GATEWAY_RULES, { namespace }),
    listInstalls(scope),
  ]);
  const ownRules = rules.filter(
    ({ spec }) => spec.appId === application.spec.id || spec.application === application.metadata.name,
  );
  const all = [...ownRules, ...installs, application];
  for (const object of all) {
    refuseManaged(object);
  }
  if (!force) {
    await requireStopped(scope);
  }
  const remove = (resource: Resource) => async (object: KubeObject) => {
    const { name, uid } = object.metadata;
    await ignoreNotFound(client.delete(resource, { namespace, name, uid }));
  };
  await inParallel(ownRules, remove(GATEWAY_RULES));
  await inParallel(installs, remove(MARKET_INSTALLS));
  await remove(APPLICATIONS)(application);
  await untilUnwatched(scope);
  return all;
}

async function requireStopped(scope: Scope): Promise<void> {
  const running = (await componentRecords(scope)).filter(({ status }) => status === 'running');
  const [first] = running;
  if (first !== undefined) {
    throw new Problem(
      'appRuns',
      `force: ${running.length} components run, among them ${first.service_id}: stop them, or send force=1`,
    );
  }
}

/** Waits until requests that follow find the application no more. */
async function untilUnwatched({ watched, namespace, application }: Scope): Promise<void> {
  const { uid } = application.metadata;
  await polled(performance.now() + MAX_WAIT_MS, async () => {
    const there = watched?.applicationsIn(namespace) ?? [];
    return there.some(({ metadata }) => metadata.uid === uid) ? undefined : true;
  });
}
