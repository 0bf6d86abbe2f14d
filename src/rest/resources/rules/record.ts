import { z } from 'zod';
import { DEFAULT_WEIGHT, type HttpRule, type TcpRule, type Transport } from '../../../api/gatewayrule.ts';
import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import { type Policy, policySchema } from '../../../api/policy.ts';
import type { TlsRule } from '../../../api/tlsrule.ts';
import { present } from '../../../base/fields.ts';
import { numberOf, transportTo } from '../../../component/backend.ts';
import type { Exposure } from '../../../component/exposure.ts';
import { exposureOfTarget, idOfTarget, partOf, targetOfSpec } from '../../../component/target.ts';
import { keyOf } from '../../../kube/object.ts';
import { byAge } from '../../../objects/age.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { certificateOf, issuerOfRef } from '../../../rule/effective.ts';
import { isOpen } from '../../../rule/open.ts';
import { shownEndPoint } from '../../../rule/url.ts';
import { idOf, numericId } from '../../http/id.ts';
import { namedObject } from '../../http/schema.ts';
import { shownSecret, storedCertificate } from './certificate.ts';
import { pairsText } from './halfschema.ts';

/** Members of the records of both protocols. */
const commonSchema = z.object({
  ID: z.int().describe('A number of the rule, which stays the same.'),
  region_id: z.string().describe('Region of the rule.'),
  tenant_id: z.string().describe('Team of the rule.'),
  service_id: z.string().describe('Component that the rule leads to.'),
  service_name: z.string().describe('Alias of the component.'),
  service_alias: z.string().describe('Name of the component that people see.'),
  container_port: z
    .int()
    .describe('Port of the component; 0 where the rule has a name for it that no port has.'),
  is_outer_service: z.boolean().describe('Whether the port is open to the outside.'),
});

/** Record of an http rule: contract 2.6. */
export const httpRecordSchema = namedObject('HttpRecord', {
  ...commonSchema.shape,
  rule_extensions: z.array(z.string()).describe('Settings beside the fields, each as key:value.'),
  http_rule_id: z.string().describe('The rule in paths: the uid of its GatewayRule without dashes.'),
  domain_name: z.string().describe('Host name that the rule answers for.'),
  protocol: z.enum(['http', 'https']).describe('https where the rule has a certificate.'),
  certificate_id: z.int().describe('Number of the certificate; 0 is none, or one without a number.'),
  certificate_name: z
    .string()
    .describe(
      'Secret of the certificate: that which the rule names, or is served with; left out where there is none.',
    )
    .optional(),
  domain_type: z.string().describe('Always www: the host is of the user.'),
  is_senior: z.boolean().describe('Whether a path, a cookie or a header is asked for.'),
  domain_path: z.string().describe('Path prefix that the rule answers for.'),
  domain_cookie: z.string().describe('Cookies that a request must carry, as name=value;name=value.'),
  domain_heander: z.string().describe('Headers that a request must carry, as name=value;name=value.'),
  type: z.int().describe('Always 1: the host is of the user.'),
  the_weight: z.int().describe('Share among rules with the same host, path and conditions.'),
  auto_ssl: z.boolean().describe('Whether the rule waits for a certificate from outside.'),
  auto_ssl_config: z.string().describe('How the certificate is obtained; empty where nothing is said.'),
  path_rewrite: z
    .boolean()
    .describe('Whether the component gets another path than the one that was asked for.'),
  rewrites: z
    .string()
    .describe('The change of the path, as text: a list of objects with regex, replacement and flag.'),
  policy: policySchema
    .describe('What the rule does beyond the contract; left out where that is nothing.')
    .optional(),
});

export type HttpRecord = z.infer<typeof httpRecordSchema>;

/** Record of a tcp rule: contract 2.6. */
export const tcpRecordSchema = namedObject('TcpRecord', {
  ...commonSchema.shape,
  tcp_rule_id: z.string().describe('The rule in paths: the uid of its GatewayRule without dashes.'),
  end_point: z
    .string()
    .describe(
      'Where the gateway listens, as ip:port or [ip]:port; a name or address of the configuration in place of 0.0.0.0.',
    ),
  protocol: z.string().describe('Protocol of the port of the component, tcp or udp.'),
  type: z.int().describe('0 where the rule has the port that the platform proposed, else 1.'),
  rule_extensions: z.string().describe('Settings beside the fields, as key:value,key:value.'),
});

