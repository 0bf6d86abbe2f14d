import { type Condition, conditionOf, type Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import { type Gateway, MAX_LISTENERS } from '../../objects/gatewayapi.ts';
import { RESERVED } from '../listeners/limit.ts';
import { quoted, reasonOf } from './quote.ts';

const TYPE = 'Programmed';

/** Sentence on the limit of listeners. */
const LIMIT = `${MAX_LISTENERS} is the most that a Gateway can have, and the last ${RESERVED.listeners} are for teams with fewer than ${RESERVED.forTeamsBelow}`;

/** Verdict on a listener that carries no traffic; undefined where it does. */
export function listenerProblem(label: string, gateway: Gateway, name: string): Verdict | undefined {
  const { listeners } = gateway.spec;
  if (!listeners.some((listener) => listener.name === name)) {
    return listeners.length >= MAX_LISTENERS - RESERVED.listeners
      ? fails(TYPE, REASONS.listenerLimit, `${label} has no room for another listener: ${LIMIT}`)
      : fails(TYPE, REASONS.pending, `the route waits for the listener ${name} of ${label}`);
  }
  const bad = listenerConditions(gateway, name).find(
    ({ type, status }) =>
      (['Accepted', 'ResolvedRefs', 'Programmed'].includes(type) && status === 'False') ||
      (type === 'Conflicted' && status === 'True'),
  );
  return bad === undefined
    ? gatewayProblem(label, gateway, name)
    : fails(TYPE, reasonOf(bad), `listener ${name} of ${label}: ${quoted(bad)}`);
}

/**
 * Engines that find fault with one listener call the whole Gateway not programmed, while the others go on to carry
 * traffic: where the engine reports that this listener is programmed, that counts. What it reported of an earlier
 * generation of the Gateway counts too, as a listener that stands goes on meanwhile, but not for a new one.
 */
function gatewayProblem(label: string, gateway: Gateway, listener: string): Verdict | undefined {
  const ofListener = conditionOf({ conditions: listenerConditions(gateway, listener) }, 'Programmed');
  const ofGateway = conditionOf(gateway.status, 'Programmed');
  if (ofListener?.status === 'True') {
    return undefined;
  }
  if (ofGateway?.status === 'True') {
    return ofListener === undefined && isBehind(gateway)
      ? fails(TYPE, REASONS.pending, `the engine has not reported on listener ${listener} of ${label} yet`)
      : undefined;
  }
  const isDefault = ofGateway === undefined || ofGateway.status === 'Unknown';
  const why = isDefault && ofGateway?.observedGeneration === undefined ? NOBODY : quoted(ofGateway);
  return fails(TYPE, REASONS.gatewayNotProgrammed, `${label} is not programmed: ${why}`);
}

/** Sentence on an object whose conditions are those that the API server filled in. */
const NOBODY = 'no engine has reported on it';

/** Conditions that the engine reports of one listener. */
export function listenerConditions({ status }: Gateway, name: string): readonly Condition[] {
  return status?.listeners?.find((each) => each.name === name)?.conditions ?? [];
}

/** Whether the engine has called an earlier generation of a Gateway programmed, and has not seen the present one. */
export function isBehind({ metadata: { generation = 0 }, status }: Gateway): boolean {
  return (conditionOf(status, 'Programmed')?.observedGeneration ?? generation) < generation;
}
