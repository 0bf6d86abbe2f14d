import { z } from 'zod';
import { isFields, present } from '../../../base/fields.ts';
import { bodyOf, camelMembers, type RequestBody } from '../../http/body.ts';
import type { Canonical } from '../../http/canonical.ts';
import { namedObject } from '../../http/schema.ts';
import {
  editedHttpSchema,
  editedTcpSchema,
  editedTlsSchema,
  MEMBERS,
  newHttpSchema,
  newTcpSchema,
  newTlsSchema,
} from './halfschema.ts';

/** Half of a body by its `protocol`. */
export const HALVES = { http: 'http', tcp: 'tcp', udp: 'tcp', tls: 'tls' } as const;

/** Name of a half. */
export type HalfName = (typeof HALVES)[keyof typeof HALVES];

/** The other halves of a body, by the one that it has. */
export const OTHER_HALVES = {
  http: ['tcp', 'tls'],
  tcp: ['http', 'tls'],
  tls: ['http', 'tcp'],
} as const satisfies Readonly<Record<HalfName, readonly HalfName[]>>;

/**
 * Body of a new rule without what says nothing, since clients with fixed structures always send it: the half that
 * `protocol` does not name, and a configuration whose members are all null.
 */
function spokenRule(raw: unknown): Canonical {
  const named = namedHalf(raw);
  if (!isFields(named.body)) {
    return named;
  }
  const { body: http, ignored } = spokenHttp(named.body.http);
  return {
    body: ignored.length === 0 ? named.body : { ...named.body, http },
    ignored: [...named.ignored, ...ignored.map((member) => `http.${member}`)],
  };
}

/** Http half without a configuration whose members are all null. */
function spokenHttp(half: unknown): Canonical {
  if (!isFields(half) || !isFields(half.configuration) || !isAllNull(half.configuration)) {
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
  const half = isFields(raw) ? halfNamed(raw.protocol) : undefined;
  if (!isFields(raw) || half === undefined) {
    return { body: raw, ignored: [] };
  }
  const ignored = OTHER_HALVES[half].filter((other) => Object.hasOwn(raw, other));
  const body = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !ignored.some((other) => other === name)),
  );
  return { body, ignored };
}

/** Names of the members of both halves. */
interface Members {
  readonly http: readonly string[];
  readonly tcp: readonly string[];
}

/**
 * Body of an edit with the level of its half, and the name of that level where the body has the members of a half
 * itself: those that `protocol` names, or those of tcp if one of them is of tcp alone.
 */
function withHalf(raw: unknown, { http, tcp }: Members): { readonly body: unknown; readonly level?: string } {
  if (!isFields(raw) || Object.keys(OTHER_HALVES).some((half) => Object.hasOwn(raw, half))) {
    return { body: raw };
  }
  const { protocol, ...half } = raw;
  const members = Object.keys(half);
  const isTcp = members.some((member) => tcp.includes(member) && !http.includes(member));
  if (!isTcp && !members.some((member) => http.includes(member))) {
    return { body: raw };
  }
  const level = halfNamed(protocol) ?? (isTcp ? 'tcp' : 'http');
  return { body: { ...present({ protocol }), [level]: half }, level };
}

/** The half that a `protocol` names; undefined where it names none. */
function halfNamed(protocol: unknown): HalfName | undefined {
  const word = typeof protocol === 'string' ? protocol.trim() : '';
  return Object.hasOwn(HALVES, word) ? HALVES[word as keyof typeof HALVES] : undefined;
}

const protocolSchema = z
  .enum(['http', 'tcp', 'udp', 'tls'])
  .describe(
    'http for the half http, tcp or udp for the half tcp, tls for the half tls; udp states that the rule is for UDP.',
  );

/** Protocol of a rule as clients name it. */
export type Protocol = z.output<typeof protocolSchema>;

/** The body of "create a gateway policy": contract 2.2. */
const newRuleSchema = namedObject('PostGatewayRule', {
  protocol: protocolSchema,
  http: newHttpSchema.transform(camelMembers).optional(),
  tcp: newTcpSchema.transform(camelMembers).optional(),
  tls: newTlsSchema.transform(camelMembers).optional(),
});

/** The body of an edit of a rule. */
const editSchema = namedObject('EditedRule', {
  protocol: protocolSchema.optional(),
  http: editedHttpSchema.transform(camelMembers).optional(),
  tcp: editedTcpSchema.transform(camelMembers).optional(),
  tls: editedTlsSchema.transform(camelMembers).optional(),
});

/** A new rule, as a client requests it. */
export type NewRule = z.output<typeof newRuleSchema>;

const wholeRule = bodyOf(newRuleSchema);

/** The body of "create a gateway policy". */
export const newRuleBody: RequestBody<NewRule> = {
  ...wholeRule,
  canonical: (raw) => {
    const { body, ignored } = spokenRule(raw);
    const canonical = wholeRule.canonical(body);
    return { ...canonical, ignored: [...canonical.ignored, ...ignored] };
  },
};

const newHttpHalf = bodyOf(newHttpSchema);

/** The body of a new http rule: the http half alone. */
export const newHttpRuleBody: RequestBody<NewRule> = {
  ...newHttpHalf,
  canonical: (raw) => {
    const { body, ignored } = spokenHttp(raw);
    const canonical = newHttpHalf.canonical(body);
    return { body: canonical.body, ignored: [...canonical.ignored, ...ignored], level: 'http' };
  },
  read: (http) => newRuleBody.read({ protocol: 'http', http }),
};

/** An edit of a rule, as a client requests it. */
export type RuleEdit = z.output<typeof editSchema>;

const wholeEdit = bodyOf(editSchema);

/** The body of an edit of a rule: its halves, or the members of one without that level. */
export const ruleEditBody: RequestBody<RuleEdit> = {
  ...wholeEdit,
  canonical: (raw) => {
    const { body, level } = withHalf(raw, MEMBERS);
    return { ...wholeEdit.canonical(body), ...present({ level }) };
  },
};

const editedHttpHalf = bodyOf(editedHttpSchema);

/** The body of an edit of an http rule: the http half alone. */
export const httpRuleEditBody: RequestBody<RuleEdit> = {
  ...editedHttpHalf,
  canonical: (raw) => ({ ...editedHttpHalf.canonical(raw), level: 'http' }),
  read: (http) => ruleEditBody.read({ protocol: 'http', http }),
};
