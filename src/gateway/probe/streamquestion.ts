import { shortHash } from '../../base/hash.ts';
import { answeringAt, answeringPart } from '../../component/endpoints.ts';
import { OF_SERVICE } from '../../objects/endpointslice.ts';
import type { Route } from '../../objects/gatewayapi.ts';
import type { EffectiveRule } from '../../rule/effective.ts';
import { passthroughListenerName, portListenerName } from '../listeners/name.ts';
import { destinationOf, type Member } from '../member.ts';
import type { GatewayView } from '../observed.ts';
import { backendName } from './callrule.ts';
import type { StreamState } from './streamstate.ts';
import { type Place, placesAt, targetsOf } from './target.ts';
import { reportedStates } from './watched.ts';

/** Question to the component of a rule for TCP or TLS, through the gateway. */
export interface StreamQuestion extends Pick<StreamState, 'backend' | 'circumstances'> {
  /** Places of the gateway; none where nothing tells any, or the listener of the rule does not stand yet. */
  readonly places: readonly Place[];
  /** Host that connections by TLS are for. */
  readonly host?: string;
}

/** Name of the backend of a rule for which components are asked by connections; undefined where nobody is asked. */
export function streamBackend(member: Member<EffectiveRule>, { config }: GatewayView): string | undefined {
  const { rule } = member;
  const to = destinationOf(member);
  return config.probe.mode === 'off' ||
    rule.protocol === 'http' ||
    rule.scalesToZero ||
    to.type !== 'resolved' ||
    to.protocol !== 'TCP'
    ? undefined
    : backendName({ name: to.service, port: to.port });
}

/** The question for the rule of a route that stands; undefined where nobody is asked, or no endpoint is ready. */
export function streamQuestion(
  member: Member<EffectiveRule>,
  route: Route,
  gateway: GatewayView,
): StreamQuestion | undefined {
  const { rule, component } = member;
  const backend = streamBackend(member, gateway);
  const to = destinationOf(member);
  if (backend === undefined || to.type !== 'resolved' || answeringAt(component, to) !== 'endpoints') {
    return undefined;
  }
  const places = placesFor(rule, gateway);
  const endpoints = component.slices
    .filter(({ metadata }) => metadata.labels?.[OF_SERVICE] === to.service)
    .map(answeringPart);
  const { uid, generation } = route.metadata;
  const all = [uid, generation, reportedStates(route), places, endpoints];
  return {
    backend,
    circumstances: shortHash(JSON.stringify(all), 16),
    places,
    ...(rule.protocol === 'tls' ? { host: rule.host } : {}),
  };
}

function placesFor(rule: EffectiveRule, gateway: GatewayView): readonly Place[] {
  if (rule.protocol === 'tcp') {
    return targetsOf(gateway, portListenerName('TCP', rule.port)) ?? [];
  }
  const isAtListener = gateway.passes.passing === undefined;
  const places =
    rule.protocol === 'tls' && isAtListener
      ? targetsOf(gateway, passthroughListenerName(rule.host))
      : placesAt(gateway, gateway.config.https.port);
  return places ?? [];
}
