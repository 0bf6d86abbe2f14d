import type { BackendChoice } from '../api/backend.ts';
import { namespacedResource } from '../kube/resource.ts';
import type { Policy } from './gatewayapi.ts';
import { HTTP_ROUTES } from './httproute.ts';

/** BackendTLSPolicy, as far as it is used. */
export interface BackendTlsPolicy extends Policy {
  readonly spec: { readonly targetRefs: readonly { readonly name: string }[] };
}

/** BackendTLSPolicies by the versions in which clusters serve them, the newest first: v1 since release 1.4 of the Gateway API. */
export const BACKEND_TLS_POLICIES = ['v1', 'v1alpha3'].map((version) =>
  namespacedResource<BackendTlsPolicy>(
    `${HTTP_ROUTES.group}/${version}`,
    'BackendTLSPolicy',
    'backendtlspolicies',
  ),
);

/** Spec of a BackendTLSPolicy for a port of a Service; a port without a name is the only one of its Service. */
export function backendTlsSpec(
  { service, portName }: { readonly service: string; readonly portName: string | undefined },
  { serverName, caConfigMapName }: BackendChoice,
) {
  const authorities =
    caConfigMapName === undefined
      ? { wellKnownCACertificates: 'System' }
      : { caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: caConfigMapName }] };
  const target = { group: '', kind: 'Service', name: service };
  return {
    targetRefs: [{ ...target, ...(portName === undefined ? {} : { sectionName: portName }) }],
    validation: { hostname: serverName, ...authorities },
  };
}
