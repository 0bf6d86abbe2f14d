import { z } from 'zod';
import {
  configurationSchema,
  type GatewayRuleSpec,
  gatewayRuleSpecSchema,
  httpRuleSchema,
  type Transport,
  tcpRuleSchema,
} from '../../../api/gatewayrule.ts';
import { invalidFields } from '../../problem/problem.ts';
import { bodyOf, parsed, type RequestBody } from '../body.ts';
import { camelMembers } from '../spelling.ts';
import { type EndPoint, storedEndPoint } from './endpoint.ts';
import { HALVES, OTHER_HALF, spokenHttp, spokenRule, withHalf } from './halves.ts';

/** A setting beside the fields of a rule. */
export const extensionObjectSchema = z.object({
  key: z.string().describe('Name of the extension, for example httptohttps or lb-type.'),
  value: z.string().describe('Its value.'),
});

const extensionSchema = z.union(
  [
    extensionObjectSchema,
    z
      .string()
      .regex(/^[^:]+:/)
      .describe('The same as key:value.')
      .transform((text) => ({
        key: text.slice(0, text.indexOf(':')),
        value: text.slice(text.indexOf(':') + 1),
      })),
  ],
  'must be {"key": …, "value": …} or "key:value"',
);

/** `k=v;k2=v2` as a map; blanks around names and values are ignored, and an empty text is no condition. */
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

/** A header that the component receives. */
export const headerObjectSchema = z.object({
  key: z.string().describe('Header name.'),
  value: z.string().describe('Header value; empty removes the header.'),
});

/** Both spellings of a header that the contract's clients use. */
const headerSchema = z.union(
  [
    headerObjectSchema,
    z
      .object({
        item_key: z.string().describe('Header name.'),
        item_value: z.string().describe('Header value; empty removes the header.'),
      })
      .transform(({ item_key: key, item_value: value }) => ({ key, value })),
  ],
  'must be {"key": …, "value": …}',
);

/** Schemas of the kind, for the fields whose form is the same in the contract. */
const [settings, ofHttp, ofTcp] = [configurationSchema.shape, httpRuleSchema.shape, tcpRuleSchema.shape];

/** Proxy settings: contract 2.5, with its defaults, since a configuration is always complete. */
export const settingsSchema = z.object({
  proxy_body_size: settings.proxyBodySize.unwrap().default(0),
  proxy_buffer_numbers: settings.proxyBufferNumbers.unwrap().default(4),
  proxy_buffer_size: settings.proxyBufferSize.unwrap().default(4),
  proxy_buffering: settings.proxyBuffering.unwrap().default('off'),
  proxy_connect_timeout: settings.proxyConnectTimeout.unwrap().default(75),
  proxy_read_timeout: settings.proxyReadTimeout.unwrap().default(60),
  proxy_send_timeout: settings.proxySendTimeout.unwrap().default(60),
  set_headers: z
    .array(headerSchema)
    .describe('Request headers that the component receives; an empty value removes one.')
    .default([]),
});

const extensionsSchema = z.array(extensionSchema).describe('Settings beside the fields, each key once.');

/** Http half: contract 2.4. The contract's values for "none" become undefined, which a spec leaves out. */
const httpSchema = z.object({
  service_id: ofHttp.serviceId,
  container_port: ofHttp.containerPort,
  certificate_id: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .describe('TLS certificate: value of the label stoa.dev/certificate-id of a Secret of the team; 0: none.')
    .transform((id) => id || undefined),
  domain_name: ofHttp.domainName,
  domain_cookie: pairsSchema.describe('Cookies that a request must all carry, as name=value;name=value.'),
  domain_header: pairsSchema.describe('Headers that a request must all carry, as name=value;name=value.'),
  the_weight: ofHttp.theWeight.unwrap(),
  domain_path: ofHttp.domainPath.unwrap(),
  rule_extensions: extensionsSchema,
  whether_open: ofHttp.whetherOpen.unwrap(),
  auto_ssl: ofHttp.autoSsl.unwrap(),
  auto_ssl_config: z
    .string()
    .describe('How the certificate is obtained, for example clusterissuer/letsencrypt; empty: not said.')
    .transform((text) => text || undefined),
  configuration: settingsSchema
    .transform(camelMembers)
    .describe('Settings of the proxy: a whole set, of which what is left out has its default.'),
  policy: ofHttp.policy
    .unwrap()
    .describe(
      'What the rule does beyond the contract, with the members of spec.http.policy of a GatewayRule; {} is nothing.',
    )
    .transform((policy) => (Object.keys(policy).length === 0 ? undefined : policy)),
});

