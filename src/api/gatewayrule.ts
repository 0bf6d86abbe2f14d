import { z } from 'zod';
import { boundsOf, toldSchema } from './bounded.ts';
import { conditionSchema } from './condition.ts';
import {
  addressSchema,
  checked,
  dnsNameSchema,
  hostSchema,
  keyedList,
  portSchema,
  rulePathSchema,
  textSchema,
} from './grammar.ts';
import { CALLS_ALONE } from './grpc.ts';
import { cookieMatchesSchema, headerMatchesSchema } from './header.ts';
import { setHeadersSchema } from './headerchanges.ts';
import { type KindDefinition, READINESS_COLUMNS } from './kind.ts';
import { BELOW_DOMAIN_PATH } from './pathregex.ts';
import { policySchema } from './policy.ts';
import { containerPortSchema, ONE_TARGET, targetFields } from './target.ts';
import { tlsRuleSchema } from './tlsrule.ts';

/** Default of `theWeight`. */
export const DEFAULT_WEIGHT = 100;

const extensionSchema = z.object({
  key: z
    .string()
    .min(1)
    .max(32)
    .regex(/^[-A-Za-z0-9_.]+$/, 'must be letters, digits, -, _ and .')
    .describe('Name of the extension, for example httptohttps or lb-type.'),
  value: textSchema(256).describe('Its value.'),
});

const extensionsSchema = keyedList(extensionSchema, 'key', 16).describe(
  'Settings beside the fields of the rule, each key once.',
);

const seconds = z.int().min(0).max(86_400);

/**
 * Proxy settings of a rule. To add one: this schema; a row in `engines/fields.ts`, which the compiler asks for; a row in
 * `abilities.ts` of each engine that supports it, with its content (`objects.ts` or `middlewares.ts` beside it); and
 * `rest/resources/rules/halfschema.ts`. Records of the REST API do not show settings. `model/build/httprule.ts` has those
 * that application models have too. Inputs of goldens: `test/cases/gateway/proxy-settings.json`.
 */
export const configurationSchema = z.object({
  proxyBodySize: z
    .int()
    .min(0)
    .max(1_048_576)
    .describe('Largest request body in MiB; 0 is unlimited.')
    .optional(),
  proxyBufferNumbers: z.int().min(2).max(65535).describe('Number of response buffers.').optional(),
  proxyBufferSize: z.int().min(1).max(65535).describe('Size of one response buffer in KiB.').optional(),
  proxyBuffering: z.enum(['on', 'off']).describe('Whether answers are buffered.').optional(),
  proxyConnectTimeout: seconds.describe('Time to connect to the component, in seconds.').optional(),
  proxyReadTimeout: seconds.describe('Longest pause between two reads of an answer, in seconds.').optional(),
  proxySendTimeout: seconds.describe('Longest pause between two writes of a request, in seconds.').optional(),
  setHeaders: setHeadersSchema.describe('Request headers that the component receives.').optional(),
});

export type Configuration = z.infer<typeof configurationSchema>;

const httpFields = z.object({
  ...targetFields({
    serviceId: 'Component that gets the requests: the value of its label stoa.dev/component-id.',
    serviceName:
      'Service of this namespace that gets the requests, by its name, in place of serviceId: it needs no labels.',
  }),
  containerPort: containerPortSchema,
  domainName: hostSchema.describe('Host name that the rule answers for; the first label may be *.'),
  domainPath: rulePathSchema
    .describe('Path prefix that the rule answers for, by whole segments; / where left out.')
    .optional(),
  domainCookie: cookieMatchesSchema
    .describe('Cookies that a request must all carry, name to value.')
    .optional(),
  domainHeader: headerMatchesSchema
    .describe('Headers that a request must all carry, name to value.')
    .optional(),
  theWeight: z
    .int()
    .min(0)
    .max(1_000_000)
    .describe(
      'Share of the requests among rules with the same host, path and conditions; 100 where left out.',
    )
    .optional(),
  certificateId: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .describe(
      'TLS certificate: the Secret of this namespace with the label stoa.dev/certificate-id of this value.',
    )
    .optional(),
  certificateName: dnsNameSchema('must be the name of a Secret: lower-case letters, digits, - and .')
    .describe('TLS certificate: the Secret of this namespace with this name, in place of certificateId.')
    .optional(),
  whetherOpen: z
    .boolean()
    .describe('Opens the port of the component to the outside by this rule; true where left out.')
    .optional(),
  autoSsl: z
    .boolean()
    .describe('Obtains a certificate for the host and upgrades the rule to HTTPS.')
    .optional(),
  autoSslConfig: z
    .string()
    .min(1)
    .max(63)
    .regex(/^[-A-Za-z0-9_./:]+$/, 'must be letters, digits and -_./:')
    .describe('How the certificate is obtained, for example clusterissuer/letsencrypt.')
    .optional(),
  issuerRef: z
    .object({
      kind: z
        .enum(['Issuer', 'ClusterIssuer'])
        .describe('Kind of the issuer; Issuer where left out.')
        .optional(),
      name: dnsNameSchema('must be the name of an issuer: lower-case letters, digits, - and .').describe(
        'Its name.',
      ),
    })
    .describe(
      'Issuer of cert-manager that the certificate is requested of, in place of autoSsl and autoSslConfig.',
    )
    .optional(),
  ruleExtensions: extensionsSchema.optional(),
  configuration: configurationSchema.describe('Settings of the proxy for requests of this rule.').optional(),
  policy: policySchema
    .describe(
      'Further conditions on requests, and what becomes of these on the way: rewrites, limits, passwords.',
    )
    .optional(),
});

