/** Load balancing over the pods of a component: `lb-type` of a rule's extensions. */
export type Balancing =
  | { readonly type: 'round-robin' }
  /** The same pod for a client, by a cookie that the engine sets. */
  | { readonly type: 'cookie'; readonly cookie: string }
  /** The same pod for the same value of an nginx variable, `$` included. */
  | { readonly type: 'hash'; readonly variable: string };

/** Reading of a rule's extensions; the keys and values are those of the contract's original. */
export interface Extensions {
  /** Requests by plain HTTP are sent to HTTPS. */
  readonly redirect: boolean;
  readonly balancing: Balancing;
  /** Extensions without a meaning: the key, and why. */
  readonly unknown: readonly { readonly key: string; readonly why: string }[];
}

/** Name of the cookie that keeps a client at its pod, as clients of the contract's original know it. */
const STICKY_COOKIE = 'rainbond-route';

const HASH = 'upstream-hash-by:';

/** Names of variables: the only text of a user that reaches a gateway's configuration. */
const VARIABLE = /^\$[a-z][a-z0-9_]{0,63}$/;

const NONE: Extensions = { redirect: false, balancing: { type: 'round-robin' }, unknown: [] };

/** The reading of the extensions of an HTTP rule; of several with one key, the last counts. */
export function readExtensions(
  list: readonly { readonly key: string; readonly value: string }[] = [],
): Extensions {
  let read = NONE;
  for (const { key, value } of list) {
    read = { ...read, ...readOne(read, key, value) };
  }
  return read;
}

function readOne(read: Extensions, key: string, value: string): Partial<Extensions> {
  const unknown = (why: string) => ({ unknown: [...read.unknown, { key, why }] });
  switch (key) {
    case 'httptohttps':
      return value === 'true' || value === 'false'
        ? { redirect: value === 'true' }
        : unknown('its value must be true or false');
    case 'lb-type': {
      const balancing = readBalancing(value);
      return balancing === undefined
        ? unknown('its value must be round-robin, cookie-session-affinity or upstream-hash-by:$<variable>')
        : { balancing };
    }
    default:
      return unknown('there is no such extension; there are httptohttps and lb-type');
  }
}

function readBalancing(value: string): Balancing | undefined {
  if (value === 'round-robin') {
    return NONE.balancing;
  }
  if (value === 'cookie-session-affinity') {
    return { type: 'cookie', cookie: STICKY_COOKIE };
  }
  const variable = value.startsWith(HASH) ? value.slice(HASH.length) : '';
  return VARIABLE.test(variable) ? { type: 'hash', variable } : undefined;
}
