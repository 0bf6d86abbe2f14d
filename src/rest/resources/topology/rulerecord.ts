import { conditionRemedy } from '../../../api/advice.ts';
import { type Condition, DERIVED_CONDITIONS } from '../../../api/condition.ts';
import { DEFAULT_WEIGHT } from '../../../api/gatewayrule.ts';
import { clipped } from '../../../base/text.ts';
import { numberOf, transportTo } from '../../../component/backend.ts';
import { partOf, targetOfSpec } from '../../../component/target.ts';
import { managerOf } from '../../../objects/managed.ts';
import { readyConditionOf } from '../../../objects/readiness.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { servedScheme, shownPath } from '../../../rule/address.ts';
import { conditionTexts } from '../../../rule/conditions.ts';
import {
  type EffectiveHttp,
  type EffectiveRule,
  type EffectiveTcp,
  parseRule,
  protocolOf,
  schemeOf,
} from '../../../rule/effective.ts';
import { isEveryAddress, publicPort, ruleUrl, shownEndPoint } from '../../../rule/url.ts';
import type { GatewayPlace } from '../../gatewayplace.ts';
import { idOf } from '../../http/id.ts';
import type { Exposures } from './exposures.ts';
import { readinessMembers } from './readiness.ts';
import { MOST, type TopologyRule } from './schema.ts';

/** Source of the records of rules. */
export interface RuleSource {
  readonly exposures: Exposures;
  readonly gateway: Pick<GatewayPlace, 'http' | 'https'>;
  /** Host name or address at which clients reach the TCP rules of every address, where it is known. */
  readonly address: string | undefined;
}

/** Record of a rule. Pure. */
export function topologyRule(rule: GatewayRule, source: RuleSource): TopologyRule {
  const { metadata, spec, status } = rule;
  const parsed = parseRule(rule);
  const target = targetOfSpec(spec);
  const conditions = (status?.conditions ?? []).filter(({ type }) => !DERIVED_CONDITIONS.includes(type));
  return {
    rule_id: idOf(metadata.uid),
    name: metadata.name,
    service_id: source.exposures.idOf(target),
    ...(parsed.type === 'valid'
      ? { ...entryOf(parsed.rule, rule, source), container_port: portBehind(rule, source) }
      : { ...NO_ENTRY, protocol: protocolOf(spec) }),
    ...readinessMembers(readyConditionOf(rule), conditions),
    conditions: conditions.map(conditionRecord),
    created_at: metadata.creationTimestamp,
    generation: metadata.generation ?? 0,
    managed_by: managerOf(rule) ?? '',
  };
}

/** Requests that a rule is for. */
type Entry = Pick<
  TopologyRule,
  | 'protocol'
  | 'urls'
  | 'host'
  | 'port'
  | 'path'
  | 'summary'
  | 'weight'
  | 'certificate_id'
  | 'certificate_name'
>;

const WITHOUT_CONDITIONS = {
  path: '',
  summary: '',
  weight: DEFAULT_WEIGHT,
  certificate_id: 0,
  certificate_name: '',
};

/** Entry of a rule whose stored spec is invalid: its conditions say why. */
const NO_ENTRY = { ...WITHOUT_CONDITIONS, urls: [], host: '', port: 0, container_port: 0 };

function entryOf(rule: EffectiveRule, object: GatewayRule, source: RuleSource): Entry {
  switch (rule.protocol) {
    case 'http':
      return httpEntry(rule, object, source.gateway);
    case 'tcp':
      return tcpEntry(rule, source);
    case 'tls': {
      const port = publicPort('https', source.gateway);
      const { protocol, host } = rule;
      return { ...WITHOUT_CONDITIONS, protocol, host, port, urls: openUrls(host, `tls://${host}:${port}`) };
    }
  }
}

function httpEntry(rule: EffectiveHttp, object: GatewayRule, gateway: RuleSource['gateway']): Entry {
  const { host, weight, certificate } = rule;
  const scheme = servedScheme(object) ?? schemeOf(rule);
  return {
    protocol: rule.grpc === undefined ? 'http' : 'grpc',
    host,
    port: publicPort(scheme, gateway),
    path: shownPath(rule),
    urls: openUrls(host, ruleUrl(rule, scheme, gateway)),
    summary: clipped(conditionTexts(rule).join(', '), MOST.text),
    weight,
    certificate_id: certificate?.type === 'number' ? certificate.id : 0,
    certificate_name: (certificate?.type === 'name' ? certificate.name : object.status?.certificate) ?? '',
  };
}

/** The URL of a host; none where it is a wildcard, which nobody can open. */
function openUrls(host: string, url: string): string[] {
  return host.startsWith('*') ? [] : [url];
}

function tcpEntry({ ip, port, transport }: EffectiveTcp, { address }: RuleSource): Entry {
  const protocol = transport === 'UDP' ? 'udp' : 'tcp';
  const isKnown = address !== undefined || !isEveryAddress(ip);
  const urls = isKnown ? [`${protocol}://${shownEndPoint({ ip, port }, address)}`] : [];
  return { ...WITHOUT_CONDITIONS, protocol, host: ip, port, urls };
}

/** Number of the port of the component. */
function portBehind({ spec }: GatewayRule, { exposures }: RuleSource): number {
  const exposure = exposures.of(targetOfSpec(spec));
  const transport = spec.tcp === undefined ? 'TCP' : transportTo(spec.tcp, exposure);
  return numberOf(exposure, partOf(spec)?.containerPort ?? 0, transport) ?? 0;
}

function conditionRecord(condition: Condition): TopologyRule['conditions'][number] {
  const { type, status, reason, message, lastTransitionTime } = condition;
  return {
    type,
    status,
    reason,
    message: clipped(message, MOST.text),
    since: lastTransitionTime,
    todo: conditionRemedy(condition) ?? '',
  };
}
