import type { Verdict } from '../../api/condition.ts';
import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { REASONS, type Reason } from '../../api/reason.ts';
import { fails, holds, unknown } from '../../api/verdict.ts';
import { type Backend, noPortText, otherPortText } from '../../component/backend.ts';
import type { DeclaredProtocol } from '../../component/exposure.ts';
import { type Target, targetOf, targetText } from '../../component/target.ts';
import { keyOf } from '../../kube/object.ts';
import { containerPortText, type EffectiveHttp, type EffectiveRule } from '../../rule/effective.ts';
import type { Destination } from '../../rule/open.ts';
import { externalAuthOf, type Member } from '../member.ts';

const TYPE = 'ResolvedRefs';

/** Whether a rule's component and port were found, and are open. */
export function destinationVerdict(destination: Destination, rule: EffectiveRule): Verdict {
  const port = containerPortText(rule);
  const component = targetText(rule.target);
  switch (destination.type) {
    case 'resolved':
      return holds(TYPE, REASONS.resolved, resolvedText(destination, rule));
    case 'no-component':
      return fails(TYPE, REASONS.componentNotFound, missingText(destination, rule.target, port));
    case 'no-port':
      return fails(TYPE, reasonOf(destination), missingText(destination, rule.target, port));
    case 'closed':
      return fails(
        TYPE,
        REASONS.portNotOpen,
        `port ${port} of ${component} is not open: set whetherOpen to true, or list it in the annotation ${ANNOTATIONS.outerPorts} of its Service`,
      );
  }
}

/** Reason of a rule whose component has no such port, or none to which a rule may lead. */
function reasonOf({ barred }: Extract<Backend, { type: 'no-port' }>): Reason {
  return barred === undefined ? REASONS.portNotFound : REASONS.serviceBarred;
}

/** Protocols that a port can declare and that have no HTTP/2, which calls need. */
const WITHOUT_CALLS: readonly (DeclaredProtocol | undefined)[] = ['http', 'ws'];

/** Verdict on a rule for calls whose port declares a protocol without them; undefined where nothing is wrong. */
export function callsProblem(destination: Destination, { grpc }: EffectiveHttp): Verdict | undefined {
  if (
    grpc === undefined ||
    destination.type !== 'resolved' ||
    !WITHOUT_CALLS.includes(destination.declares)
  ) {
    return undefined;
  }
  const { service, port } = destination;
  const why = `port ${port} of Service ${service} declares an appProtocol without HTTP/2, which gRPC needs`;
  return fails(TYPE, REASONS.portNotForGrpc, `${why}: set kubernetes.io/h2c, or leave appProtocol out`);
}

/**
 * Verdict on a rule that states another protocol than its port declares, on an engine that reads the port only, as
 * `lost` has it; undefined where nothing is wrong.
 */
export function declarationProblem(
  destination: Destination,
  { backend }: EffectiveHttp,
  lost: readonly { readonly field: string }[],
): Verdict | undefined {
  const isLost = lost.some(({ field }) => field === `http.policy.backend[protocol: ${backend?.protocol}]`);
  if (backend === undefined || destination.type !== 'resolved' || !isLost) {
    return undefined;
  }
  const { service, port, declares = 'http' } = destination;
  const isH2c = backend.protocol === 'h2c';
  return isH2c === (declares === 'h2c')
    ? undefined
    : fails(
        TYPE,
        REASONS.protocolNotDeclared,
        `spec.http.policy.backend.protocol: this engine speaks to port ${port} of Service ${service} as its appProtocol says, which is not ${backend.protocol}: ${isH2c ? 'set it to kubernetes.io/h2c' : 'leave it out'}`,
      );
}

function resolvedText(
  destination: Extract<Backend, { type: 'resolved' }>,
  { containerPort }: EffectiveRule,
): string {
  const remark = otherPortText(containerPort, destination);
  const place = `Service ${destination.service} port ${destination.port}`;
  return remark === '' ? place : `${place}; ${remark}`;
}

/**
 * Verdict on a rule whose requests get an error, because the component to be asked about them was not found; undefined
 * where nothing is wrong. `deciding` is the rule whose policy counts: this one, or an older one with the same conditions.
 */
export function externalAuthProblem(deciding: Member, rule: EffectiveHttp): Verdict | undefined {
  const { appId, policy } = deciding.rule;
  const backend = externalAuthOf(deciding);
  if (policy.externalAuth === undefined || backend === undefined || backend.type === 'resolved') {
    return undefined;
  }
  const { port } = policy.externalAuth;
  const reason = backend.type === 'no-component' ? REASONS.componentNotFound : reasonOf(backend);
  const missing = missingText(backend, targetOf(policy.externalAuth, appId), `${port}`);
  const field = `spec.http.policy.externalAuth${ofOlder(deciding, rule)}`;
  return fails(TYPE, reason, `${field}: ${missing}: all requests get an error`);
}

/** Sentence on a target that is not there, or on a port that it lacks. */
export function missingText(
  backend: Exclude<Backend, { type: 'resolved' }>,
  target: Target,
  port: string,
): string {
  if (backend.type === 'no-component') {
    return target.type === 'service'
      ? `this namespace has no Service ${target.name}`
      : `no Service of ${targetText(target)}: label one with ${LABELS.appId} and ${LABELS.componentId}, or name it by serviceName`;
  }
  return noPortText(targetText(target), port, backend);
}

/** Verdict on a rule whose requests get an error, because of the Secret of its passwords; undefined where they do not. */
export function secretProblem(deciding: Member, rule: EffectiveHttp): Verdict | undefined {
  const { secret } = deciding.component;
  const field = `spec.http.policy.basicAuth.secretName${ofOlder(deciding, rule)}`;
  switch (secret?.type) {
    case undefined:
    case 'usable':
      return undefined;
    case 'missing':
      return fails(
        TYPE,
        REASONS.secretNotFound,
        `${field}: this namespace has no Secret ${secret.name}: all requests get an error`,
      );
    case 'unusable':
      return fails(
        TYPE,
        REASONS.secretInvalid,
        `${field}: Secret ${secret.name} cannot be used: ${secret.why}: all requests get an error; delete it and create it by ${secret.recipe}`,
      );
    case 'unread':
      return unknown(TYPE, REASONS.pending, `${field}: Secret ${secret.name} was not read yet`);
    case 'reported':
      return secret.reason === REASONS.pending
        ? unknown(TYPE, secret.reason, secret.message)
        : fails(TYPE, secret.reason, secret.message);
  }
}

/** The rule that a field is of, where it is not the one that a verdict is on. */
function ofOlder(deciding: Member, rule: EffectiveHttp): string {
  return deciding.rule === rule ? '' : ` of the older rule ${keyOf(deciding.object)}`;
}