/** HTTP part of a rule. */
export const httpRuleSchema = checked(httpFields, [
  ONE_TARGET,
  BELOW_DOMAIN_PATH,
  CALLS_ALONE,
  {
    rule: '!has(self.certificateName) || !has(self.certificateId)',
    message: 'must name its certificate once: by certificateName or by certificateId',
    holds: ({ certificateName, certificateId }) =>
      certificateName === undefined || certificateId === undefined,
  },
  {
    rule: '!has(self.issuerRef) || !(has(self.autoSsl) || has(self.autoSslConfig))',
    message: 'must name its issuer once: by issuerRef, or by autoSsl with autoSslConfig',
    holds: ({ issuerRef, autoSsl, autoSslConfig }) =>
      issuerRef === undefined || (autoSsl === undefined && autoSslConfig === undefined),
  },
]);

export type HttpRule = z.infer<typeof httpRuleSchema>;

/** Transports of ports, as Services and the Gateway API name them. */
const transportSchema = z.enum(['TCP', 'UDP']);

/** Transport of a port. */
export type Transport = z.infer<typeof transportSchema>;

const tcpFields = z.object({
  ...targetFields({
    serviceId: 'Component that gets the connections: the value of its label stoa.dev/component-id.',
    serviceName:
      'Service of this namespace that gets the connections, by its name, in place of serviceId: it needs no labels.',
  }),
  containerPort: containerPortSchema,
  endPoint: z
    .object({
      ip: addressSchema.describe('Address of the gateway; 0.0.0.0 is every address.'),
      port: portSchema.describe('Port of the gateway.'),
    })
    .describe('Where the gateway listens.'),
  transport: transportSchema
    .describe(
      'TCP, or UDP for datagrams: rules for each can have one port of the gateway. That of the port of the component where left out.',
    )
    .optional(),
  ruleExtensions: extensionsSchema.optional(),
  defaultPort: portSchema.describe('Port that the platform proposed.').optional(),
  defaultIp: textSchema(45).describe('Address that the platform proposed.').optional(),
});

/** TCP part of a rule. */
export const tcpRuleSchema = checked(tcpFields, [ONE_TARGET]);

export type TcpRule = z.infer<typeof tcpRuleSchema>;

/** Spec of a GatewayRule, as in the operation "create a gateway policy" of the REST contract. */
export const gatewayRuleSpecSchema = checked(
  z.object({
    appId: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .describe(
        'Application that the rule belongs to: spec.id of an Application in this namespace. Where left out, that of the Service, else the only one of the namespace, else none.',
      )
      .optional(),
    application: dnsNameSchema('must be the name of an Application: lower-case letters, digits, - and .')
      .describe(
        'Application of this namespace that the rule belongs to, by its name, in place of appId; serviceId needs appId.',
      )
      .optional(),
    scalesToZero: z
      .boolean()
      .describe(
        'Whether the component may be without pods, as autoscalers have it that start pods by request: the rule is ready without an endpoint that answers, and the operator does not ask the component. False where left out.',
      )
      .optional(),
    protocol: z
      .enum(['http', 'tcp', 'tls'])
      .describe('Which of the three parts the rule has; that which is there where left out.')
      .optional(),
    http: httpRuleSchema.describe('The rule for requests by HTTP.').optional(),
    tcp: tcpRuleSchema.describe('The rule for a port of the gateway, of TCP or UDP.').optional(),
    tls: tlsRuleSchema
      .describe('The rule for TLS connections to a host, which the gateway passes on undecrypted.')
      .optional(),
  }),
  [
    {
      rule: "[has(self.http), has(self.tcp), has(self.tls)].filter(part, part).size() == 1 && (!has(self.protocol) || (self.protocol == 'http' ? has(self.http) : self.protocol == 'tcp' ? has(self.tcp) : has(self.tls)))",
      message: 'must have exactly one part, that which protocol names where it is given: http, tcp or tls',
      holds: ({ protocol, ...parts }) => {
        const present = (['http', 'tcp', 'tls'] as const).filter((part) => parts[part] !== undefined);
        return present.length === 1 && (protocol === undefined || present[0] === protocol);
      },
    },
    {
      rule: '!has(self.appId) || !has(self.application)',
      message: 'must name its application once: by appId or by application',
      holds: ({ appId, application }) => appId === undefined || application === undefined,
    },
    {
      rule: 'has(self.appId) || !(has(self.http) && has(self.http.serviceId) || has(self.tcp) && has(self.tcp.serviceId) || has(self.tls) && has(self.tls.serviceId))',
      message:
        'must have appId, the application of the component that serviceId means; or name the Service by serviceName',
      holds: ({ appId, http, tcp, tls }) =>
        appId !== undefined || (http ?? tcp ?? tls)?.serviceId === undefined,
    },
  ],
);

