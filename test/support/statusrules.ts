import type { Condition } from '../../src/api/condition.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { GATEWAY_RULE_TYPE, MARKET_INSTALL_TYPE } from '../../src/objects/stoa.ts';

/** A rule or an install: an object whose Ready derives from other conditions. */
export interface Reported extends KubeObject {
  readonly status?: {
    readonly observedGeneration?: number | undefined;
    readonly conditions?: readonly Condition[] | undefined;
  };
}

type Conditions = readonly Condition[];

/** Conditions from which Ready derives, by kind. */
const READY_FROM: Readonly<Record<string, readonly string[]>> = {
  [GATEWAY_RULE_TYPE.kind]: ['Accepted', 'ResolvedRefs', 'Programmed', 'Serving'],
  [MARKET_INSTALL_TYPE.kind]: ['Accepted', 'TemplateResolved', 'Applied'],
};

/**
 * Violations in one published version of the status of a rule or an install, by numbered rule:
 * S1  a status has the condition Ready, and observedGeneration
 * S2  no two conditions have the same type
 * S3  observedGeneration is at most the generation
 * S4  all conditions have the observedGeneration of the status
 * S5  Ready is True exactly if all conditions that it derives from are True, or cannot be had
 * S6  if Ready is not True, it has reason and message of the condition that it waits for
 * S7  every condition has a reason and a message
 * S11 if Ready is not True, Reconciling or Stalled is True: it is in progress, or waits for somebody
 */
export function statusViolations({ kind, metadata, status }: Reported): string[] {
  if (status === undefined) {
    return [];
  }
  const conditions = status.conditions ?? [];
  const generation = metadata.generation ?? 0;
  const observed = status.observedGeneration;
  const types = conditions.map(({ type }) => type);
  const of = (broken: boolean, message: string) => (broken ? [message] : []);
  return [
    ...of(!types.includes('Ready') || observed === undefined, 'S1: no Ready or no observedGeneration'),
    ...of(new Set(types).size < types.length, `S2: twice the same in ${types.join(', ')}`),
    ...of((observed ?? 0) > generation, `S3: observedGeneration ${observed} of generation ${generation}`),
    ...conditions.flatMap(({ type, observedGeneration }) =>
      of(observedGeneration !== observed, `S4: ${type} speaks of ${observedGeneration}, not ${observed}`),
    ),
    ...readyViolations(conditions, READY_FROM[kind] ?? []),
    ...conditions.flatMap(({ type, reason, message }) =>
      of(!/^[A-Z][A-Za-z0-9]*$/.test(reason) || message === '', `S7: ${type} says no why`),
    ),
  ];
}

function readyViolations(conditions: Conditions, from: readonly string[]): string[] {
  const find = (wanted: string) => conditions.find(({ type }) => type === wanted);
  const ready = find('Ready');
  const missing = from.find((type) => find(type)?.status !== 'True' && find(type)?.reason !== 'NotProbed');
  const truthful = (ready?.status === 'True') === (missing === undefined);
  const explained = missing === undefined || ready?.reason === find(missing)?.reason;
  const progress = ['Reconciling', 'Stalled'].filter((type) => find(type)?.status === 'True');
  return [
    ...(ready === undefined || progress.length === (ready.status === 'True' ? 0 : 1)
      ? []
      : [`S11: ${progress.join(' and ') || 'neither Reconciling nor Stalled'}`]),
    ...(truthful ? [] : [`S5: Ready is ${ready?.status}, ${missing ?? 'nothing'} is missing`]),
    ...(explained ? [] : [`S6: Ready says ${ready?.reason}, but waits for ${missing}`]),
  ];
}

/**
 * Violations between one version of an object and the next:
 * S8  observedGeneration never decreases
 * S9  lastTransitionTime changes together with the status of a condition, and only then
 * S10 a new status has Ready=True for the current generation of the object only
 */
function transitionViolations(before: Reported, after: Reported): string[] {
  if (before.metadata.uid !== after.metadata.uid || after.status === undefined) {
    return [];
  }
  const from = before.status?.observedGeneration ?? 0;
  const to = after.status.observedGeneration ?? 0;
  return [
    ...(to < from ? [`S8: observedGeneration went from ${from} to ${to}`] : []),
    ...timeViolations(before.status?.conditions ?? [], after.status.conditions ?? []),
    ...lateReady(before, after),
  ];
}

function timeViolations(before: Conditions, after: Conditions): string[] {
  return after.flatMap((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    const kept = old?.lastTransitionTime === condition.lastTransitionTime;
    return old !== undefined && old.status === condition.status && !kept
      ? [`S9: ${condition.type} stayed ${condition.status}, its lastTransitionTime did not`]
      : [];
  });
}

function lateReady(before: Reported, after: Reported): string[] {
  const published = JSON.stringify(before.status) !== JSON.stringify(after.status);
  const ready = after.status?.conditions?.find(({ type }) => type === 'Ready');
  const { generation } = after.metadata;
  return published && ready?.status === 'True' && ready.observedGeneration !== generation
    ? [`S10: Ready of generation ${ready.observedGeneration} published at generation ${generation}`]
    : [];
}

/** Violations in all published versions of one object, the oldest first; each names the version. */
export function historyViolations(versions: readonly Reported[]): string[] {
  return versions.flatMap((version, index) => {
    const before = versions[index - 1];
    const transition = before === undefined ? [] : transitionViolations(before, version);
    return [...statusViolations(version), ...transition].map(
      (violation) => `${version.metadata.name} at ${version.metadata.resourceVersion}: ${violation}`,
    );
  });
}
