import type { GatewayRuleSpec } from '../api/gatewayrule.ts';
import type { Exposure } from '../component/exposure.ts';
import type { Target } from '../component/target.ts';
import { YOUNGEST } from '../names/claim.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../objects/stoa.ts';
import { hasRoomFor } from './burden.ts';
import { type Candidate, isHttp, isTcp } from './candidate.ts';
import {
  type Burden,
  type Conflict,
  firstUnlike,
  httpConflicts,
  tcpConflict,
  withNumber,
} from './conflict.ts';
import { type EffectiveRule, effective } from './effective.ts';
import { endingConflicts } from './ending.ts';

/** A rule that is to be written. */
export interface Write {
  readonly spec: GatewayRuleSpec;
  /** Effective form of the spec. */
  readonly rule: EffectiveRule;
  readonly namespace: string;
  /** The stored rule that is to have the spec from now on. */
  readonly replaced?: GatewayRule | undefined;
}

/** Conflict of a rule that is to be written; only the operator knows how many rules a route has room for. */
export type ConflictOfWrite = Conflict | Burden;

/** Write of a rule with a spec. */
export function effectiveWrite(write: Omit<Write, 'rule'>): Write {
  return { ...write, rule: effective(write.spec) };
}

/** Rules of the team beside one that is to be written. */
export interface Beside {
  /** Competing rules: those for its host, or for its port and transport. */
  readonly competing: readonly Candidate<EffectiveRule>[];
  /** Rules among which are those that share the room for burdens of its host. */
  readonly burdening: readonly Candidate<EffectiveRule>[];
}

/** Reader of what tells the ports of a target. */
type ExposureOf = (target: Target) => Exposure;

/** The conflict of a rule that is to be written with those of its team, or the lack of room among them. */
export function conflictOfWrite(
  write: Write,
  { competing, burdening }: Beside,
  exposureOf: ExposureOf,
): ConflictOfWrite | undefined {
  const { rule, replaced } = write;
  const others = burdening.filter(({ object }) => object.metadata.uid !== replaced?.metadata.uid);
  return (
    conflictWith(competing, write, exposureOf) ??
    (rule.protocol !== 'http' || hasRoomFor(rule, others) ? undefined : { type: 'burden', host: rule.host })
  );
}

/**
 * The conflict of a rule that is to be written with the competing rules of its team, as stored; for a TCP rule, with
 * those of the transport that it is to have. A write must take nothing from a rule that is in effect, which an edit of
 * an old rule could: the winner is then that one, though younger.
 */
function conflictWith(
  competing: readonly Candidate<EffectiveRule>[],
  write: Write,
  exposureOf: ExposureOf,
): Conflict | undefined {
  if (competing.length === 0) {
    return undefined;
  }
  const { rule, replaced } = write;
  const object = replaced ?? youngest(write);
  const numbered = (each: Candidate) => withNumber(each, exposureOf);
  if (rule.protocol === 'tcp') {
    return tcpConflict({ object, rule }, competing.filter(isTcp));
  }
  const ending = conflictOfWritten({ object, rule }, competing, endingConflicts);
  if (ending !== undefined || rule.protocol === 'tls') {
    return ending;
  }
  const ofHost = competing.filter(isHttp).map(numbered);
  const unlike = firstUnlike(without(ofHost, object), rule);
  return unlike === undefined
    ? conflictOfWritten(numbered({ object, rule }), ofHost, (among) => httpConflicts(among, rule))
    : { type: 'protocol', winner: unlike.object };
}

function conflictOfWritten<C extends Candidate<EffectiveRule>>(
  written: C,
  ofHost: readonly C[],
  conflictsAmong: (candidates: readonly C[]) => ReadonlyMap<string, Conflict>,
): Conflict | undefined {
  const { object } = written;
  const others = without(ofHost, object);
  const [before, amongOthers] = [conflictsAmong(ofHost), conflictsAmong(others)];
  const after = conflictsAmong([...others, written]);
  const losing = others.flatMap((other): Conflict[] => {
    const { uid } = other.object.metadata;
    const conflict = before.has(uid) || amongOthers.has(uid) ? undefined : after.get(uid);
    return conflict === undefined ? [] : [{ type: conflict.type, winner: other.object }];
  });
  return after.get(object.metadata.uid) ?? losing[0];
}

function without<C extends Candidate<EffectiveRule>>(
  candidates: readonly C[],
  { metadata: { uid } }: GatewayRule,
): readonly C[] {
  return candidates.filter(({ object }) => object.metadata.uid !== uid);
}

/** The rule as if it were written last. */
function youngest({ spec, namespace }: Write): GatewayRule {
  return {
    ...GATEWAY_RULE_TYPE,
    metadata: {
      name: '',
      namespace,
      uid: '',
      resourceVersion: '',
      creationTimestamp: YOUNGEST,
    },
    spec,
  };
}
