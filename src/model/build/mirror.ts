import { changedAt, type Fields, fieldsOf } from '../../base/fields.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Mirrors } from '../../source/surroundings.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { parseImage } from './image.ts';

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
