/** Registry of images without one. */
export const DEFAULT_REGISTRY = 'docker.io';

/** Image reference in its parts. */
export interface ImageReference {
  /** Host, with its port if it has one; in lower case. */
  readonly registry: string;
  /** Path in the registry; images of Docker itself have it with `library/`. */
  readonly repository: string;
  /** Tag, digest, or both, with their separators; empty where the image has none. */
  readonly version: string;
}

/** Image reference in its parts, as container runtimes read it. */
export function parseImage(image: string): ImageReference {
  const { name, version } = splitVersion(image);
  const [first = '', ...rest] = name.split('/');
  const isHost =
    rest.length > 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  const registry = isHost ? first.toLowerCase() : DEFAULT_REGISTRY;
  const path = isHost ? rest.join('/') : name;
  const isOfficial = DOCKER_HUB.has(registry) && !path.includes('/');
  return {
    registry: DOCKER_HUB.has(registry) ? DEFAULT_REGISTRY : registry,
    repository: isOfficial ? `library/${path}` : path,
    version,
  };
}

/** Names of the registry of Docker. */
const DOCKER_HUB: ReadonlySet<string> = new Set([
  DEFAULT_REGISTRY,
  'index.docker.io',
  'registry-1.docker.io',
]);

/** The same image with another tag; a digest goes, because it would decide. */
export function withTag(image: string, tag: string): string {
  return `${splitVersion(image).name}:${tag}`;
}

/** Image up to its tag or digest; a colon before the last slash belongs to the port of the registry. */
function splitVersion(image: string): { readonly name: string; readonly version: string } {
  const at = image.indexOf('@');
  const named = at === -1 ? image : image.slice(0, at);
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  const end = colon === -1 ? named.length : colon;
  return { name: image.slice(0, end), version: image.slice(end) };
}
