import { apiVersionOf, type Resource } from '../../kube/resource.ts';
import { SECRETS } from '../../objects/core.ts';
import type { Surroundings, Wanted } from './expansion.ts';

/** Planned object in the namespace of an install. */
export function wanted(
  resource: Resource,
  { namespace }: Pick<Surroundings, 'namespace'>,
  metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  },
  content: Readonly<Record<string, unknown>>,
): Wanted {
  const { kind } = resource;
  return {
    resource,
    draft: { apiVersion: apiVersionOf(resource), kind, metadata: { namespace, ...metadata }, ...content },
  };
}

/** Planned Secret of texts. */
export function secret(
  surroundings: Pick<Surroundings, 'namespace'>,
  metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> },
  texts: Readonly<Record<string, string>>,
  type = 'Opaque',
): Wanted {
  const data = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  );
  return wanted(SECRETS, surroundings, metadata, { type, data });
}