export type GatewayRuleSpec = z.infer<typeof gatewayRuleSpecSchema>;

/** Names of a certificate, beside its host, that a rule keeps from other teams at most. */
export const MOST_CERTIFICATE_NAMES = 100;

/** Status of a GatewayRule. */
const gatewayRuleStatusSchema = z.object({
  observedGeneration: z
    .int()
    .min(0)
    .describe('Generation of the spec that this status speaks of.')
    .optional(),
  name: z
    .string()
    .max(253)
    .describe(
      'The host of the rule, or `port` and its port, while the rule is accepted: as long as it is the one of the spec, no rule of another team gets it.',
    )
    .optional(),
  certificateNames: z
    .array(z.string().max(253))
    .max(MOST_CERTIFICATE_NAMES)
    .describe(
      'Other names of the certificate that the gateway presents for the host, where it chooses certificates by name: no rule of another team gets one of these, unless it is declared for that team.',
    )
    .optional(),
  certificate: z
    .string()
    .max(253)
    .describe('Secret with the certificate of the host, where the rule is for HTTPS.')
    .optional(),
  appId: z
    .int()
    .min(1)
    .describe('Application that the rule belongs to, where the spec has no number.')
    .optional(),
  protocol: z
    .enum(['http', 'tcp', 'udp', 'tls'])
    .describe(
      'Protocol of the rule; of a rule for a port, that of the port of the component where the spec does not say.',
    )
    .optional(),
  scheme: z
    .enum(['http', 'https', 'tcp', 'udp', 'tls'])
    .describe('Beginning of its URL: https once the host has a certificate for the rule.')
    .optional(),
  url: toldSchema(
    2048,
    'Where clients find it: scheme, host, port where it is not the usual one, and path; of a port, an address and the port.',
  ).optional(),
  requests: toldSchema(
    512,
    'Conditions that requests must fulfil beside that, such as a header; left out where there are none.',
  ).optional(),
  routeName: z.string().max(253).describe('The route of the Gateway API that carries the rule.').optional(),
  conditions: keyedList(conditionSchema, 'type', 8)
    .describe(
      'Accepted, ResolvedRefs, Programmed, Serving, FullyExpressed, and Ready, which follows from them.',
    )
    .optional(),
});

export type GatewayRuleStatus = z.infer<typeof gatewayRuleStatusSchema>;

/** Status of a GatewayRule as the API server accepts it. */
export const boundedRuleStatus = boundsOf(gatewayRuleStatusSchema);

/** Kind GatewayRule. */
export const gatewayRule = {
  kind: 'GatewayRule',
  plural: 'gatewayrules',
  singular: 'gatewayrule',
  shortNames: ['gr'],
  description:
    'Sends requests for a host and path, or connections to a port or a host, to a component of an application.',
  spec: gatewayRuleSpecSchema,
  status: gatewayRuleStatusSchema,
  selectable: ['.spec.protocol', '.spec.http.domainName', '.spec.tcp.endPoint.port', '.spec.tls.domainName'],
  columns: [
    { name: 'URL', type: 'string', jsonPath: '.status.url' },
    {
      name: 'Host',
      type: 'string',
      jsonPath: ".spec['http.domainName','tcp.endPoint.port','tls.domainName']",
      priority: 1,
    },
    { name: 'Protocol', type: 'string', jsonPath: '.status.scheme', priority: 1 },
    { name: 'Weight', type: 'integer', jsonPath: '.spec.http.theWeight', priority: 1 },
    { name: 'Requests', type: 'string', jsonPath: '.status.requests', priority: 1 },
    {
      name: 'Component',
      type: 'string',
      jsonPath:
        ".spec['http.serviceId','http.serviceName','tcp.serviceId','tcp.serviceName','tls.serviceId','tls.serviceName']",
    },
    ...READINESS_COLUMNS,
  ],
} satisfies KindDefinition;
