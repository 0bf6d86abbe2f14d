import { changedAt, type Fields, fieldsOf } from '../base/fields.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import type { Mirrors } from './surroundings.ts';

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

/** Image as nodes pull it: from the mirror of the longest path that has one, else as it is. */
export function mirroredImage(image: string, mirrors: Mirrors): string {
  const { registry, repository, version } = parseImage(image);
  const parts = [registry, ...repository.split('/')];
  for (let length = parts.length; length > 0; length -= 1) {
    const path = parts.slice(0, length).join('/');
    const mirror = Object.hasOwn(mirrors, path) ? mirrors[path] : undefined;
    if (mirror !== undefined) {
      return `${[mirror, ...parts.slice(length)].join('/')}${version}`;
    }
  }
  return image;
}

/** Planned object whose pods pull their images from mirrors; one without pods stays as it is. */
export function withMirrors(planned: PlannedObject, mirrors: Mirrors): PlannedObject {
  const { resource, draft } = planned;
  if (!isWorkloadKind(resource.kind)) {
    return planned;
  }
  const path = [...WORKLOAD_KINDS[resource.kind].templatePath, 'spec'];
  const spec = changedAt(fieldsOf(draft.spec), path, (pod) => withMirroredPod(pod, mirrors));
  return { resource, draft: { ...draft, spec } };
}

function withMirroredPod(pod: Fields, mirrors: Mirrors): Fields {
  const changed = ['containers', 'initContainers'].flatMap((field) => {
    const containers = pod[field];
    return Array.isArray(containers)
      ? [[field, containers.map((container) => withMirroredImage(fieldsOf(container), mirrors))] as const]
      : [];
  });
  return { ...pod, ...Object.fromEntries(changed) };
}

function withMirroredImage(container: Fields, mirrors: Mirrors): Fields {
  const { image } = container;
  return typeof image === 'string' ? { ...container, image: mirroredImage(image, mirrors) } : container;
}
