/** Name of a Secret. */
export interface SecretName {
  readonly namespace: string;
  readonly name: string;
}

/** Key of a Secret in caches, indexes and memories, `namespace/name`. */
export function secretKey({ namespace, name }: SecretName): string {
  return `${namespace}/${name}`;
}
