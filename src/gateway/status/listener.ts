import { type Condition, conditionOf, type Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import { GATEWAYS, type ListenerHolder, MAX_LISTENERS } from '../../objects/gatewayapi.ts';
import { RESERVED } from '../listeners/limit.ts';
import { quotedCondition, reasonOf } from './quote.ts';

const TYPE = 'Programmed';

/** Sentence on the limit of listeners. */
const LIMIT = `${MAX_LISTENERS} is the most that a Gateway can have, and the last ${RESERVED.listeners} are for teams with fewer than ${RESERVED.forTeamsBelow}`;

/** Verdict on a listener that carries no traffic; undefined where it does. */
export function listenerProblem(label: string, holder: ListenerHolder, name: string): Verdict | undefined {
  const { listeners } = holder.spec;
  if (!listeners.some((listener) => listener.name === name)) {
    return listeners.length >= MAX_LISTENERS - RESERVED.listeners
      ? fails(TYPE, REASONS.listenerLimit, `${label} has no room for another listener: ${LIMIT}`)
      : fails(TYPE, REASONS.pending, `the route waits for the listener ${name} of ${label}`);
  }
  const bad = listenerConditions(holder, name).filter(
    ({ type, status }) =>
      (['Accepted', 'ResolvedRefs', 'Programmed'].includes(type) && status === 'False') ||
      (type === 'Conflicted' && status === 'True'),
  );
  // That no CA is left does not say what is wrong with it; another condition does.
  const worst = bad.find(({ reason }) => reason !== 'NoValidCACertificate') ?? bad[0];
  return worst === undefined
    ? holderProblem(label, holder, name)
    : fails(
        TYPE,
        reasonOf(worst),
        `${fieldOf(worst)}listener ${name} of ${label}: ${quotedCondition(worst)}`,
      );
}

/** Reasons of the Gateway API about the CA for the certificates of clients. */
const ABOUT_CA = ['InvalidCACertificateRef', 'InvalidCACertificateKind', 'NoValidCACertificate'];

/** Beginning of a sentence on a condition that a field of the Gateway beside its listeners is to blame for. */
function fieldOf({ reason }: Condition): string {
  return ABOUT_CA.includes(reason) ? 'spec.tls.frontend of the Gateway, ' : '';
}

/**
 * Engines that find fault with one listener call the whole Gateway not programmed, while the others go on to carry
 * traffic: where the engine reports that this listener is programmed, that counts. What it reported of an earlier
 * generation of the Gateway counts too, as a listener that stands goes on meanwhile, but not for a new one. ListenerSets
 * report in the same way.
 */
function holderProblem(label: string, holder: ListenerHolder, listener: string): Verdict | undefined {
  const ofListener = conditionOf({ conditions: listenerConditions(holder, listener) }, 'Programmed');
  const ofHolder = conditionOf(holder.status, 'Programmed');
  if (ofListener?.status === 'True') {
    return undefined;
  }
  if (ofHolder?.status === 'True') {
    return ofListener === undefined && isBehind(holder)
      ? fails(TYPE, REASONS.pending, `the engine has not reported on listener ${listener} of ${label} yet`)
      : undefined;
  }
  const isDefault = ofHolder === undefined || ofHolder.status === 'Unknown';
  const why = isDefault && ofHolder?.observedGeneration === undefined ? NOBODY : quotedCondition(ofHolder);
  // The engine takes a moment to see a new set, which waits for nothing else.
  const reason = holder.kind === GATEWAYS.kind ? REASONS.gatewayNotProgrammed : REASONS.pending;
  return fails(TYPE, reason, `${label} is not programmed: ${why}`);
}

/** Sentence on an object whose conditions are those that the API server filled in. */
const NOBODY = 'no engine has reported on it';

/** Conditions that the engine reports of one listener. */
export function listenerConditions({ status }: ListenerHolder, name: string): readonly Condition[] {
  return status?.listeners?.find((each) => each.name === name)?.conditions ?? [];
}

/** Whether the engine has called an earlier generation of an object programmed, and has not seen the present one. */
export function isBehind({ metadata: { generation = 0 }, status }: ListenerHolder): boolean {
  return (conditionOf(status, 'Programmed')?.observedGeneration ?? generation) < generation;
}
