import { applicationSpecSchema, type ListedComponent } from '../api/application.ts';
import { conditionOf, type Verdict } from '../api/condition.ts';
import { REASONS } from '../api/reason.ts';
import { pathText, unknownInSpec, unknownText } from '../api/unknown.ts';
import { fails, holds, noTeamText, readyFrom } from '../api/verdict.ts';
import { firstFew } from '../base/text.ts';
import type { AdoptionFlaw } from '../component/adoption.ts';
import { installState } from '../install/state.ts';
import type { KubeObject } from '../kube/object.ts';
import { byAge } from '../objects/age.ts';
import type { GatewayRule, MarketInstall } from '../objects/stoa.ts';
import { isAbnormal } from '../workload/state.ts';
import type { Observed } from './observe.ts';
import { isMoving } from './rollup.ts';

/** Most objects that a message names. */
const MAX_NAMED = 3;

/** Accepted: the namespace belongs to a team, and no older application has the id. */
export function acceptedVerdict({ application, inTeam, namesakes }: Observed): Verdict {
  const { namespace, uid } = application.metadata;
  const { id } = application.spec;
  if (!inTeam) {
    return fails('Accepted', REASONS.namespaceWithoutTeam, noTeamText(namespace));
  }
  const [oldest] = namesakes.toSorted(byAge);
  return oldest === undefined || oldest.metadata.uid === uid
    ? holds('Accepted', REASONS.accepted, 'the application is valid')
    : fails(
        'Accepted',
        REASONS.idTaken,
        `spec.id: ${id} is the id of the older application ${oldest.metadata.name}; delete one of the two`,
      );
}

/** FullyExpressed, where the spec has fields or values that this version does not know: the rest of it counts. */
export function expressedVerdicts({ application }: Pick<Observed, 'application'>): readonly Verdict[] {
  const unknown = unknownInSpec(applicationSpecSchema, application);
  const texts = unknown.map((each) => `spec.${pathText(each.path)}: ${unknownText(each)}`);
  const fields = unknown.map(({ path }) => pathText(path));
  return unknown.length === 0
    ? []
    : [fails('FullyExpressed', REASONS.unknownFields, firstFew(texts, MAX_NAMED, '; '), fields)];
}

/** Ready: the application is accepted, and its components, installs and rules are ready. */
export function readyVerdict(
  accepted: Verdict,
  components: readonly ListedComponent[],
  { flaws, rules, installs }: Pick<Observed, 'flaws' | 'rules' | 'installs'>,
): Verdict {
  const abnormal = components.filter(({ state }) => isAbnormal(state));
  const moving = components.filter(({ state }) => isMoving(state));
  const missing = [
    ...problem(REASONS.componentsNotAdopted, 'components that are not adopted', flaws.map(flawText)),
    ...problem(REASONS.componentsAbnormal, 'components in trouble', abnormal.map(inWords)),
    ...problem(REASONS.componentsProgressing, 'components on their way', moving.map(inWords)),
    ...problem(REASONS.installsNotReady, 'installs that are not ready', namesWithout(installs, isInPlace)),
    ...problem(REASONS.rulesNotReady, 'gateway rules that are not ready', namesWithout(rules, isReady)),
  ];
  return readyFrom([accepted, ...missing], 'everything in the application is as it is wanted');
}

/** Whether the condition Ready of a rule is True. */
export function isReady({ status }: GatewayRule): boolean {
  return conditionOf(status, 'Ready')?.status === 'True';
}

/** Whether everything of an install is in place. */
export function isInPlace(install: MarketInstall): boolean {
  return installState(install).type === 'in-place';
}

function flawText({ entry, text }: AdoptionFlaw): string {
  return `spec.components[${entry}]: ${text}`;
}

function namesWithout<T extends KubeObject>(
  objects: readonly T[],
  isReady: (object: T) => boolean,
): string[] {
  return objects
    .filter((object) => !isReady(object))
    .map(({ metadata }) => metadata.name)
    .toSorted();
}

function inWords({ id, state, message }: ListedComponent): string {
  return message === undefined ? `${id} is ${state}` : `${id} is ${state} (${message})`;
}

function problem(reason: string, what: string, names: readonly string[]): Verdict[] {
  const listed = firstFew(names, MAX_NAMED, ', ');
  return names.length === 0 ? [] : [fails('Ready', reason, `${what}: ${listed}`)];
}
