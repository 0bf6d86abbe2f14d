import type { GatewayRuleStatus } from '../../api/gatewayrule.ts';
import { present } from '../../base/fields.ts';
import { transportTo } from '../../component/backend.ts';
import { conditionTexts } from '../../rule/conditions.ts';
import { type EffectiveHttp, type EffectiveRule, type EffectiveTcp, schemeOf } from '../../rule/effective.ts';
import { groupsOf } from '../../rule/groupname.ts';
import { publicPort, ruleUrl, shownEndPoint } from '../../rule/url.ts';
import type { GatewayView, Observed } from '../observed.ts';
import type { Plan } from '../plan/plan.ts';
import { type HostTls, isSecure } from '../tls.ts';

/** Part of the status of a rule that tells which requests it is for, and with which certificate. */
type Entry = Pick<GatewayRuleStatus, 'url' | 'scheme' | 'requests' | 'certificate'>;

/** Entry of a rule: the requests that it is for, as people name them. */
export function entryOf(
  rule: EffectiveRule,
  { component, gateway }: Pick<Observed, 'component' | 'gateway'>,
  plans: readonly Plan[],
): Entry {
  switch (rule.protocol) {
    case 'http':
      return httpEntry(rule, tlsOf(rule, plans), gateway);
    case 'tcp':
      return tcpEntry(rule, transportTo(rule, component) === 'UDP' ? 'udp' : 'tcp', gateway);
    case 'tls':
      return { scheme: 'tls', url: `tls://${rule.host}:${publicPort('https', gateway.config)}` };
  }
}

/** Certificate of the host of a rule; none where no group of it carries requests. */
function tlsOf(rule: EffectiveHttp, plans: readonly Plan[]): HostTls {
  const [{ name }] = groupsOf(rule);
  const [found] = plans.flatMap(({ group }) =>
    group.type === 'path' && group.name === name ? [group.tls] : [],
  );
  return found ?? { type: 'none' };
}

function httpEntry(rule: EffectiveHttp, tls: HostTls, gateway: GatewayView): Entry {
  const scheme = isSecure({ rule }, tls) ? 'https' : schemeOf(rule);
  const requests = conditionTexts(rule).join(', ');
  return {
    scheme,
    url: ruleUrl(rule, scheme, gateway.config),
    ...present({ requests: requests || undefined, certificate: secretOf(tls, scheme) }),
  };
}

/** Secret of the certificate of a host, whether the engine can present it or not. */
function secretOf(tls: HostTls, scheme: 'http' | 'https'): string | undefined {
  return scheme === 'https' && (tls.type === 'usable' || tls.type === 'unusable') ? tls.secret : undefined;
}

function tcpEntry({ ip, port }: EffectiveTcp, scheme: 'tcp' | 'udp', { config, object }: GatewayView): Entry {
  const known = config.tcp.address ?? object?.status?.addresses?.find(({ value }) => value)?.value;
  return { scheme, url: `${scheme}://${shownEndPoint({ ip, port }, known)}` };
}
