import type { ObjectDraft } from '../../src/kube/object.ts';
import { apiVersionOf } from '../../src/kube/resource.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../src/objects/httproute.ts';

const ENGINE = 'traefik.io/gateway-controller';

/** Status of a route in which Traefik accepts its present generation, for a stand-in of what writes it. */
export function acceptanceOf({ metadata, spec }: HttpRoute): ObjectDraft {
  const { name, namespace = '', uid, generation = 1 } = metadata;
  const conditions = ['Accepted', 'ResolvedRefs'].map((type) => ({
    ...{ type, status: 'True', reason: type, message: '' },
    ...{ observedGeneration: generation, lastTransitionTime: '2026-01-01T00:00:00Z' },
  }));
  const [parentRef] = spec.parentRefs;
  return {
    apiVersion: apiVersionOf(HTTP_ROUTES),
    kind: HTTP_ROUTES.kind,
    metadata: { name, namespace, uid },
    status: { parents: [{ parentRef, controllerName: ENGINE, conditions }] },
  };
}
