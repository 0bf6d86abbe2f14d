import { withoutTrailing } from '../../base/text.ts';
import type { Allowed } from '../guard.ts';
import type { SignaturePolicy } from './policy.ts';

/**
 * Policy for a repository of a registry: that of the longest of the places that have it; undefined where none has. Pure.
 */
export function policyOf(
  stores: readonly Allowed[],
  { host, repository }: { readonly host: string; readonly repository: string },
): SignaturePolicy | undefined {
  const name = registryPlace(`${host}/${repository}`);
  const [best] = stores
    .filter((each) => each.type === 'registry')
    .filter(({ place }) => name === place || name.startsWith(`${place}/`))
    .toSorted((one, other) => other.place.length - one.place.length);
  return best?.policy;
}

/** Names of the registry of Docker. */
const DOCKER = /^(index|registry-1)\.docker\.io$/;

/** Host of a registry with a path, as one of its names. Pure. */
export function registryPlace(text: string): string {
  const [host = '', ...path] = withoutTrailing(text, '/').split('/');
  // A name with a dot at its end, and the usual port, lead to the same registry.
  const name = withoutTrailing(host.toLowerCase().replace(/:443$/, ''), '.').replace(DOCKER, 'docker.io');
  return [name, ...path].join('/');
}
