import { apiVersionOf, type Resource } from '../../kube/resource.ts';
import { SECRETS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { secretData } from '../../objects/secret.ts';
import type { Surroundings } from '../../source/surroundings.ts';

/** Planned object in the namespace of an install. */
export function plannedObject(
  resource: Resource,
  { namespace }: Pick<Surroundings, 'namespace'>,
  metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  },
  content: Readonly<Record<string, unknown>>,
): PlannedObject {
  const { kind } = resource;
  return {
    resource,
    draft: { apiVersion: apiVersionOf(resource), kind, metadata: { namespace, ...metadata }, ...content },
  };
}

/** Planned Secret of texts. */
export function plannedSecret(
  surroundings: Pick<Surroundings, 'namespace'>,
  metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> },
  texts: Readonly<Record<string, string>>,
  type = 'Opaque',
): PlannedObject {
  return plannedObject(SECRETS, surroundings, metadata, { type, data: secretData(texts) });
}