/** `ip:port`, an IPv6 address in brackets. */
const endPointSchema = z
  .string()
  .regex(/^([^:[\]]+|\[[^[\]]+\]):\d{1,5}$/, 'must be ip:port, or [ip]:port for IPv6')
  .describe('Where the gateway listens, as ip:port or [ip]:port; 0.0.0.0 is every address.')
  .transform((text) => {
    const colon = text.lastIndexOf(':');
    return { ip: text.slice(0, colon).replaceAll(/[[\]]/g, ''), port: Number(text.slice(colon + 1)) };
  });

/** Tcp half: contract 2.3. */
const tcpSchema = z.object({
  container_port: ofTcp.containerPort,
  service_id: ofTcp.serviceId,
  end_point: endPointSchema,
  rule_extensions: extensionsSchema,
  default_port: ofTcp.defaultPort.unwrap(),
  default_ip: ofTcp.defaultIp.unwrap(),
});

const REQUIRED_OF_HTTP = { service_id: true, container_port: true, domain_name: true } as const;

/** The http half of a new rule. */
export const newHttpSchema = httpSchema.partial().required(REQUIRED_OF_HTTP);

/** The tcp half of a new rule. */
export const newTcpSchema = tcpSchema.partial({ rule_extensions: true });

/** The http half of an edit: what is left out stays as it is. */
export const editedHttpSchema = httpSchema.partial();

/** The tcp half of an edit: what is left out stays as it is. */
export const editedTcpSchema = tcpSchema.partial();

const protocolSchema = z
  .enum(['http', 'tcp', 'udp'])
  .describe('http for the half http, tcp or udp for the half tcp; udp states that the rule is for UDP.');

type Protocol = z.output<typeof protocolSchema>;

/** The body of "create a gateway policy": contract 2.2. */
export const newRuleSchema = z.object({
  protocol: protocolSchema,
  http: newHttpSchema.transform(camelMembers).optional(),
  tcp: newTcpSchema.transform(camelMembers).optional(),
});

/** The body of an edit of a rule. */
export const editSchema = z.object({
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

const MEMBERS = { http: Object.keys(httpSchema.shape), tcp: Object.keys(tcpSchema.shape) };

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

/**
 * Spec of a new rule; `tcpAddress` is the address of TCP rules in records. Throws the Problem `invalid`, with the fields
 * in the contract's spelling.
 */
export function newSpec(
  { protocol, ...halves }: NewRule,
  appId: number,
  tcpAddress: string | undefined,
): GatewayRuleSpec {
  const half = withStoredEndPoint(halfOf(protocol, halves), tcpAddress, undefined);
  const named = HALVES[protocol];
  return specOf({ appId, protocol: named, [named]: { ...half, ...statedBy(protocol) } });
}

/**
 * Spec of a stored rule after an edit: members that the body leaves out stay as they are, as in the contract's
 * original, whose clients send the few that they change. Throws the Problem `invalid`.
 */
export function editedSpec(
  edit: RuleEdit,
  stored: GatewayRuleSpec,
  tcpAddress: string | undefined,
): GatewayRuleSpec {
  const before = stored.tcp?.transport === 'UDP' ? 'udp' : stored.protocol;
  const { protocol = before, ...halves } = edit;
  const statesIt = protocol === 'udp' && before === 'tcp' && stored.tcp?.transport === undefined;
  if (protocol !== before && !statesIt) {
    const message = `is ${before} for this rule and stays so: delete the rule and create another`;
    throw invalidFields([{ field: 'protocol', message }]);
  }
  const half = withStoredEndPoint(halfOf(protocol, halves), tcpAddress, stored.tcp?.endPoint);
  const named = HALVES[protocol];
  return specOf({ ...stored, [named]: { ...stored[named], ...half, ...statedBy(protocol) } });
}

/** The transport that a `protocol` states; `tcp` leaves it to the component's port, as in the contract. */
function statedBy(protocol: Protocol): { readonly transport?: Transport } {
  return protocol === 'udp' ? { transport: 'UDP' } : {};
}

type Half = Readonly<Record<string, unknown>> & { readonly endPoint?: EndPoint | undefined };

function withStoredEndPoint(half: Half, address: string | undefined, before: EndPoint | undefined): Half {
  return half.endPoint === undefined
    ? half
    : { ...half, endPoint: storedEndPoint(half.endPoint, address, before) };
}

type Halves = Readonly<Partial<Record<'http' | 'tcp', Half | undefined>>>;

function halfOf(protocol: Protocol, halves: Halves): Half {
  const named = HALVES[protocol];
  const other = OTHER_HALF[named];
  if (halves[other] !== undefined) {
    throw invalidFields([{ field: other, message: `must be left out: protocol is ${protocol}` }]);
  }
  const half = halves[named];
  if (half === undefined) {
    throw invalidFields([{ field: named, message: `is missing: protocol is ${protocol}` }]);
  }
  return half;
}

function specOf(draft: object): GatewayRuleSpec {
  // Members that are undefined must be absent.
  return parsed(gatewayRuleSpecSchema, JSON.parse(JSON.stringify(draft)));
}