export type TcpRecord = z.infer<typeof tcpRecordSchema>;

/** Record of a tls rule. */
export const tlsRecordSchema = namedObject('TlsRecord', {
  ...commonSchema.shape,
  tls_rule_id: z.string().describe('The rule in paths: the uid of its GatewayRule without dashes.'),
  domain_name: z.string().describe('Host name that clients ask for by SNI.'),
  protocol: z.literal('tls').describe('Always tls.'),
});

export type TlsRecord = z.infer<typeof tlsRecordSchema>;

/** Records of an application's rules: contract 2.6. */
export const gatewayRuleSchema = namedObject('GatewayRule', {
  http: z.array(httpRecordSchema),
  tcp: z.array(tcpRecordSchema),
  tls: z
    .array(tlsRecordSchema)
    .describe('Left out where there is none: the contract does not have them.')
    .optional(),
});

type GatewayRuleBody = z.infer<typeof gatewayRuleSchema>;

/** Records of an application's rules, or of those of one protocol. */
export const gatewayRulesOfSchema = gatewayRuleSchema.partial().meta({ id: 'GatewayRulesOf' });

/** Record of an http rule with its region, team and application, in the list of all teams. */
export const placedRecordSchema = namedObject('PlacedHttpRecord', {
  ...httpRecordSchema.shape,
  rule_extensions: z.string().describe('Settings beside the fields, as key:value,key:value.'),
  region_name: z.string().describe('Region of the rule.'),
  team_name: z.string().describe('Team of the rule.'),
  app_id: z.int().describe('Application of the rule.'),
});

export type PlacedRecord = z.infer<typeof placedRecordSchema>;

/** Source of records: an application's rules, and what tells the ports of its components. */
export interface RecordSource extends Exposure {
  readonly region: string;
  readonly teamId: string;
  /** Host name or address at which clients reach the TCP rules of every address, where it is known. */
  readonly tcpAddress?: string | undefined;
  readonly rules: readonly GatewayRule[];
}

/** Records of all rules of an application, the oldest first: contract 2.6. */
export function gatewayRuleBody(source: RecordSource): GatewayRuleBody {
  const rules = source.rules.toSorted(byAge);
  const tls = rules.flatMap((rule) =>
    rule.spec.tls === undefined ? [] : [tlsRecord(rule, rule.spec.tls, source)],
  );
  return {
    http: rules.flatMap((rule) =>
      rule.spec.http === undefined ? [] : [httpRecord(rule, rule.spec.http, source)],
    ),
    tcp: rules.flatMap((rule) =>
      rule.spec.tcp === undefined ? [] : [tcpRecord(rule, rule.spec.tcp, source)],
    ),
    ...(tls.length === 0 ? {} : { tls }),
  };
}

/** Addresses that the rules of an application give one of its components, the oldest first. */
export function addressesIn(source: RecordSource, serviceId: string): readonly string[] {
  const { http, tcp, tls = [] } = gatewayRuleBody(source);
  return [
    ...http
      .filter(({ service_id }) => service_id === serviceId)
      .map(({ protocol, domain_name, domain_path }) => `${protocol}://${domain_name}${domain_path}`),
    ...tcp.filter(({ service_id }) => service_id === serviceId).map(({ end_point }) => end_point),
    ...tls
      .filter(({ service_id }) => service_id === serviceId)
      .map(({ domain_name }) => `tls://${domain_name}`),
  ];
}

/** Record of one rule of an application. */
export function ruleRecord(rule: GatewayRule, source: RecordSource): HttpRecord | TcpRecord | TlsRecord {
  const { http, tcp, tls } = rule.spec;
  if (http !== undefined) {
    return httpRecord(rule, http, source);
  }
  if (tcp !== undefined) {
    return tcpRecord(rule, tcp, source);
  }
  if (tls !== undefined) {
    return tlsRecord(rule, tls, source);
  }
  throw new Error(`the GatewayRule ${keyOf(rule)} is no http, tcp or tls rule`);
}

