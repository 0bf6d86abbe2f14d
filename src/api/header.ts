import { z } from 'zod';
import { type CelRule, checked, keyedList } from './grammar.ts';

/** What names may look like. */
interface NameGrammar {
  readonly pattern: RegExp;
  readonly max: number;
  readonly message: string;
}

/** Header names that every engine takes: fewer than the tokens of RFC 9110. */
const HEADER_NAME: NameGrammar = {
  pattern: /^[-A-Za-z0-9][-A-Za-z0-9_.]*$/,
  max: 256,
  message: 'must be letters, digits, -, _ and ., and start with none of the last two',
};

/** A cookie name is a token of RFC 9110. */
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

/** Value of an HTTP header, as the Gateway API takes it: no control characters, and no blanks that proxies alter. */
export const headerValueSchema = z
  .string()
  .max(4096)
  .regex(/^([!-~]+( [!-~]+)*)?$/, 'must be printable ASCII, words parted by single blanks');

/** Header names do not distinguish case. */
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
 * Cookies that a request must carry, name to value (RFC 6265, 4.1.1). Engines compare them by a regular
 * expression of at most 4096 characters, in which three of the longest have room.
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

/** Headers that are set, each once. */
export function headerListSchema<T extends z.ZodObject<{ key: z.ZodString }>>(item: T, max: number) {
  return checked(keyedList(item, 'key', max), [
    {
      rule: 'self.all(a, self.exists_one(b, b.key.lowerAscii() == a.key.lowerAscii()))',
      message: 'must not set a header twice, in whatever case',
      holds: (headers) => distinct(headers.map(({ key }) => key)),
    },
  ]);
}

/** A map of names to values. */
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

/** zod leaves an entry `__proto__` out without a word, and a condition must not go like that. */
function refuseProto(input: unknown, context: z.RefinementCtx): unknown {
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__')) {
    context.addIssue('must not have an entry __proto__');
  }
  return input;
}
