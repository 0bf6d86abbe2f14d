import { DEFAULT_WEIGHT, type HttpRule, type TcpRule, type Transport } from '../../../api/gatewayrule.ts';
import { ANNOTATIONS, LABELS } from '../../../api/group.ts';
import type { Policy } from '../../../api/policy.ts';
import { transportTo } from '../../../component/backend.ts';
import { componentIn, type Exposure } from '../../../component/exposure.ts';
import { keyOf } from '../../../kube/object.ts';
import { byAge } from '../../../objects/age.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { isOpen } from '../../../rule/open.ts';
import { idOf, numericId } from '../id.ts';
import { shownEndPoint } from './endpoint.ts';
import type { GatewayRuleBody, HttpRecord, TcpRecord } from './response.ts';

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
  return {
    http: rules.flatMap((rule) =>
      rule.spec.http === undefined ? [] : [httpRecord(rule, rule.spec.http, source)],
    ),
    tcp: rules.flatMap((rule) =>
      rule.spec.tcp === undefined ? [] : [tcpRecord(rule, rule.spec.tcp, source)],
    ),
  };
}

/** Addresses that the rules of an application give one of its components, the oldest first. */
export function addressesIn(source: RecordSource, serviceId: string): readonly string[] {
  const { http, tcp } = gatewayRuleBody(source);
  return [
    ...http
      .filter(({ service_id }) => service_id === serviceId)
      .map(({ protocol, domain_name, domain_path }) => `${protocol}://${domain_name}${domain_path}`),
    ...tcp.filter(({ service_id }) => service_id === serviceId).map(({ end_point }) => end_point),
  ];
}

/** Record of one rule of an application. */
export function recordOf(rule: GatewayRule, source: RecordSource): HttpRecord | TcpRecord {
  const { http, tcp } = rule.spec;
  if (http !== undefined) {
    return httpRecord(rule, http, source);
  }
  if (tcp !== undefined) {
    return tcpRecord(rule, tcp, source);
  }
  throw new Error(`the GatewayRule ${keyOf(rule)} is neither an http nor a tcp rule`);
}

function httpRecord(rule: GatewayRule, http: HttpRule, source: RecordSource): HttpRecord {
  const path = http.domainPath ?? '/';
  const [cookies, headers] = [pairs(http.domainCookie), pairs(http.domainHeader)];
  return {
    ...commonRecord(rule, http, componentIn(source, http.serviceId), 'TCP', source),
    rule_extensions: extensions(http.ruleExtensions),
    http_rule_id: idOf(rule.metadata.uid),
    domain_name: http.domainName,
    protocol: http.certificateId === undefined ? 'http' : 'https',
    certificate_id: http.certificateId ?? 0,
    domain_type: 'www',
    is_senior: path !== '/' || cookies !== '' || headers !== '',
    domain_path: path,
    domain_cookie: cookies,
    domain_heander: headers,
    // The other value, 0, marks hosts that the platform generates; Stoa generates none.
    type: 1,
    the_weight: http.theWeight ?? DEFAULT_WEIGHT,
    auto_ssl: http.autoSsl ?? false,
    auto_ssl_config: http.autoSslConfig ?? '',
    path_rewrite: http.policy?.rewrite?.path !== undefined,
    rewrites: JSON.stringify(rewritesOf(path, http.policy)),
    ...(http.policy === undefined ? {} : { policy: http.policy }),
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
  const component = componentIn(source, tcp.serviceId);
  const transport = transportTo(tcp, component);
  return {
    ...commonRecord(rule, tcp, component, transport, source),
    tcp_rule_id: idOf(rule.metadata.uid),
    end_point: shownEndPoint(tcp.endPoint, source.tcpAddress),
    protocol: transport.toLowerCase(),
    // 0 where the rule has the port that the platform proposed.
    type: tcp.endPoint.port === tcp.defaultPort ? 0 : 1,
    rule_extensions: extensions(tcp.ruleExtensions).join(','),
  };
}

/** Members of both kinds of record; `service_name` is the alias and `service_alias` the display name. */
function commonRecord(
  rule: GatewayRule,
  { serviceId, containerPort }: { readonly serviceId: string; readonly containerPort: number },
  component: Exposure,
  transport: Transport,
  source: RecordSource,
) {
  const [service] = component.services;
  const alias = service?.metadata.labels?.[LABELS.componentAlias] ?? serviceId;
  return {
    ID: numericId(rule.metadata.uid),
    region_id: source.region,
    tenant_id: source.teamId,
    service_id: serviceId,
    service_name: alias,
    service_alias: service?.metadata.annotations?.[ANNOTATIONS.componentName] ?? alias,
    container_port: containerPort,
    is_outer_service: isOpen(
      containerPort,
      source.rules.filter(({ spec: { http, tcp } }) => (http ?? tcp)?.serviceId === serviceId),
      component,
      transport,
    ),
  };
}

function pairs(map: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(map ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

function extensions(list: readonly { readonly key: string; readonly value: string }[] | undefined): string[] {
  return (list ?? []).map(({ key, value }) => `${key}:${value}`);
}
