import { withSuffix } from '../../base/dnslabel.ts';
import { shortHash } from '../../base/hash.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { DEFAULT_REGISTRY, mirroredImage, parseImage } from '../../source/image.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { ModelComponent } from '../read/component.ts';
import { plannedSecret } from './object.ts';

/** Key of the default registry in pull secrets. */
const DEFAULT_REGISTRY_KEY = 'https://index.docker.io/v1/';

/** Credentials of a registry. */
interface Login {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

/** Pull secrets of an install. */
export interface PullSecrets {
  readonly objects: readonly PlannedObject[];
  /** Names of the pull secrets of a component, by its key. */
  readonly of: (key: string) => readonly string[];
}

/**
 * Pull secrets of all components and their plugins: with their own credentials, or those of the store’s registry for
 * images in it. Credentials are sent to their registry alone, and a mirror gets none of another one.
 */
export function makePullSecrets(
  components: readonly ModelComponent[],
  surroundings: Surroundings,
  labels: Readonly<Record<string, string>>,
): PullSecrets {
  const { install } = surroundings;
  const secrets = new Map<string, PlannedObject>();
  const names = new Map<string, readonly string[]>();
  const images = components.flatMap(({ key, plugins }) => plugins.map((plugin) => ({ key, ...plugin })));
  // Those of plugins come last, so that they change no name.
  for (const owner of [...components, ...images]) {
    const login = loginOf(owner, surroundings);
    if (login === undefined) {
      continue;
    }
    const content = JSON.stringify(dockerConfig(login));
    const name =
      secrets.get(content)?.draft.metadata.name ??
      withSuffix(install.name, `pull-${shortHash(`${install.uid}/pull/${secrets.size}`, 8)}`);
    const object = plannedSecret(
      surroundings,
      { name, labels },
      { '.dockerconfigjson': content },
      'kubernetes.io/dockerconfigjson',
    );
    secrets.set(content, object);
    names.set(owner.key, [...new Set([...(names.get(owner.key) ?? []), name])]);
  }
  return { objects: [...secrets.values()], of: (key) => names.get(key) ?? [] };
}

function loginOf(
  { image, registry }: Pick<ModelComponent, 'image' | 'registry'>,
  { hub, mirrors = {} }: Surroundings,
): Login | undefined {
  const used = mirroredImage(image, mirrors);
  const at = parseImage(used).registry;
  const own = registry.url === '' ? parseImage(image).registry : hostOfUrl(registry.url);
  const isUsed = used === image || own === at;
  if (registry.user !== '' && registry.password !== '' && own !== '' && isUsed) {
    return { host: own, user: registry.user, password: registry.password };
  }
  const isThere = hub !== undefined && hostOfUrl(hub.url) === at;
  return isThere && hub.user && hub.password
    ? { host: at, user: hub.user, password: hub.password }
    : undefined;
}

/** Host of a registry: publishers write it with and without scheme, and with a namespace. */
function hostOfUrl(url: string): string {
  const [host = ''] = url.replace(/^https?:\/\//i, '').split('/');
  return host.toLowerCase();
}

function dockerConfig({ host, user, password }: Login) {
  const key = host === DEFAULT_REGISTRY ? DEFAULT_REGISTRY_KEY : host;
  const auth = Buffer.from(`${user}:${password}`).toString('base64');
  return { auths: { [key]: { username: user, password, auth } } };
}
