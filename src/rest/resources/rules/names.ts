import { type KubeObject, keyOf } from '../../../kube/object.ts';
import { type Claim, newClaim } from '../../../names/claim.ts';
import type { NameDecision } from '../../../names/gate.ts';
import { type Name, portOf, wildcardParent } from '../../../names/name.ts';
import type { Released } from '../../../names/released.ts';
import { ageKey } from '../../../objects/age.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { HOST_FIELDS } from '../../../rule/candidate.ts';
import { claimOfRule, nameOf } from '../../../rule/claim.ts';
import { type NameSettings, NameState } from '../../../rule/namestate.ts';
import type { Write } from '../../../rule/write.ts';
import type { Scope } from '../../scope.ts';
import { teamNamespaces } from '../../team.ts';

/** Most claims of others that are found to be gone, one after the other, before the next one counts. */
const MAX_GONE = 8;

/** The claim of a rule that is to be written. */
export function claimOfWrite({ rule, namespace, replaced }: Write): Claim {
  const name = nameOf(rule);
  return replaced === undefined
    ? newClaim(namespace, name)
    : {
        id: keyOf(replaced),
        source: `rule ${keyOf(replaced)}`,
        namespace,
        name,
        age: ageKey(replaced),
        // Unless it stays as it is, it comes after all that have come.
        arrival: Infinity,
        standing: replaced.status?.name === name,
      };
}

/** Decision on a claim with what it rests on. */
interface ConfirmedDecision {
  readonly decision: NameDecision;
  readonly state: NameState;
}

/**
 * Decision on a claim, confirmed by the API server: what the watched state says to be in the way is read again. Without
 * watched state, all that could be in the way is read.
 */
export async function confirmedDecision(scope: Scope, claim: Claim): Promise<ConfirmedDecision> {
  const state = scope.watchedNames?.() ?? (await readNames(scope, claim.name));
  const gone: Claim[] = [];
  for (;;) {
    const decision = state.decide(claim, gone);
    const refusal = decision.type === 'refused' ? decision.refusal : undefined;
    if (refusal?.type === 'limit') {
      return await ofNamespaceAlone(scope, claim);
    }
    if (refusal?.type !== 'held' || gone.length === MAX_GONE || (await isClaimed(scope, refusal.by))) {
      return { decision, state };
    }
    gone.push(refusal.by);
  }
}

/** Whether the API server has the rule of a claim, and with the name. */
async function isClaimed({ service }: Scope, { id, namespace, name }: Claim): Promise<boolean> {
  const fieldSelector = `metadata.name=${id.slice(namespace.length + 1)}`;
  const [rule] = await service.list(GATEWAY_RULES, { namespace, fieldSelector });
  return rule !== undefined && claimOfRule(rule)?.name === name;
}

/** Decision by the limits and declarations of the namespace, with its rules as the API server has them. */
async function ofNamespaceAlone(scope: Scope, claim: Claim): Promise<ConfirmedDecision> {
  const { service, namespace, nameRules, releasedNames } = scope;
  const [teams, rules] = await Promise.all([
    teamNamespaces(service, nameRules.teamPolicy),
    service.list(GATEWAY_RULES, { namespace }),
  ]);
  const state = nameStateIn(nameRules, { teams, rules, released: releasedNames() });
  return { decision: state.decide(claim), state };
}

/** The names that could be in the way of one, and those of its namespace, as the API server has them. */
async function readNames(
  { service, namespace, nameRules, releasedNames }: Scope,
  name: Name,
): Promise<NameState> {
  const [teams, own, ...others] = await Promise.all([
    teamNamespaces(service, nameRules.teamPolicy),
    service.list(GATEWAY_RULES, { namespace }),
    ...selectorsFor(name).map((fieldSelector) => service.list(GATEWAY_RULES, { fieldSelector })),
  ]);
  return nameStateIn(nameRules, { teams, rules: [...own, ...others.flat()], released: releasedNames() });
}

/** Stored objects that decide on names. */
interface StoredNames {
  readonly teams: readonly KubeObject[];
  readonly rules: readonly GatewayRule[];
  readonly released: Released;
}

/** State of names by stored objects. */
export function nameStateIn(settings: NameSettings, { teams, rules, released }: StoredNames): NameState {
  const byName = new Map(teams.map((team) => [team.metadata.name, team]));
  const store = { get: (name: string) => byName.get(name), list: () => teams };
  const state = new NameState(settings, { teams: store, released: () => released });
  state.takeOver(rules);
  return state;
}

/**
 * Field selectors of the rules whose names can overlap one. For a host there is one for itself and for each wildcard
 * above it; what is below a wildcard no selector can say.
 */
export function selectorsFor(name: Name): string[] {
  if (portOf(name) !== undefined) {
    return ['spec.tcp.endPoint.port!='];
  }
  if (wildcardParent(name) !== undefined) {
    return HOST_FIELDS.map((field) => `${field}!=`);
  }
  const labels = name.split('.');
  const wildcards = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  return [name, ...wildcards].flatMap((host) => HOST_FIELDS.map((field) => `${field}=${host}`));
}
