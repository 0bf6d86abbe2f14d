import { ANNOTATIONS } from '../../api/group.ts';
import { ACCESS_KEY } from '../../api/marketinstall.ts';
import { type InstallReason, REASONS } from '../../api/reason.ts';
import { bindCommandOf, keyBindingOf, keyRealmsOf } from '../../objects/accesskey.ts';
import type { Secret } from '../../objects/core.ts';
import { secretText } from '../../objects/secret.ts';
import type { MarketInstall } from '../../objects/stoa.ts';

/** Access key of an install, or why Stoa sends none. */
type AccessKey =
  | { readonly type: 'usable'; readonly value: string; readonly realms: readonly string[] }
  | { readonly type: 'unusable'; readonly reason: InstallReason; readonly message: string };

/**
 * Access key in the Secret that an install names; `secret` is undefined where there is none of the name. A key is
 * usable only for the store that its Secret names: who may edit installs decides on the address of the store, and
 * who may edit Secrets decides on who gets what is in them. Pure.
 */
export function accessKeyOf(
  install: MarketInstall,
  ref: { readonly name: string; readonly key?: string | undefined },
  secret: Secret | undefined,
): AccessKey {
  const { name, key = ACCESS_KEY } = ref;
  if (secret === undefined) {
    return unusable(REASONS.accessKeyNotFound, `there is no Secret ${name}`);
  }
  const binding = keyBindingOf(secret, install);
  if (binding !== 'bound') {
    const why = {
      unbound: `the Secret ${name} does not say which store its key is for`,
      'bound-elsewhere': `the key of the Secret ${name} is for another store, see its annotation ${ANNOTATIONS.accessKeyFor}`,
    }[binding];
    const command = bindCommandOf(name, install);
    const wayOut = command === undefined ? '' : `; if the store of spec.market.url may have it: ${command}`;
    return unusable(REASONS.accessKeyNotBound, `${why}${wayOut}`);
  }
  const value = secretText(secret, key);
  return value === undefined
    ? unusable(REASONS.accessKeyNotFound, `the Secret ${name} has no key ${key}`)
    : { type: 'usable', value, realms: keyRealmsOf(secret) };
}

function unusable(reason: InstallReason, message: string): AccessKey {
  return { type: 'unusable', reason, message: `spec.market.accessKeySecretRef: ${message}` };
}
