import type { Condition, Verdict } from '../api/condition.ts';
import { REASONS } from '../api/reason.ts';
import type { Backend } from '../component/backend.ts';
import type { Gateway, HttpRoute } from '../objects/gatewayapi.ts';
import type { GatewayName } from './route.ts';
import type { EffectiveRule } from './rule.ts';

/** Verdict of a condition that holds. */
export function holds(type: string, reason: string, message: string): Verdict {
  return { type, status: 'True', reason, message };
}

/** Verdict of a condition that does not hold. */
export function fails(type: string, reason: string, message: string): Verdict {
  return { type, status: 'False', reason, message };
}

/** Whether a rule's component and port were found. */
export function resolvedRefs(backend: Backend, rule: EffectiveRule): Verdict {
  const component = `component ${rule.serviceId} of application ${rule.appId}`;
  switch (backend.type) {
    case 'resolved':
      return holds('ResolvedRefs', REASONS.resolved, `Service ${backend.service} port ${backend.port}`);
    case 'no-component':
      return fails(
        'ResolvedRefs',
        REASONS.componentNotFound,
        `no Service of ${component}: label one with stoa.dev/app-id and stoa.dev/component-id`,
      );
    case 'no-port':
      return fails(
        'ResolvedRefs',
        REASONS.portNotFound,
        `${component} has no port ${rule.containerPort}; it has ${backend.ports.join(', ') || 'none'}`,
      );
  }
}

/** Whether the engine has taken the route over, in the engine's own words where it has not. */
export function programmed(
  name: GatewayName,
  gateway: Gateway | undefined,
  route: HttpRoute | undefined,
): Verdict {
  const label = `Gateway ${name.namespace}/${name.name}`;
  if (gateway === undefined) {
    return fails('Programmed', REASONS.gatewayNotFound, `${label} does not exist`);
  }
  const ofGateway = gateway.status?.conditions?.find(({ type }) => type === 'Programmed');
  if (ofGateway?.status !== 'True') {
    const why = ofGateway?.message || 'no engine has reported on it';
    return fails('Programmed', REASONS.gatewayNotProgrammed, `${label} is not programmed: ${why}`);
  }
  return route === undefined
    ? fails('Programmed', REASONS.pending, `the route waits for ${label}`)
    : reported(name, label, route);
}

function reported(name: GatewayName, label: string, route: HttpRoute): Verdict {
  const current = parentConditions(name, route);
  const wanted = ['Accepted', 'ResolvedRefs'].map((type) =>
    current.find((condition) => condition.type === type),
  );
  const bad = wanted.find((condition) => condition?.status === 'False');
  if (bad !== undefined) {
    return fails('Programmed', bad.reason, `${label} says: ${bad.message || bad.reason}`);
  }
  return wanted.every((condition) => condition?.status === 'True')
    ? holds('Programmed', REASONS.programmed, `${label} serves the route`)
    : fails('Programmed', REASONS.pending, `the route waits for ${label}`);
}

/** What engines say of the route's present generation on that Gateway. */
function parentConditions(name: GatewayName, route: HttpRoute): readonly Condition[] {
  const generation = route.metadata.generation ?? 0;
  return (route.status?.parents ?? [])
    .filter(({ parentRef }) => parentRef.name === name.name && parentRef.namespace === name.namespace)
    .flatMap(({ conditions }) => conditions ?? [])
    .filter(({ observedGeneration }) => (observedGeneration ?? generation) >= generation);
}

/** Whether all that the rule asks for is done. */
export function fullyExpressed({ notExpressed }: EffectiveRule): Verdict {
  return notExpressed.length === 0
    ? holds('FullyExpressed', REASONS.fullyExpressed, 'every field of the rule is in effect')
    : fails('FullyExpressed', REASONS.fieldsNotExpressed, `not in effect: ${notExpressed.join(', ')}`);
}

/** Ready follows from the conditions that it needs, in their order; nothing else may say it. */
export function withReady(verdicts: readonly Verdict[]): Verdict[] {
  const needed = verdicts.filter(({ type }) => type !== 'FullyExpressed');
  const missing = needed.find(({ status }) => status !== 'True');
  const ready =
    missing === undefined
      ? holds('Ready', REASONS.ready, 'the rule carries traffic')
      : fails('Ready', missing.reason, missing.message);
  return [...verdicts, ready];
}

/** The conditions of a rule that was refused: what depends on it is unknown. */
export function refusedVerdicts(reason: string, message: string): Verdict[] {
  const unknown = (type: string): Verdict => ({
    type,
    status: 'Unknown',
    reason: REASONS.notAccepted,
    message: 'the rule is not accepted',
  });
  return withReady([
    fails('Accepted', reason, message),
    unknown('ResolvedRefs'),
    unknown('Programmed'),
    unknown('FullyExpressed'),
  ]);
}
