import { z } from 'zod';
import { type GatewayRuleSpec, gatewayRuleSpecSchema } from '../../api/gatewayrule.ts';
import { invalidFields } from '../problem.ts';
import { camelMembers } from './case.ts';
import { parsed } from './parse.ts';

const extensionSchema = z.union(
  [
    z.object({ key: z.string(), value: z.string() }),
    z
      .string()
      .regex(/^[^:]+:/)
      .transform((text) => ({
        key: text.slice(0, text.indexOf(':')),
        value: text.slice(text.indexOf(':') + 1),
      })),
  ],
  'must be {"key": …, "value": …} or "key:value"',
);

/** `k=v;k2=v2` as a map; blanks around names and values do not count, and an empty text asks for nothing. */
const pairsSchema = z
  .string()
  .transform((text) =>
    text
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair !== ''),
  )
  .refine((pairs) => pairs.every((pair) => pair.indexOf('=') > 0), 'must be name=value;name=value')
  .refine((pairs) => new Set(pairs.map(nameOf)).size === pairs.length, 'must not name the same twice')
  .transform((pairs) => (pairs.length === 0 ? undefined : mapOf(pairs)));

function mapOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => [nameOf(pair), pair.slice(pair.indexOf('=') + 1).trim()]));
}

function nameOf(pair: string): string {
  return pair.slice(0, pair.indexOf('=')).trim();
}

/** Both spellings of a header that the contract's clients use. */
const headerSchema = z.union(
  [
    z.object({ key: z.string(), value: z.string() }),
    z
      .object({ item_key: z.string(), item_value: z.string() })
      .transform(({ item_key: key, item_value: value }) => ({ key, value })),
  ],
  'must be {"key": …, "value": …}',
);

/** Contract 2.5, with its defaults: whoever sends a configuration sends a whole one. */
const configurationSchema = z
  .object({
    proxy_body_size: z.int().default(0),
    proxy_buffer_numbers: z.int().default(4),
    proxy_buffer_size: z.int().default(4),
    proxy_buffering: z.string().default('off'),
    proxy_connect_timeout: z.int().default(75),
    proxy_read_timeout: z.int().default(60),
    proxy_send_timeout: z.int().default(60),
    set_headers: z.array(headerSchema).default([]),
  })
  .transform(camelMembers);

/** Contract 2.4. What the contract has a word for "none" for becomes undefined, which a spec leaves out. */
const httpSchema = z.object({
  service_id: z.string(),
  container_port: z.int(),
  certificate_id: z.int().transform((id) => id || undefined),
  domain_name: z.string(),
  domain_cookie: pairsSchema,
  domain_header: pairsSchema,
  the_weight: z.int(),
  domain_path: z.string(),
  rule_extensions: z.array(extensionSchema),
  whether_open: z.boolean(),
  auto_ssl: z.boolean(),
  auto_ssl_config: z.string().transform((text) => text || undefined),
  configuration: configurationSchema,
});

/** `ip:port`, an IPv6 address in brackets. */
const endPointSchema = z
  .string()
  .regex(/^([^:[\]]+|\[[^[\]]+\]):\d{1,5}$/, 'must be ip:port, or [ip]:port for IPv6')
  .transform((text) => {
    const colon = text.lastIndexOf(':');
    return { ip: text.slice(0, colon).replaceAll(/[[\]]/g, ''), port: Number(text.slice(colon + 1)) };
  });

/** Contract 2.3. */
const tcpSchema = z.object({
  container_port: z.int(),
  service_id: z.string(),
  end_point: endPointSchema,
  rule_extensions: z.array(extensionSchema),
  default_port: z.int(),
  default_ip: z.string(),
});

const REQUIRED_OF_HTTP = { service_id: true, container_port: true, domain_name: true } as const;

const newRuleSchema = z.object({
  protocol: z.enum(['http', 'tcp']),
  http: httpSchema.partial().required(REQUIRED_OF_HTTP).transform(camelMembers).optional(),
  tcp: tcpSchema.partial({ rule_extensions: true }).transform(camelMembers).optional(),
});

const editSchema = z.object({
  protocol: z.enum(['http', 'tcp']).optional(),
  http: httpSchema.partial().transform(camelMembers).optional(),
  tcp: tcpSchema.partial().transform(camelMembers).optional(),
});

/**
 * The spec that the body of "create a gateway policy" (contract 2.2) asks for. Throws the Problem `invalid`,
 * naming the fields as the contract spells them.
 */
export function specOfBody(body: unknown, appId: number): GatewayRuleSpec {
  const { protocol, ...halves } = parsed(newRuleSchema, body ?? {});
  return specOf({ appId, protocol, [protocol]: halfOf(protocol, halves) });
}

/**
 * The spec of a stored rule after an edit: members that the body leaves out stay as they are, as in the
 * contract's original, whose clients send the few that they change.
 */
export function editedSpec(body: unknown, stored: GatewayRuleSpec): GatewayRuleSpec {
  const { protocol = stored.protocol, ...halves } = parsed(editSchema, body ?? {});
  if (protocol !== stored.protocol) {
    const message = `is ${stored.protocol} for this rule and stays so: delete the rule and create another`;
    throw invalidFields([{ field: 'protocol', message }]);
  }
  return specOf({ ...stored, [protocol]: { ...stored[protocol], ...halfOf(protocol, halves) } });
}

type Halves = Readonly<Partial<Record<'http' | 'tcp', Readonly<Record<string, unknown>> | undefined>>>;

function halfOf(protocol: 'http' | 'tcp', halves: Halves): Readonly<Record<string, unknown>> {
  const other = protocol === 'http' ? 'tcp' : 'http';
  if (halves[other] !== undefined) {
    throw invalidFields([{ field: other, message: `must be left out: protocol is ${protocol}` }]);
  }
  const half = halves[protocol];
  if (half === undefined) {
    throw invalidFields([{ field: protocol, message: `is missing: protocol is ${protocol}` }]);
  }
  return half;
}

function specOf(draft: object): GatewayRuleSpec {
  // Members that are undefined must be absent.
  return parsed(gatewayRuleSpecSchema, JSON.parse(JSON.stringify(draft)));
}
