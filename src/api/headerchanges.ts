import { z } from 'zod';
import { checked, setOf } from './grammar.ts';
import { headerListSchema, headerNameSchema, headerValueSchema } from './header.ts';

/** Headers of a connection, on which proxies decide themselves: engines refuse or ignore filters on them. */
const OF_CONNECTIONS: readonly string[] = [
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'te',
  'trailer',
  'proxy-connection',
];

/** Headers that no list of changes has; of these, a rule sets Host by `rewrite.host`. */
const OWN_HEADERS = ['host', ...OF_CONNECTIONS];

/** Whether a header belongs to a connection, so that no rule sets it. */
export function isOfConnection(name: string): boolean {
  return OF_CONNECTIONS.includes(name.toLowerCase());
}

const isOwn = (name: string) => OWN_HEADERS.includes(name.toLowerCase());

const OWN_IN_CEL = celList(OWN_HEADERS);
const OWN_MESSAGE = messageOn(OWN_HEADERS);

function celList(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

function messageOn(names: readonly string[]): string {
  return `must not name ${names.join(', ')}: the proxy decides on them`;
}

/** Headers that a component gets in place of those of the client; an empty value removes one, and Host names a host. */
export const setHeadersSchema = headerListSchema(
  checked(
    z.object({
      key: headerNameSchema.describe('Header name.'),
      value: headerValueSchema.describe('Header value; empty removes the header.'),
    }),
    [
      {
        rule: `!(self.key.lowerAscii() in ${celList(OF_CONNECTIONS)})`,
        message: messageOn(OF_CONNECTIONS),
        path: ['key'],
        holds: ({ key }) => !isOfConnection(key),
      },
    ],
  ),
  16,
);

const headerSchema = checked(
  z.object({
    key: headerNameSchema.describe('Header name.'),
    value: headerValueSchema.min(1).describe('Header value.'),
  }),
  [
    {
      rule: `!(self.key.lowerAscii() in ${OWN_IN_CEL})`,
      message: OWN_MESSAGE,
      holds: ({ key }) => !isOwn(key),
    },
  ],
);

/** Name of a header on which no proxy decides itself. */
export const freeHeaderSchema = checked(headerNameSchema, [
  { rule: `!(self.lowerAscii() in ${OWN_IN_CEL})`, message: OWN_MESSAGE, holds: (name) => !isOwn(name) },
]);

/** List of names of headers, each at most once. */
export function headerNamesSchema(name: z.ZodString) {
  return checked(setOf(name, 16), [
    {
      rule: 'self.all(a, self.exists_one(b, b.lowerAscii() == a.lowerAscii()))',
      message: 'must not name a header twice, in whatever case',
      holds: (names) => new Set(names.map((each) => each.toLowerCase())).size === names.length,
    },
  ]);
}

/** Changes to the headers of a request or of an answer. */
export const headerChangesSchema = checked(
  z.object({
    set: headerListSchema(headerSchema, 16).describe('Headers that get this value alone.').optional(),
    add: headerListSchema(headerSchema, 16).describe('Headers that get a further value.').optional(),
    remove: headerNamesSchema(freeHeaderSchema).describe('Headers that are removed.').optional(),
  }),
  [
    {
      rule: '!has(self.set) || !has(self.add) || self.set.all(a, !self.add.exists(b, b.key.lowerAscii() == a.key.lowerAscii()))',
      message: 'must not name a header in set and in add: engines differ in which comes first',
      holds: ({ set = [], add = [] }) => areApart(set.map(keyOf), add.map(keyOf)),
    },
    {
      rule: '!has(self.remove) || !(has(self.set) && self.set.exists(a, self.remove.exists(b, b.lowerAscii() == a.key.lowerAscii())) || has(self.add) && self.add.exists(a, self.remove.exists(b, b.lowerAscii() == a.key.lowerAscii())))',
      message: 'must not name a header in remove and in set or add: engines differ in which comes first',
      holds: ({ set = [], add = [], remove = [] }) => areApart([...set, ...add].map(keyOf), remove),
    },
  ],
);

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

/** Whether two lists of names have none in common, in whatever case. */
function areApart(one: readonly string[], other: readonly string[]): boolean {
  const lower = new Set(other.map((name) => name.toLowerCase()));
  return one.every((name) => !lower.has(name.toLowerCase()));
}
