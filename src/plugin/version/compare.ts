import { GROUP, SCHEMA_DIGEST } from '../../api/group.ts';
import { kinds } from '../../api/kinds.ts';
import { type PublishedSchemas, type Skew, schemaDigest, skewsOf } from '../../api/skew.ts';
import { present } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';

/** CRD of a cluster beside that of this version. */
export interface ComparedCrd {
  readonly crd: string;
  /** Digest of the schema of this version. */
  readonly own: string;
  /** Digest that the CRD carries; missing where it has none, or the user may not read it. */
  readonly carried?: string;
  readonly skews: readonly Pick<Skew, 'is' | 'text'>[];
}

/** Names of the CRDs of this version. */
export function crdNames(): readonly string[] {
  return kinds.map(({ plural }) => `${plural}.${GROUP}`);
}

/** CRDs of a cluster, by what its API server publishes, and as far as they can be read. Pure. */
export function comparedCrds(
  published: PublishedSchemas,
  stored: readonly KubeObject[],
): readonly ComparedCrd[] {
  const skews = skewsOf(published);
  return kinds.map((definition) => {
    const crd = `${definition.plural}.${GROUP}`;
    const carried = stored.find(({ metadata }) => metadata.name === crd)?.metadata.annotations?.[
      SCHEMA_DIGEST
    ];
    return {
      crd,
      own: schemaDigest(definition),
      ...present({ carried }),
      skews: skews.filter((each) => each.crd === crd).map(({ is, text }) => ({ is, text })),
    };
  });
}

/** Lines on a CRD. Pure. */
export function inWords({ crd, own, carried, skews }: ComparedCrd): readonly string[] {
  if (skews.length > 0) {
    return skews.map(({ text }) => text);
  }
  const other = carried !== undefined && carried !== own ? `, though its schema is ${carried}` : '';
  return [`${crd}: schema ${own}, and the CRD has all fields of it and no other${other}`];
}
