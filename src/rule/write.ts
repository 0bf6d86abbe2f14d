import type { GatewayRuleSpec } from '../api/gatewayrule.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../objects/stoa.ts';
import { type Candidate, isHttp, isTcp } from './candidate.ts';
import { byStanding } from './claim.ts';
import { type Conflict, httpConflicts } from './conflict.ts';
import { type EffectiveHttp, type EffectiveRule, type EffectiveTcp, effective } from './effective.ts';

/** A rule that is to be written. */
export interface Write {
  readonly spec: GatewayRuleSpec;
  /** Effective form of the spec. */
  readonly rule: EffectiveRule;
  readonly namespace: string;
  /** The stored rule that is to have the spec from now on. */
  readonly replaced?: GatewayRule | undefined;
}

/** Write of a rule with a spec. */
export function writeOf(write: Omit<Write, 'rule'>): Write {
  return { ...write, rule: effective(write.spec) };
}

/**
 * The conflict of a rule that is to be written with the competing rules of its team, as stored; for a TCP rule, with
 * those of the transport that it is to have. A write must take nothing from a rule that is in effect, which an edit of
 * an old rule could: the winner is then that one, though younger.
 */
export function conflictOfWrite(
  write: Write,
  competing: readonly Candidate<EffectiveRule>[],
): Conflict | undefined {
  if (competing.length === 0) {
    return undefined;
  }
  const { rule } = write;
  return rule.protocol === 'http'
    ? httpConflictOfWrite(write, rule, competing.filter(isHttp))
    : tcpConflictOfWrite(write, competing.filter(isTcp));
}

function httpConflictOfWrite(
  write: Write,
  rule: EffectiveHttp,
  ofHost: readonly Candidate[],
): Conflict | undefined {
  const { replaced } = write;
  const others = ofHost.filter(({ object }) => object.metadata.uid !== replaced?.metadata.uid);
  const written = { object: replaced ?? youngest(write), rule };
  const conflictsAmong = (candidates: readonly Candidate[]) => httpConflicts(candidates, rule.path);
  const [before, without] = [conflictsAmong(ofHost), conflictsAmong(others)];
  const after = conflictsAmong([...others, written]);
  const losing = others.flatMap(({ object }): Conflict[] => {
    const { uid } = object.metadata;
    const conflict = before.has(uid) || without.has(uid) ? undefined : after.get(uid);
    return conflict === undefined ? [] : [{ type: conflict.type, winner: object }];
  });
  return after.get(written.object.metadata.uid) ?? losing[0];
}

function tcpConflictOfWrite(
  { replaced }: Write,
  ofPort: readonly Candidate<EffectiveTcp>[],
): Conflict | undefined {
  const first = oldest(ofPort);
  return first === undefined || first.metadata.uid === replaced?.metadata.uid
    ? undefined
    : { type: 'address', winner: first };
}

function oldest(candidates: readonly Candidate<EffectiveRule>[]): GatewayRule | undefined {
  return candidates.map(({ object }) => object).toSorted(byStanding)[0];
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
      creationTimestamp: '9999-12-31T23:59:59Z',
    },
    spec,
  };
}
