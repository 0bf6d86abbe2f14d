import { MANAGED_BY } from '../../api/group.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import { apiVersionOf } from '../../kube/resource.ts';
import { GATEWAYS, REFERENCE_GRANTS } from '../../objects/gatewayapi.ts';
import type { PlannedSecret } from './plan.ts';

/** Name of the grant for a Secret. */
export function grantName(secret: string): string {
  return `stoa-${secret}`;
}

/**
 * The permission for Gateways of a namespace to read one Secret of a team. It belongs to the Secret, so
 * that it goes with it even where nobody is left to delete it.
 */
export function grantDraft({ namespace, name, uid }: PlannedSecret, gatewayNamespace: string): ObjectDraft {
  return {
    apiVersion: apiVersionOf(REFERENCE_GRANTS),
    kind: REFERENCE_GRANTS.kind,
    metadata: {
      name: grantName(name),
      namespace,
      labels: MANAGED_BY,
      ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name, uid }],
    },
    spec: {
      from: [{ group: GATEWAYS.group, kind: GATEWAYS.kind, namespace: gatewayNamespace }],
      to: [{ group: '', kind: 'Secret', name }],
    },
  };
}
