import type { BackendChoice } from '../api/backend.ts';
import { present } from '../base/fields.ts';
import { keyOf } from '../kube/object.ts';
import { namespacedResource } from '../kube/resource.ts';
import { byAge } from './age.ts';
import { CONFIG_MAPS, SERVICES } from './core.ts';
import type { Policy } from './gatewayapi.ts';
import { HTTP_ROUTES } from './httproute.ts';

/** BackendTLSPolicy, as far as it is used. */
export interface BackendTlsPolicy extends Policy {
  readonly spec: {
    readonly targetRefs: readonly {
      readonly kind: string;
      readonly name: string;
      /** Name of a port; all of the Service where it is missing. */
      readonly sectionName?: string;
    }[];
    readonly validation: {
      readonly hostname: string;
      readonly caCertificateRefs?: readonly { readonly kind: string; readonly name: string }[];
    };
  };
}

/** Keys of the Services that a policy is for, as index values. */
export function servicesOfPolicy({ metadata, spec }: BackendTlsPolicy): readonly string[] {
  return spec.targetRefs
    .filter(({ kind }) => kind === SERVICES.kind)
    .map(({ name }) => keyOf({ metadata: { ...metadata, name } }));
}

/**
 * Protocol that policies state for a port of a Service, of which the oldest counts; undefined where none is for it. Of its
 * authorities, the first ConfigMap counts.
 */
export function choiceByPolicies(
  policies: readonly BackendTlsPolicy[],
  { service, portName }: { readonly service: string; readonly portName: string | undefined },
): BackendChoice | undefined {
  const [oldest] = policies
    .filter(({ spec }) =>
      spec.targetRefs.some(
        ({ kind, name, sectionName = portName }) =>
          kind === SERVICES.kind && name === service && sectionName === portName,
      ),
    )
    .toSorted(byAge);
  if (oldest === undefined) {
    return undefined;
  }
  const { hostname, caCertificateRefs = [] } = oldest.spec.validation;
  const authorities = caCertificateRefs.find(({ kind }) => kind === CONFIG_MAPS.kind);
  return { protocol: 'https', serverName: hostname, ...present({ caConfigMapName: authorities?.name }) };
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
