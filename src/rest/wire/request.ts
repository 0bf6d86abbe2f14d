import { z } from 'zod';
import { type GatewayRuleSpec, gatewayRuleSpecSchema } from '../../api/gatewayrule.ts';
import { problemsOf } from '../../api/issue.ts';
import { invalidFields } from '../problem.ts';
import { snakePath } from './case.ts';

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

/** `k=v;k2=v2` as a map; blanks around names and values do not count. */
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
  .transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => [nameOf(pair), pair.slice(pair.indexOf('=') + 1).trim()])),
  );

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

const configurationSchema = z
  .object({
    proxy_body_size: z.int().optional(),
    proxy_buffer_numbers: z.int().optional(),
    proxy_buffer_size: z.int().optional(),
    proxy_buffering: z.string().optional(),
    proxy_connect_timeout: z.int().optional(),
    proxy_read_timeout: z.int().optional(),
    proxy_send_timeout: z.int().optional(),
    set_headers: z.array(headerSchema).optional(),
  })
  .transform((wire) => ({
    proxyBodySize: wire.proxy_body_size,
    proxyBufferNumbers: wire.proxy_buffer_numbers,
    proxyBufferSize: wire.proxy_buffer_size,
    proxyBuffering: wire.proxy_buffering,
    proxyConnectTimeout: wire.proxy_connect_timeout,
    proxyReadTimeout: wire.proxy_read_timeout,
    proxySendTimeout: wire.proxy_send_timeout,
    setHeaders: wire.set_headers,
  }));

const httpSchema = z
  .object({
    service_id: z.string(),
    container_port: z.int(),
    certificate_id: z.int().optional(),
    domain_name: z.string(),
    domain_cookie: pairsSchema.optional(),
    domain_header: pairsSchema.optional(),
    the_weight: z.int().optional(),
    domain_path: z.string().optional(),
    rule_extensions: z.array(extensionSchema).optional(),
    whether_open: z.boolean().optional(),
    auto_ssl: z.boolean().optional(),
    auto_ssl_config: z.string().optional(),
    configuration: configurationSchema.optional(),
  })
  .transform((wire) => ({
    serviceId: wire.service_id,
    containerPort: wire.container_port,
    // Host names do not distinguish case; the schema of the kind wants the lower one.
    domainName: wire.domain_name.toLowerCase(),
    domainPath: wire.domain_path,
    domainCookie: wire.domain_cookie,
    domainHeader: wire.domain_header,
    theWeight: wire.the_weight,
    // The contract's "no certificate" is 0.
    certificateId: wire.certificate_id || undefined,
    whetherOpen: wire.whether_open,
    autoSsl: wire.auto_ssl,
    autoSslConfig: wire.auto_ssl_config,
    ruleExtensions: wire.rule_extensions,
    configuration: wire.configuration,
  }));

const endPointSchema = z
  .string()
  .regex(/^[^:]+:\d{1,5}$/, 'must be ip:port')
  .transform((text) => ({
    ip: text.slice(0, text.indexOf(':')),
    port: Number(text.slice(text.indexOf(':') + 1)),
  }));

const tcpSchema = z
  .object({
    container_port: z.int(),
    service_id: z.string(),
    end_point: endPointSchema,
    rule_extensions: z.array(extensionSchema).optional(),
    default_port: z.int(),
    default_ip: z.string(),
  })
  .transform((wire) => ({
    serviceId: wire.service_id,
    containerPort: wire.container_port,
    endPoint: wire.end_point,
    ruleExtensions: wire.rule_extensions,
    defaultPort: wire.default_port,
    defaultIp: wire.default_ip,
  }));

/** Body of "create a gateway policy": contract 2.2 to 2.5. */
const postGatewayRuleSchema = z.object({
  protocol: z.enum(['http', 'tcp']),
  http: httpSchema.optional(),
  tcp: tcpSchema.optional(),
});

/**
 * The spec that a request body asks for. Both halves are read, so that a wrong one is an error, but only
 * the one that `protocol` names counts. Throws the Problem `invalid`, naming the fields as the contract
 * spells them.
 */
export function specOfBody(body: unknown, appId: number): GatewayRuleSpec {
  const { protocol, ...halves } = parsed(postGatewayRuleSchema, body ?? {});
  if (halves[protocol] === undefined) {
    throw invalidFields([{ field: protocol, message: `is missing: protocol is ${protocol}` }]);
  }
  const draft = { appId, protocol, [protocol]: halves[protocol] };
  // Members that the body leaves out must be absent, not undefined.
  return parsed(gatewayRuleSpecSchema, JSON.parse(JSON.stringify(draft)));
}

function parsed<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) {
    throw invalidFields(
      problemsOf(result.error).map(({ path, message }) => ({ field: snakePath(path) || 'body', message })),
    );
  }
  return result.data;
}
