/** Place of a release, and the registry that it goes to. */
export interface Publication {
  /** Semantic version, without a v before it. */
  readonly version: string;
  /** Folder of the release. */
  readonly out: string;
  /** Registry and path before the names of images and charts, such as ghcr.io/acme; empty for names without a registry. */
  readonly registry: string;
}

/** Folder of the OCI layout in a release. */
export const LAYOUT = 'oci';

/** Names of images and charts in the layout, and below the registry, each `<repository>:<tag>`. */
export function publishedNames(version: string): readonly string[] {
  return [
    `stoa:${version}`,
    `stoa-example:${version}`,
    `charts/stoa:${version}`,
    `charts/stoa-crds:${version}`,
  ];
}

/** Commands that publish a release: images and charts to a registry, as they are; the other files stay downloads. */
export function publishing({ version, out, registry }: Publication): readonly string[] {
  const target = registry || 'REGISTRY';
  return publishedNames(version).map(
    (name) => `skopeo copy --all --preserve-digests oci:${out}/${LAYOUT}:${name} docker://${target}/${name}`,
  );
}
