import { isIP } from 'node:net';
import { z } from 'zod';

/** A CEL rule of a CRD, in the API server's own spelling. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
}

/**
 * A check that CEL does in the API server and `holds` repeats for every other door; the two are tested
 * against each other.
 */
export function checked<T extends z.ZodType>(
  schema: T,
  rules: readonly (CelRule & { readonly holds: (value: z.output<T>) => boolean })[],
): T {
  let result = schema;
  for (const { holds, message } of rules) {
    result = result.refine(holds, { message }) as T;
  }
  const cel = rules.map(({ rule, message }) => ({ rule, message }));
  return result.meta({ ...schema.meta(), 'x-kubernetes-validations': cel }) as T;
}

const HOST = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Lower-case DNS name of at most 253 characters whose first label may be `*`. */
export const hostSchema = z
  .string()
  .min(1)
  .max(253)
  .regex(HOST, 'must be a lower-case DNS name such as shop.example.com or *.example.com');

const PATH = /^\/([-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/;

/** Absolute URL path, of which the Gateway API accepts exactly this much as a path prefix. */
export const pathSchema = checked(
  z
    .string()
    .min(1)
    .max(1024)
    .regex(PATH, "must start with / and hold only letters, digits, -._~!$&'()*+,;=:@/ and %xx"),
  [
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
  ],
);

/** A TCP or UDP port number. */
export const portSchema = z.int().min(1).max(65535);

/** A label value: what a component id must be, since components are found by label. */
export const labelValueSchema = z
  .string()
  .min(1)
  .max(63)
  .regex(
    /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
    'must be letters, digits, -, _ and ., starting and ending with a letter or digit',
  );

/** An IPv4 or IPv6 address. */
export const addressSchema = checked(z.string().max(45), [
  { rule: 'isIP(self)', message: 'must be an IP address', holds: isAddress },
]);

/** What the API server calls an IP address: none with a zone, and no IPv4 address in the form of IPv6. */
function isAddress(text: string): boolean {
  const version = isIP(text);
  return version === 4 || (version === 6 && !text.includes('%') && !isMapped(text));
}

/** URL writes every IPv6 address in one way, `::ffff:7f00:1` for a mapped one. */
function isMapped(ipv6: string): boolean {
  return /^\[::ffff:[0-9a-f]+:[0-9a-f]+\]$/.test(new URL(`http://[${ipv6}]`).hostname);
}

/** Free text that is handed on: printable ASCII, which every reader measures alike. */
export function textSchema(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[ -~]*$/, 'must be printable ASCII');
}

/** A list whose entries the API server merges and keeps unique by `key`. */
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
