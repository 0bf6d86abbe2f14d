import { z } from 'zod';
import { type CelRule, checked, keyedList } from './grammar.ts';

/** Grammar of names. */
interface NameGrammar {
  readonly pattern: RegExp;
  readonly max: number;
  readonly message: string;
}

/** Header names that every engine accepts, a subset of the tokens of RFC 9110. */
const HEADER_NAME: NameGrammar = {
  pattern: /^[-A-Za-z0-9][-A-Za-z0-9_.]*$/,
  max: 256,
  message: 'must be letters, digits, -, _ and ., and start with none of the last two',
};

/** Cookie names, which are tokens of RFC 9110. */
const COOKIE_NAME: NameGrammar = {
  pattern: /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/,
  max: 128,
  message: "must be letters, digits and -_.!#$%&'*+^`|~",
};

/** Name of an HTTP header. */
export const headerNameSchema = z
  .string()
  .min(1)
  .max(HEADER_NAME.max)
  .regex(HEADER_NAME.pattern, HEADER_NAME.message);

/** Value of an HTTP header in the Gateway API, without control characters and without blanks that proxies alter. */
export const headerValueSchema = z
  .string()
  .max(4096)
  .regex(/^([!-~]+( [!-~]+)*)?$/, 'must be printable ASCII, words parted by single blanks');

/** Whether header names are distinct, ignoring case. */
function distinct(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

/** Headers that a request must carry, name to value. */
export const headerMatchesSchema = pairsSchema({
  max: 16,
  name: HEADER_NAME,
  value: headerValueSchema.min(1),
  rules: [
    {
      rule: 'self.all(a, self.exists_one(b, b.lowerAscii() == a.lowerAscii()))',
      message: 'must not name a header twice, in whatever case',
      holds: (pairs) => distinct(Object.keys(pairs)),
    },
  ],
});

/**
 * Cookies that a request must carry, name to value (RFC 6265, 4.1.1). Engines match them by a regular expression of at
 * most 4096 characters, which has room for three cookies of maximum length.
 */
export const cookieMatchesSchema = pairsSchema({
  max: 3,
  name: COOKIE_NAME,
  value: z
    .string()
    .max(512)
    .regex(
      /^[!#-+\--:<-[\]-~]*$/,
      'must be what a cookie can hold: printable ASCII without blanks, ", comma, ; and \\',
    ),
});

/** Names of parameters in the query, without characters that URLs encode. */
const PARAMETER_NAME: NameGrammar = {
  pattern: /^[-A-Za-z0-9_.~]+$/,
  max: 128,
  message: 'must be letters, digits, -, _, . and ~',
};

/** Parameters of the query that a request must have, name to value. */
export const queryMatchesSchema = pairsSchema({
  max: 16,
  name: PARAMETER_NAME,
  value: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[ -~]*$/, 'must be printable ASCII'),
});

/** List of headers to set, each at most once. */
export function headerListSchema<T extends z.ZodObject<{ key: z.ZodString }>>(item: T, max: number) {
  return checked(keyedList(item, 'key', max), [
    {
      rule: 'self.all(a, self.exists_one(b, b.key.lowerAscii() == a.key.lowerAscii()))',
      message: 'must not set a header twice, in whatever case',
      holds: (headers) => distinct(headers.map(({ key }) => key)),
    },
  ]);
}

/** Grammar of a map of names to values. */
interface PairsGrammar {
  readonly max: number;
  readonly name: NameGrammar;
  readonly value: z.ZodString;
  readonly rules?: readonly (CelRule & {
    readonly holds: (pairs: Readonly<Record<string, string>>) => boolean;
  })[];
}

function pairsSchema({ max, name, value, rules = [] }: PairsGrammar) {
  const pattern = name.pattern.source.replaceAll("'", "\\'");
  const map = checked(z.record(z.string(), value), [
    {
      rule: `self.all(name, name.size() <= ${name.max} && name != '__proto__' && name.matches('${pattern}'))`,
      message: `names ${name.message}`,
      holds: (pairs) => Object.keys(pairs).every((key) => key.length <= name.max && name.pattern.test(key)),
    },
    ...rules,
  ]);
  const bounded = map
    .refine((pairs) => Object.keys(pairs).length <= max, { message: `must have at most ${max} entries` })
    .meta({ ...map.meta(), maxProperties: max });
  return z.preprocess(refuseProto, bounded);
}

/** Input without an entry `__proto__`, which zod would silently drop. */
function refuseProto(input: unknown, context: z.RefinementCtx): unknown {
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__')) {
    context.addIssue('must not have an entry __proto__');
  }
  return input;
}
