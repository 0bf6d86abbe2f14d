import { isIP } from 'node:net';
import { z } from 'zod';
import { DNS_NAME } from '../base/dnslabel.ts';

/** CEL rule of a CRD (x-kubernetes-validations). */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
  /** Members down to the one that an error names; the value itself where this is missing. */
  readonly path?: readonly string[];
}

/**
 * Schema with checks that the API server evaluates in CEL, and zod by `holds`. A test on a real API server compares
 * the two.
 */
export function checked<T extends z.ZodType>(
  schema: T,
  rules: readonly (CelRule & { readonly holds: (value: z.output<T>) => boolean })[],
): T {
  let result = schema;
  for (const { holds, message, path } of rules) {
    result = result.refine(holds, { message, ...(path && { path: [...path] }) }) as T;
  }
  const cel = rules.map(({ rule, message, path }) => ({
    rule,
    message,
    ...(path && { fieldPath: path.map((member) => `.${member}`).join('') }),
  }));
  return result.meta({ ...schema.meta(), 'x-kubernetes-validations': cel }) as T;
}

const HOST = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Lower-case DNS name of at most 253 characters whose first label may be `*`. */
export const hostSchema = z
  .string()
  .min(1)
  .max(253)
  .regex(HOST, 'must be a lower-case DNS name such as shop.example.com or *.example.com');

/**
 * Lower-case DNS name of at most 253 characters, without `*`, as hosts and many objects have it; the message tells those
 * who give another text what it is the name of.
 */
export function dnsNameSchema(message: string) {
  return z.string().min(1).max(253).regex(DNS_NAME, message);
}

/** Name of a host, without `*`. */
export const exactHostSchema = dnsNameSchema(
  'must be a lower-case DNS name such as shop.example.com, without *',
);

