import type { ModelComponent } from '../model/component.ts';
import type { Surroundings, Wanted } from './expansion.ts';
import { hash, withSuffix } from './name.ts';
import { secret } from './object.ts';

/** The registry of images that name none, and the name under which its credentials are kept. */
const DEFAULT_REGISTRY = 'docker.io';
const DEFAULT_REGISTRY_KEY = 'https://index.docker.io/v1/';

/** How to log in at a registry. */
interface Login {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

/** The Secrets by which images are pulled. */
export interface PullSecrets {
  readonly objects: readonly Wanted[];
  /** Names of those that a component needs, by its key. */
  readonly of: (key: string) => readonly string[];
}

/**
 * Makes a Secret for every login that the components need: their own, else that of the store's hub where
 * the image is there. A login goes to the host that it is for and to no other.
 */
export function makePullSecrets(
  components: readonly ModelComponent[],
  surroundings: Surroundings,
  labels: Readonly<Record<string, string>>,
): PullSecrets {
  const { install } = surroundings;
  const secrets = new Map<string, Wanted>();
  const names = new Map<string, readonly string[]>();
  for (const component of components) {
    const login = loginOf(component, surroundings);
    if (login === undefined) {
      continue;
    }
    const content = JSON.stringify(dockerConfig(login));
    const name =
      secrets.get(content)?.draft.metadata.name ??
      withSuffix(install.name, `pull-${hash(`${install.uid}/pull/${secrets.size}`, 8)}`);
    const object = secret(
      surroundings,
      { name, labels },
      { '.dockerconfigjson': content },
      'kubernetes.io/dockerconfigjson',
    );
    secrets.set(content, object);
    names.set(component.key, [name]);
  }
  return { objects: [...secrets.values()], of: (key) => names.get(key) ?? [] };
}

function loginOf({ image, registry }: ModelComponent, { hub }: Surroundings): Login | undefined {
  const at = hostOfImage(image);
  const own = registry.url === '' ? at : hostOfUrl(registry.url);
  if (registry.user !== '' && registry.password !== '' && own !== '') {
    return { host: own, user: registry.user, password: registry.password };
  }
  const isThere = hub !== undefined && hostOfUrl(hub.url) === at;
  return isThere && hub.user && hub.password
    ? { host: at, user: hub.user, password: hub.password }
    : undefined;
}

function hostOfImage(image: string): string {
  const [first = '', ...rest] = image.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  return isHost ? first.toLowerCase() : DEFAULT_REGISTRY;
}

/** Publishers write registries with and without scheme, and with the namespace of their images. */
function hostOfUrl(url: string): string {
  const [host = ''] = url.replace(/^https?:\/\//i, '').split('/');
  return host.toLowerCase();
}

function dockerConfig({ host, user, password }: Login) {
  const key = host === DEFAULT_REGISTRY ? DEFAULT_REGISTRY_KEY : host;
  const auth = Buffer.from(`${user}:${password}`).toString('base64');
  return { auths: { [key]: { username: user, password, auth } } };
}
