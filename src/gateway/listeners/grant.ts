import { MANAGED_BY } from '../../api/group.ts';
import { shortHash } from '../../base/hash.ts';
import { draftOf } from '../../engines/object.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import { GATEWAYS, LISTENER_SETS, REFERENCE_GRANTS } from '../../objects/gatewayapi.ts';
import type { PlannedSecret } from './plan.ts';

/** Most characters of the name of an object. */
const MAX_NAME = 253;

/** Name of the grant for a Secret. */
export function grantName(secret: string): string {
  const name = `stoa-${secret}`;
  return name.length <= MAX_NAME ? name : `stoa-${shortHash(secret, 32)}`;
}

/**
 * The ReferenceGrant by which Gateways of a namespace, and ListenerSets beside them, read one Secret of a team. The
 * Secret owns it, so that it goes with the Secret even when Stoa does not run.
 */
export function grantDraft(
  { namespace, name, uid }: PlannedSecret,
  gatewayNamespace: string,
  forSets: boolean,
): ObjectDraft {
  const metadata = {
    name: grantName(name),
    namespace,
    labels: MANAGED_BY,
    ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name, uid }],
  };
  return draftOf(REFERENCE_GRANTS, metadata, {
    from: [GATEWAYS, ...(forSets ? [LISTENER_SETS] : [])].map(({ group, kind }) => ({
      group,
      kind,
      namespace: gatewayNamespace,
    })),
    to: [{ group: '', kind: 'Secret', name }],
  });
}