const PATH = /^\/([-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/;

const anyPathSchema = z
  .string()
  .min(1)
  .max(1024)
  .regex(PATH, "must start with / and hold only letters, digits, -._~!$&'()*+,;=:@/ and %xx");

const PATH_RULES: readonly (CelRule & { readonly holds: (path: string) => boolean })[] = [
  {
    rule: "!self.contains('//')",
    message: 'must not contain //',
    holds: (path) => !path.includes('//'),
  },
  {
    rule: "!self.matches('/[.][.]?(/|$)')",
    message: 'must not contain the segments . or ..',
    holds: (path) => !/\/[.][.]?(\/|$)/.test(path),
  },
  {
    rule: "!self.matches('%2[fF]')",
    message: 'must not contain an encoded slash',
    holds: (path) => !/%2f/i.test(path),
  },
];

/** Absolute URL path that the Gateway API accepts as a path prefix. */
export const pathSchema = checked(anyPathSchema, PATH_RULES);

/** Escapes of characters that need none: engines decode them before they compare paths. */
const NEEDLESS = /%(2[DEde]|3[0-9]|4[1-9A-Fa-f]|5[0-9AFaf]|6[1-9A-Fa-f]|7[0-9AEae])/;

/** Escapes of characters that engines refuse or take for a slash. */
const UNSERVED = /%([01]|7[Ff]|5[Cc]|[Cc]2%[89])/;

/** Characters, and escapes of ASCII or of whole characters of UTF-8 (RFC 3629, section 4). */
const OF_UTF8 =
  /^([^%]|%[0-7][0-9A-Fa-f]|%([Cc][2-9A-Fa-f]|[Dd][0-9A-Fa-f])%[89ABab][0-9A-Fa-f]|%([Ee]0%[ABab]|[Ee][Dd]%[89]|[Ee][1-9A-CEFa-cef]%[89ABab])[0-9A-Fa-f]%[89ABab][0-9A-Fa-f]|%([Ff]0%[9ABab]|[Ff][1-3]%[89ABab]|[Ff]4%8)[0-9A-Fa-f](%[89ABab][0-9A-Fa-f]){2})*$/;

/** Most characters of a path with escapes, so that a match has room for all spellings of it. */
const MOST_ESCAPED = 200;

/** Path that a rule answers for: engines must find each of its spellings. */
export const rulePathSchema = checked(anyPathSchema, [
  ...PATH_RULES,
  {
    rule: `!self.matches('${NEEDLESS.source}')`,
    message: 'must not escape letters, digits and -._~: write them as they are',
    holds: (path) => !NEEDLESS.test(path),
  },
  {
    rule: `!self.matches('${UNSERVED.source}')`,
    message: 'must not escape a backslash or a control character: no engine compares them',
    holds: (path) => !UNSERVED.test(path),
  },
  {
    rule: `self.matches('${OF_UTF8.source}')`,
    message: 'must escape bytes of UTF-8 only: %C3%A9 for é',
    holds: (path) => OF_UTF8.test(path),
  },
  {
    rule: `!self.contains('%') || self.size() <= ${MOST_ESCAPED}`,
    message: `must have at most ${MOST_ESCAPED} characters, or no %xx`,
    holds: (path) => !path.includes('%') || path.length <= MOST_ESCAPED,
  },
]);

/** TCP or UDP port number. */
export const portSchema = z.int().min(1).max(65535);

const COMPONENT_PORT =
  'must be a number from 1 to 65535, or a name: lower-case letters, digits and -, with a letter';

/** Port of a component: its number, or the name that a Service or a container gives it. */
export const componentPortSchema = z
  .union(
    [
      portSchema,
      z
        .string()
        .max(63)
        .regex(/^([0-9][-0-9]*)?[a-z]([-a-z0-9]*[a-z0-9])?$/, COMPONENT_PORT),
    ],
    COMPONENT_PORT,
  )
  .meta({ 'x-kubernetes-int-or-string': true });

/** A port of a component as rules write it. */
export type ComponentPortRef = z.infer<typeof componentPortSchema>;

/** Label value; component ids are label values. */
export const labelValueSchema = z
  .string()
  .min(1)
  .max(63)
  .regex(
    /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
    'must be letters, digits, -, _ and ., starting and ending with a letter or digit',
  );

const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Key of a label or annotation. */
export const labelKeySchema = z
  .string()
  .min(1)
  .max(317)
  .regex(LABEL_KEY, 'must be a key such as team or example.com/team');

/** Labels with their values, at most as many. */
export function labelRecordSchema(max: number) {
  return checked(z.record(z.string(), labelValueSchema).meta({ maxProperties: max }), [
    {
      rule: `self.all(key, size(key) <= 317 && key.matches('${LABEL_KEY.source.replaceAll('\\', '')}'))`,
      message: 'must have keys such as disk or example.com/disk',
      holds: (labels) => Object.keys(labels).every((key) => key.length <= 317 && LABEL_KEY.test(key)),
    },
  ]).refine((labels) => Object.keys(labels).length <= max, { message: `must have at most ${max} labels` });
}

/** IPv4 or IPv6 address. */
export const addressSchema = checked(z.string().max(45), [
  { rule: 'isIP(self)', message: 'must be an IP address', holds: isAddress },
]);

/** Block of IPv4 or IPv6 addresses, such as `10.0.0.0/8`. */
export const addressBlockSchema = checked(z.string().max(49), [
  { rule: 'isCIDR(self)', message: 'must be a block of addresses such as 10.0.0.0/8', holds: isBlock },
]);

/** Whether the API server accepts a block of addresses; bits of its address beyond the prefix do not matter. */
function isBlock(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(0|[1-9][0-9]{0,2})$/.exec(text) ?? [];
  return isAddress(address) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/** Whether the API server accepts an IP address: without a zone, and not an IPv4-mapped IPv6 address. */
function isAddress(text: string): boolean {
  const version = isIP(text);
  return version === 4 || (version === 6 && !text.includes('%') && !isMapped(text));
}

/** Whether an IPv6 address is IPv4-mapped. URL normalizes such an address to the form `::ffff:7f00:1`. */
function isMapped(ipv6: string): boolean {
  return /^\[::ffff:[0-9a-f]+:[0-9a-f]+\]$/.test(new URL(`http://[${ipv6}]`).hostname);
}

/** Free text in printable ASCII, whose length is the same for every reader. */
export function textSchema(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[ -~]*$/, 'must be printable ASCII');
}

/** List of type `set`, whose entries the API server keeps unique. */
export function setOf<T extends z.ZodType>(item: T, max: number) {
  return z
    .array(item)
    .min(1)
    .max(max)
    .refine((entries) => new Set(entries).size === entries.length, {
      message: 'must not have an entry twice',
    })
    .meta({ 'x-kubernetes-list-type': 'set' });
}

/** List of type `map`, whose entries the API server merges and keeps unique by `key`. */
export function keyedList<T extends z.ZodObject>(item: T, key: keyof z.output<T> & string, max: number) {
  return z
    .array(item)
    .max(max)
    .refine(
      (entries) =>
        new Set(entries.map((entry) => (entry as Record<string, unknown>)[key])).size === entries.length,
      {
        message: `must not have two entries with the same ${key}`,
      },
    )
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] });
}
