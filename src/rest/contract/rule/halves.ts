import { type Canonical, isObject } from '../reader/canonical.ts';

/** Half of a body by its `protocol`. */
export const HALVES = { http: 'http', tcp: 'tcp', udp: 'tcp' } as const;

/** The other half of a body. */
export const OTHER_HALF = { http: 'tcp', tcp: 'http' } as const;

/**
 * Body of a new rule without what says nothing, since clients with fixed structures always send it: the half that
 * `protocol` does not name, and a configuration whose members are all null.
 */
export function spokenRule(raw: unknown): Canonical {
  const named = namedHalf(raw);
  if (!isObject(named.body)) {
    return named;
  }
  const { body: http, ignored } = spokenHttp(named.body.http);
  return {
    body: ignored.length === 0 ? named.body : { ...named.body, http },
    ignored: [...named.ignored, ...ignored.map((member) => `http.${member}`)],
  };
}

/** Http half without a configuration whose members are all null. */
export function spokenHttp(half: unknown): Canonical {
  if (!isObject(half) || !isObject(half.configuration) || !isAllNull(half.configuration)) {
    return { body: half, ignored: [] };
  }
  const { configuration: _, ...body } = half;
  return { body, ignored: ['configuration'] };
}

function isAllNull(value: Readonly<Record<string, unknown>>): boolean {
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => member === null);
}

function namedHalf(raw: unknown): Canonical {
  const half = isObject(raw) ? halfNamed(raw.protocol) : undefined;
  const other = half && OTHER_HALF[half];
  if (!isObject(raw) || other === undefined || !Object.hasOwn(raw, other)) {
    return { body: raw, ignored: [] };
  }
  const { [other]: _, ...body } = raw;
  return { body, ignored: [other] };
}

/** Names of the members of both halves. */
interface Members {
  readonly http: readonly string[];
  readonly tcp: readonly string[];
}

/**
 * Body of an edit with the level of its half, and the name of that level where the body has the members of a half
 * itself: those of tcp if one of them is of tcp alone, or `protocol` says so.
 */
export function withHalf(
  raw: unknown,
  { http, tcp }: Members,
): { readonly body: unknown; readonly level?: string } {
  if (!isObject(raw) || Object.hasOwn(raw, 'http') || Object.hasOwn(raw, 'tcp')) {
    return { body: raw };
  }
  const { protocol, ...half } = raw;
  const members = Object.keys(half);
  const isTcp = members.some((member) => tcp.includes(member) && !http.includes(member));
  if (!isTcp && !members.some((member) => http.includes(member))) {
    return { body: raw };
  }
  const level = halfNamed(protocol) ?? (isTcp ? 'tcp' : 'http');
  return { body: { ...(protocol === undefined ? {} : { protocol }), [level]: half }, level };
}

/** The half that a `protocol` names; undefined where it names none. */
function halfNamed(protocol: unknown): 'http' | 'tcp' | undefined {
  const word = typeof protocol === 'string' ? protocol.trim() : '';
  return Object.hasOwn(HALVES, word) ? HALVES[word as keyof typeof HALVES] : undefined;
}