function httpRecord(rule: GatewayRule, http: HttpRule, source: RecordSource): HttpRecord {
  const path = http.domainPath ?? '/';
  const [cookies, headers] = [pairsText(http.domainCookie), pairsText(http.domainHeader)];
  return {
    ...commonRecord(rule, exposureOfRule(rule, source), 'TCP', source),
    rule_extensions: extensions(http.ruleExtensions),
    http_rule_id: idOf(rule.metadata.uid),
    domain_name: http.domainName,
    protocol: certificateOf(http) === undefined ? 'http' : 'https',
    certificate_id: http.certificateId ?? 0,
    domain_type: 'www',
    is_senior: path !== '/' || cookies !== '' || headers !== '',
    domain_path: path,
    domain_cookie: cookies,
    domain_heander: headers,
    // The other value, 0, marks hosts that the platform generates; Stoa generates none.
    type: 1,
    the_weight: http.theWeight ?? DEFAULT_WEIGHT,
    auto_ssl: http.issuerRef !== undefined || (http.autoSsl ?? false),
    auto_ssl_config: http.issuerRef === undefined ? (http.autoSslConfig ?? '') : issuerOfRef(http.issuerRef),
    path_rewrite: http.policy?.rewrite?.path !== undefined,
    rewrites: JSON.stringify(rewritesOf(path, http.policy)),
    ...present({
      certificate_name: shownSecret(storedCertificate(http, rule.status?.certificate)),
      policy: http.policy,
    }),
  };
}

/** Change of the path as the contract's original writes it: a regular expression of nginx, and what replaces it. */
function rewritesOf(path: string, policy: Policy | undefined) {
  const to = policy?.rewrite?.path;
  if (to === undefined) {
    return [];
  }
  const begin = path.replace(/\/$/, '').replaceAll(/[.$*+()]/g, String.raw`\$&`);
  const [regex, replacement] =
    to.prefix === undefined
      ? ['^.*$', to.full]
      : [`^${begin}(?:/(.*))?$`, `${to.prefix.replace(/\/$/, '')}/$1`];
  return [{ regex, replacement, flag: 'break' }];
}

function tcpRecord(rule: GatewayRule, tcp: TcpRule, source: RecordSource): TcpRecord {
  const component = exposureOfRule(rule, source);
  const transport = transportTo(tcp, component);
  return {
    ...commonRecord(rule, component, transport, source),
    tcp_rule_id: idOf(rule.metadata.uid),
    end_point: shownEndPoint(tcp.endPoint, source.tcpAddress),
    protocol: transport.toLowerCase(),
    // 0 where the rule has the port that the platform proposed.
    type: tcp.endPoint.port === tcp.defaultPort ? 0 : 1,
    rule_extensions: extensions(tcp.ruleExtensions).join(','),
  };
}

function tlsRecord(rule: GatewayRule, tls: TlsRule, source: RecordSource): TlsRecord {
  return {
    ...commonRecord(rule, exposureOfRule(rule, source), 'TCP', source),
    tls_rule_id: idOf(rule.metadata.uid),
    domain_name: tls.domainName,
    protocol: 'tls',
  };
}

function exposureOfRule({ spec }: GatewayRule, source: RecordSource): Exposure {
  return exposureOfTarget(targetOfSpec(spec), source);
}

/** Id of the component of a rule; that of a Service which is none is its name. */
function componentIdOf({ spec }: GatewayRule, { services }: RecordSource): string {
  return idOfTarget(targetOfSpec(spec), services);
}

/** Members of both kinds of record; `service_name` is the alias and `service_alias` the display name. */
function commonRecord(rule: GatewayRule, component: Exposure, transport: Transport, source: RecordSource) {
  const { containerPort = 0 } = partOf(rule.spec) ?? {};
  const serviceId = componentIdOf(rule, source);
  const [service] = component.services;
  const alias = service?.metadata.labels?.[LABELS.componentAlias] ?? serviceId;
  return {
    ID: numericId(rule.metadata.uid),
    region_id: source.region,
    tenant_id: source.teamId,
    service_id: serviceId,
    service_name: alias,
    service_alias: service?.metadata.annotations?.[ANNOTATIONS.componentName] ?? alias,
    container_port: numberOf(component, containerPort, transport) ?? 0,
    is_outer_service: isOpen(
      containerPort,
      source.rules.filter((each) => componentIdOf(each, source) === serviceId),
      component,
      transport,
    ),
  };
}

function extensions(list: readonly { readonly key: string; readonly value: string }[] | undefined): string[] {
  return (list ?? []).map(({ key, value }) => `${key}:${value}`);
}
