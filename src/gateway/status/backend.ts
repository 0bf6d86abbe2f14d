import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, unknown } from '../../api/verdict.ts';
import { AUTHORITIES_KEY, lapseOf } from '../../content/authorities.ts';
import type { Feature } from '../../engines/fields.ts';
import { keyOf } from '../../kube/object.ts';
import type { NamedAuthorities } from '../authorities/named.ts';
import { cutOf } from '../backends/cut.ts';
import { portKey, type StatedPort, statedPort } from '../backends/stated.ts';
import type { Member } from '../member.ts';
import type { GatewayView } from '../observed.ts';
import type { PathPlan } from '../plan/path.ts';

const TYPE = 'ResolvedRefs';

/** Statement on the port that a rule leads to; undefined where there is none, or no port. */
export function statedFor(member: Member, { stated }: Pick<PathPlan, 'stated'>): StatedPort | undefined {
  const backend = statedPort(member);
  return backend.type === 'resolved' ? stated.get(portKey(backend)) : undefined;
}

/** Verdict on a rule whose requests do not reach its component by the protocol that rules state; undefined where they do. */
export function protocolProblem(
  { object, rule }: Member,
  stated: StatedPort | undefined,
  gateway: GatewayView,
  now: Date,
): Verdict | undefined {
  const cut = cutOf(stated, rule.backend, gateway);
  if (stated === undefined || cut?.type === 'no-tls') {
    return undefined;
  }
  const isOwn = stated.decidedBy.metadata.uid === object.metadata.uid;
  const field = `spec.http.policy.backend.caConfigMapName${isOwn ? '' : ` of rule ${keyOf(stated.decidedBy)}`}`;
  switch (cut?.type) {
    case 'disputed':
      return fails(
        TYPE,
        REASONS.protocolDiffers,
        `spec.http.policy.backend: ${decidedText(stated)}: no request of this rule goes there in plain text; let the rules for the port say the same`,
      );
    case 'untrusted':
      return untrustedVerdict(cut.authorities, field);
    case undefined: {
      const { authorities } = stated;
      const lapse = authorities?.type === 'usable' ? lapseOf(authorities.validities, now) : undefined;
      return lapse === undefined || authorities === undefined
        ? undefined
        : fails(TYPE, REASONS.configMapInvalid, invalidText(field, authorities.name, lapse));
    }
  }
}

function untrustedVerdict(authorities: NamedAuthorities, field: string): Verdict {
  const { name } = authorities;
  switch (authorities.type) {
    case 'missing':
      return fails(
        TYPE,
        REASONS.configMapNotFound,
        `${field}: this namespace has no ConfigMap ${name}: ${UNREACHED}; create it by kubectl create configmap ${name} --from-file=${AUTHORITIES_KEY}=FILE`,
      );
    case 'unusable':
      return fails(TYPE, REASONS.configMapInvalid, invalidText(field, name, authorities.why));
    case 'reported': {
      const { reason, message } = authorities;
      const told = message.startsWith(field) ? message : `${field}: ${message}`;
      return reason === REASONS.pending ? unknown(TYPE, reason, told) : fails(TYPE, reason, told);
    }
    default:
      return unknown(TYPE, REASONS.pending, `${field}: ConfigMap ${name} was not read yet`);
  }
}

const UNREACHED = 'no request reaches the component';

function invalidText(field: string, name: string, why: string): string {
  return `${field}: ConfigMap ${name} cannot be used: ${why}: ${UNREACHED}; write the certificates of the authorities into its key ${AUTHORITIES_KEY}, in PEM`;
}

function decidedText({ decidedBy, choice }: StatedPort): string {
  return `the older rule ${keyOf(decidedBy)} decides for the port, by ${choice.protocol}`;
}

/** Verdict on a rule whose component must be reached by TLS on a gateway that has none for it; undefined elsewhere. */
export function withoutTls(stated: StatedPort | undefined, gateway: GatewayView): Verdict | undefined {
  const cut = cutOf(stated, undefined, gateway);
  return cut?.type === 'no-tls'
    ? fails('Programmed', REASONS.notSupported, `the component is reached by TLS only, and ${cut.why}`)
    : undefined;
}

/** A protocol that a rule states and does not get as stated, and why. */
interface ProtocolField {
  readonly field: Extract<Feature, `http.policy.backend${string}`>;
  readonly why: string;
}

/** The protocol that a rule states, where it is not in effect as stated: an older rule decides, or no kind carries it. */
export function protocolFields(
  { rule }: Member,
  stated: StatedPort | undefined,
  gateway: GatewayView,
): ProtocolField[] {
  const { backend: choice } = rule;
  if (choice === undefined || stated === undefined) {
    return [];
  }
  const field = `http.policy.backend[protocol: ${choice.protocol}]` as const;
  if (!isDeepStrictEqual(stated.choice, choice)) {
    return [{ field, why: decidedText(stated) }];
  }
  const cut = cutOf(stated, choice, gateway);
  return cut?.type === 'no-tls' ? [{ field, why: `${cut.why}: ${UNREACHED}` }] : [];
}
