import { ANNOTATIONS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { MarketInstall } from './stoa.ts';

/** Origins whose host is a DNS name or an address: their text is safe in a command that users copy. */
const ORIGIN = /^(https?|oci):\/\/[-\w.:[\]]+$/;

/**
 * Origin of a store, such as `https://hub.example.com` or `oci://registry.example.com`; undefined where the text is no URL
 * of a store.
 */
export function storeOriginOf(url: string): string | undefined {
  // A URL of another scheme has no origin, and its host as it is written.
  const isRegistry = url.startsWith('oci://');
  const { origin = '' } = URL.parse(isRegistry ? url.replace('oci:', 'https:') : url) ?? {};
  const own = isRegistry ? origin.replace('https:', 'oci:') : origin;
  return ORIGIN.test(own) ? own : undefined;
}

/** Relation of a Secret to the store of an install. */
type KeyBinding =
  /** The Secret has an access key of this store. */
  | 'bound'
  /** Nothing says that the Secret has an access key. */
  | 'unbound'
  /** The Secret has an access key of another store. */
  | 'bound-elsewhere';

/** Annotations of a Secret with the access key of a store. */
export function keyAnnotations(url: string): Readonly<Record<string, string>> {
  const origin = storeOriginOf(url);
  return present({ [ANNOTATIONS.accessKeyFor]: origin });
}

/** Relation of a Secret to the store of an install. Pure. */
export function keyBindingOf({ metadata }: KubeObject, install: MarketInstall): KeyBinding {
  const bound = metadata.annotations?.[ANNOTATIONS.accessKeyFor];
  if (bound === undefined) {
    return isOfFormerVersion(metadata, install) ? 'bound' : 'unbound';
  }
  return isKeyOf({ metadata }, install.spec.market.url) ? 'bound' : 'bound-elsewhere';
}

/** Whether a Secret says that it has an access key of the store at a URL. Pure. */
export function isKeyOf({ metadata }: Pick<KubeObject, 'metadata'>, url: string): boolean {
  const origin = storeOriginOf(url);
  return (
    origin !== undefined && origin === storeOriginOf(metadata.annotations?.[ANNOTATIONS.accessKeyFor] ?? '')
  );
}

/** Origins that the key in a Secret goes to for tokens of its store, beside that one. Pure. */
export function keyRealmsOf({ metadata }: Pick<KubeObject, 'metadata'>): readonly string[] {
  return (metadata.annotations?.[ANNOTATIONS.accessKeyRealms] ?? '')
    .split(',')
    .flatMap((each) => storeOriginOf(each.trim()) ?? []);
}

/**
 * Whether the REST API of a version without the annotation wrote the Secret for the install. The generation proves
 * that the address of the store is still the one that came with the key.
 */
function isOfFormerVersion(secret: KubeObject['metadata'], { metadata }: MarketInstall): boolean {
  return metadata.generation === 1 && (secret.ownerReferences ?? []).some(({ uid }) => uid === metadata.uid);
}

/** Command that binds a Secret to the store of an install; undefined where the install names no store. */
export function bindCommandOf(secret: string, { metadata, spec }: MarketInstall): string | undefined {
  const origin = storeOriginOf(spec.market.url);
  const target = `secret ${secret} -n ${metadata.namespace}`;
  return origin && `kubectl annotate ${target} ${ANNOTATIONS.accessKeyFor}=${origin} --overwrite`;
}
