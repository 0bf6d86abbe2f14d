import { z } from 'zod';
import { configurationSchema, httpRuleSchema, tcpRuleSchema } from '../../../api/gatewayrule.ts';
import { portSchema } from '../../../api/grammar.ts';
import { tlsRuleSchema } from '../../../api/tlsrule.ts';
import { camelMembers } from '../../http/body.ts';
import { namedObject } from '../../http/schema.ts';

/** A setting beside the fields of a rule. */
const extensionObjectSchema = namedObject('PostTCPGatewayRuleExtensions', {
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

/** Map as `k=v;k2=v2`, as records have it; a value with `;` in it is not told from two. */
export function pairsText(map: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(map ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

/** Map that a body with the text of a map says; the map itself where none says it. */
export function rereadPairs(
  map: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const read = pairsSchema.safeParse(pairsText(map));
  return read.success ? read.data : map;
}

function mapOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => [nameOf(pair), pair.slice(pair.indexOf('=') + 1).trim()]));
}

function nameOf(pair: string): string {
  return pair.slice(0, pair.indexOf('=')).trim();
}

/** A header that the component receives. */
const headerObjectSchema = namedObject('HTTPHeader', {
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
const [settings, ofHttp, ofTcp, ofTls] = [
  configurationSchema.shape,
  httpRuleSchema.shape,
  tcpRuleSchema.shape,
  tlsRuleSchema.shape,
];

/** Proxy settings: contract 2.5, with its defaults, since a configuration is always complete. */
const settingsSchema = namedObject('Configuration', {
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

/** The contract has numbers alone for ports. */
const containerPortSchema = portSchema.describe(
  'Port of the component: the number that its containers listen at, or that of its Service; of two that fit, the first.',
);

const extensionsSchema = z.array(extensionSchema).describe('Settings beside the fields, each key once.');

/** Http half: contract 2.4. The contract's values for "none" become undefined, which a spec leaves out. */
const httpSchema = z.object({
  service_id: ofHttp.serviceId.unwrap(),
  container_port: containerPortSchema,
  certificate_id: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .describe('TLS certificate: value of the label stoa.dev/certificate-id of a Secret of the team; 0: none.')
    .transform((id) => id || undefined),
  certificate_name: z
    .string()
    .describe(
      'TLS certificate by the name of a Secret of the team, where certificate_id is 0 or left out; empty: none.',
    )
    .transform((name) => name || undefined),
  domain_name: ofHttp.domainName,
  domain_cookie: pairsSchema.describe('Cookies that a request must all carry, as name=value;name=value.'),
  domain_header: pairsSchema.describe('Headers that a request must all carry, as name=value;name=value.'),
  the_weight: ofHttp.theWeight.unwrap(),
  domain_path: ofHttp.domainPath.unwrap(),
  rule_extensions: extensionsSchema,
  whether_open: ofHttp.whetherOpen
    .unwrap()
    .describe('Opens the port of the component to the outside by this rule.'),
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
  container_port: containerPortSchema,
  service_id: ofTcp.serviceId.unwrap(),
  end_point: endPointSchema,
  rule_extensions: extensionsSchema,
  default_port: ofTcp.defaultPort.unwrap(),
  default_ip: ofTcp.defaultIp.unwrap(),
});

/** Tls half, which the contract does not have. */
const tlsSchema = z.object({
  service_id: ofTls.serviceId.unwrap(),
  container_port: containerPortSchema,
  domain_name: ofTls.domainName,
});

const REQUIRED_OF_HTTP = { service_id: true, container_port: true, domain_name: true } as const;

/** The http half of a new rule. */
export const newHttpSchema = httpSchema.partial().required(REQUIRED_OF_HTTP).meta({ id: 'Http' });

/** The tcp half of a new rule. */
export const newTcpSchema = tcpSchema.partial({ rule_extensions: true }).meta({ id: 'Tcp' });

/** The tls half of a new rule. */
export const newTlsSchema = tlsSchema.meta({ id: 'Tls' });

/** The http half of an edit: what is left out stays as it is. */
export const editedHttpSchema = httpSchema.partial().meta({ id: 'EditedHttp' });

/** The tcp half of an edit: what is left out stays as it is. */
export const editedTcpSchema = tcpSchema.partial().meta({ id: 'EditedTcp' });

/** The tls half of an edit: what is left out stays as it is. */
export const editedTlsSchema = tlsSchema.partial().meta({ id: 'EditedTls' });

/** Members of the halves of the contract. */
export const MEMBERS = { http: Object.keys(httpSchema.shape), tcp: Object.keys(tcpSchema.shape) };
