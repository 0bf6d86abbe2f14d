import { z } from 'zod';
import { bodyOf, type RequestBody } from '../body.ts';
import { namedObject } from '../schema.ts';
import { camelMembers } from '../spelling.ts';
import { editedHttpSchema, editedTcpSchema, MEMBERS, newHttpSchema, newTcpSchema } from './halfschema.ts';
import { spokenHttp, spokenRule, withHalf } from './halves.ts';

const protocolSchema = z
  .enum(['http', 'tcp', 'udp'])
  .describe('http for the half http, tcp or udp for the half tcp; udp states that the rule is for UDP.');

/** Protocol of a rule as clients name it. */
export type Protocol = z.output<typeof protocolSchema>;

/** The body of "create a gateway policy": contract 2.2. */
const newRuleSchema = namedObject('PostGatewayRule', {
  protocol: protocolSchema,
  http: newHttpSchema.transform(camelMembers).optional(),
  tcp: newTcpSchema.transform(camelMembers).optional(),
});

/** The body of an edit of a rule. */
const editSchema = namedObject('EditedRule', {
  protocol: protocolSchema.optional(),
  http: editedHttpSchema.transform(camelMembers).optional(),
  tcp: editedTcpSchema.transform(camelMembers).optional(),
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
    return { ...wholeEdit.canonical(body), ...(level === undefined ? {} : { level }) };
  },
};

const editedHttpHalf = bodyOf(editedHttpSchema);

/** The body of an edit of an http rule: the http half alone. */
export const httpRuleEditBody: RequestBody<RuleEdit> = {
  ...editedHttpHalf,
  canonical: (raw) => ({ ...editedHttpHalf.canonical(raw), level: 'http' }),
  read: (http) => ruleEditBody.read({ protocol: 'http', http }),
};
