import { keyOf } from '../kube/object.ts';
import { wildcardParent } from '../names/name.ts';
import { byAge } from '../objects/age.ts';
import { MAX_ROUTE_RULES } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Conflict, Crowding } from './conflict.ts';
import type { EffectiveRule, EffectiveTcp } from './effective.ts';

/** Sentence on the conflict of a rule; `winner` names the other rule, as far as the reader may know of it. */
export function conflictText(type: Conflict['type'], rule: EffectiveRule, winner: string): string {
  return TEXTS[type](rule, winner);
}

const TEXTS: Readonly<Record<Conflict['type'], (rule: EffectiveRule, winner: string) => string>> = {
  redirect: (rule, winner) =>
    rule.protocol === 'http' && rule.redirect
      ? `httptohttps needs ${placeText(rule)} for itself, and ${winner} is there: use another path, or remove httptohttps`
      : `${winner} has ${placeText(rule)} for itself, as it redirects to HTTPS: use another path, or remove httptohttps from it`,
  protocol: protocolText,
  duplicate: (rule, winner) =>
    `${winner} sends the same requests for ${placeText(rule)} to the same port of the same component`,
  address: (rule, winner) => `${placeText(rule)} is taken by ${winner}`,
  ending: (rule, winner) =>
    rule.protocol === 'http'
      ? `${winner} passes TLS connections to ${rule.host} on to a component, so that the gateway has no certificate for it: use another host, or no certificate`
      : `${winner} has TLS connections to ${placeText(rule)}: use another host`,
};

function protocolText(rule: EffectiveRule, winner: string): string {
  const host = rule.protocol === 'http' ? rule.host : placeText(rule);
  return rule.protocol === 'http' && rule.grpc !== undefined
    ? `${winner} has ${host} for HTTP, and a host is for HTTP or for gRPC: use another host, or replace match.grpc by the domainPath /${rule.grpc.service ?? 'SERVICE'}, and let the port of the Service declare kubernetes.io/h2c`
    : `${winner} has ${host} for gRPC, and a host is for HTTP or for gRPC: use another host`;
}

/** Field of a rule that wants a name, as a path below `spec`. */
export function nameFieldOf({ protocol }: EffectiveRule): string {
  return protocol === 'tcp' ? 'tcp.endPoint.port' : `${protocol}.domainName`;
}

/** The rule to which another one of its team gives way, for those who may read it: it is older, or was accepted before. */
export function winnerText(winner: GatewayRule, loser: GatewayRule): string {
  return `the ${byAge(winner, loser) < 0 ? 'older' : 'accepted'} rule ${keyOf(winner)}`;
}

/** Sentence on an HTTP rule that has no room. */
export function crowdingText(crowding: Crowding): string {
  const { host } = crowding;
  if (crowding.type === 'no-room') {
    return `a route has room for ${MAX_ROUTE_RULES} conditions with ${MAX_ROUTE_RULES} components each, and older rules for ${host}${crowding.path} fill it`;
  }
  const [hosts, way] =
    wildcardParent(host) === undefined
      ? [host, 'another host']
      : ['hosts below the wildcards of the team', 'a host that is no wildcard'];
  return `the gateway compares each request for ${hosts} with the conditions and guards of all rules there, and others with cookies, parameters or guards take all the time that there is for it: use fewer of them, or ${way}`;
}

/** Host and path, port, or host that a rule answers for. */
function placeText(rule: EffectiveRule): string {
  switch (rule.protocol) {
    case 'http':
      return `${rule.host}${rule.path}`;
    case 'tcp':
      return portText(rule);
    case 'tls':
      return rule.host;
  }
}

function portText({ port, transport }: EffectiveTcp): string {
  return transport === undefined ? `${port}` : `${port} for ${transport}`;
}
