import { LABELS } from '../../api/group.ts';
import { byAge } from '../../objects/age.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { certificateIdOf } from '../contract/certificate/record.ts';
import { Problem } from '../problem/problem.ts';
import type { TeamScope } from '../scope.ts';

/** TLS Secrets of a team that have a number, read as the caller, the oldest first. */
export async function readCertificates(
  { client, namespace }: TeamScope,
  id?: string,
): Promise<readonly Secret[]> {
  const secrets = await client.list(SECRETS, {
    namespace,
    labelSelector: id === undefined ? LABELS.certificateId : `${LABELS.certificateId}=${id}`,
    fieldSelector: 'type=kubernetes.io/tls',
  });
  return secrets.filter((secret) => certificateIdOf(secret) > 0).toSorted(byAge);
}

/** The certificate of a team with a number; throws the Problem `certificateUnknown`. */
export async function findCertificate(team: TeamScope, id: string): Promise<Secret> {
  // Anything but a number could be more of a selector than the value of a label.
  const [found] = /^[1-9]\d{0,9}$/.test(id) ? await readCertificates(team, id) : [];
  if (found === undefined) {
    throw certificateUnknown(id);
  }
  return found;
}

/** The Problem `certificateUnknown` for a number. */
export function certificateUnknown(id: string): Problem {
  return new Problem('certificateUnknown', `certificate_id: the team has no certificate ${id}`);
}
