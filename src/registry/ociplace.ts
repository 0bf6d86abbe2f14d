import type { Allowed } from '../store/guard.ts';

/** Repository of a registry, by its names. */
export interface OciPlace {
  /** Host and port of the registry. */
  readonly host: string;
  /** Name such as `team/shop`. */
  readonly repository: string;
}

/** Part of the name of a repository. */
const PART = /^[a-z0-9]+([._-]+[a-z0-9]+)*$/;

/** Place that a URL such as `oci://registry.example.com/team/shop` names; undefined for others. Pure. */
export function ociPlaceOf(text: string): OciPlace | undefined {
  // A URL of another scheme has its host as it is written.
  const url = text.startsWith('oci://') ? URL.parse(text.replace('oci:', 'https:')) : null;
  if (url === null || [url.username, url.password, url.search, url.hash].some((part) => part !== '')) {
    return undefined;
  }
  const repository = url.pathname.slice(1);
  return repository.split('/').every((part) => PART.test(part)) ? { host: url.host, repository } : undefined;
}

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|$)/;

/**
 * URL of a registry. As for Docker, it is one of http where the configuration lists it so, and on this machine; it is one
 * of https otherwise. Pure.
 */
export function registryUrl(host: string, stores: readonly Allowed[]): URL {
  const isListed = (origin: string) =>
    stores.some((each) => each.type === 'origin' && each.origin === origin);
  const isPlain = isListed(`http://${host}`) || (THIS_MACHINE.test(host) && !isListed(`https://${host}`));
  return new URL(`${isPlain ? 'http' : 'https'}://${answeringHost(host)}`);
}

/** Host at which a registry answers; for the registry of Docker, another one than its name says. Pure. */
export function answeringHost(host: string): string {
  return host === 'docker.io' ? 'registry-1.docker.io' : host;
}
