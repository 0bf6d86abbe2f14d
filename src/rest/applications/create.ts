import { randomUUID } from 'node:crypto';
import { isFailure } from '../../kube/error.ts';
import { APPLICATION_TYPE, APPLICATIONS, type Application } from '../../objects/stoa.ts';
import { displayNameOf } from '../contract/application/record.ts';
import type { NewApplication } from '../contract/application/request.ts';
import { numericId } from '../contract/id.ts';
import { createOnce, digestOf } from '../createonce.ts';
import { FIELD_MANAGER } from '../ownership.ts';
import { Problem } from '../problem/problem.ts';
import type { TeamScope } from '../scope.ts';
import { applicationsIn } from '../team.ts';

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
    : await createOnce({ names: [`app-${digestOf(displayName)}`, `app-${id}`], create, requireFree });
}

function objectTaken(name: string): Problem {
  return new Problem(
    'appObjectTaken',
    `k8s_app: there is an Application ${name} in the namespace of the team`,
  );
}
