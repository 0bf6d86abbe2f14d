import type { GatewayRuleSpec } from '../../../api/gatewayrule.ts';
import { withSuffix } from '../../../base/dnslabel.ts';
import { wavesOf } from '../../../base/waves.ts';
import { CONFIG_MAPS } from '../../../objects/core.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import type { Surroundings } from '../../../source/surroundings.ts';
import type { ModelComponent } from '../../read/component.ts';
import type { Diagnostics } from '../../read/diagnostics.ts';
import type { Identity } from '../identity.ts';
import { plannedObject } from '../object.ts';
import type { PlatformEnv } from '../rawenv.ts';

/** Facts of an install from which the envs of the platform are made. */
export interface PlatformContext {
  readonly namespace: string;
  /** Components of the install, by key. */
  readonly identities: ReadonlyMap<string, Identity>;
  readonly dependentsOf: (key: string) => readonly string[];
  /** Dependencies that are ready before a component starts. */
  readonly waitsFor: (component: ModelComponent) => readonly string[];
  /** Host of the first rule for a port of a component, by its id. */
  readonly hostOf: (id: string, port: number) => string | undefined;
  /** Whether the envs that list other components exist. */
  readonly hasLists: boolean;
  /** Env whose value stands in the ConfigMap of the install, so that a change does not replace pods. */
  readonly changing: (id: string, env: PlatformEnv) => PlatformEnv;
}

/** Install whose components get envs of the platform, with the labels of its objects. */
interface PlatformInstall {
  readonly surroundings: Surroundings;
  readonly labels: Readonly<Record<string, string>>;
  readonly diagnostics: Diagnostics;
}

/** Most characters of the lists of other components in all envs of an install; a ConfigMap holds a part of them. */
const MAX_LISTS = 2 * 1024 * 1024;

/** Context of the platform's envs, and the ConfigMap with those that change; complete when all envs are made. */
export function platformOf(
  identities: readonly Identity[],
  rules: readonly PlannedObject[],
  { surroundings, labels, diagnostics }: PlatformInstall,
): { readonly context: PlatformContext; readonly configMaps: () => readonly PlannedObject[] } {
  const name = withSuffix(surroundings.install.name, 'platform');
  const data = new Map<string, string>();
  const dependents = dependentsAmong(identities);
  const hosts = hostsOf(rules);
  const hasLists = lengthOfLists(identities) <= MAX_LISTS;
  if (!hasLists) {
    diagnostics.addNotApplied(
      'apps',
      'the components have too many dependencies for the envs DEPEND_SERVICE and REVERSE_DEPEND_SERVICE',
    );
  }
  const context: PlatformContext = {
    namespace: surroundings.namespace,
    identities: new Map(identities.map((identity) => [identity.component.key, identity])),
    dependentsOf: (key) => dependents.get(key) ?? [],
    waitsFor: waitsAmong(identities),
    hostOf: (id, port) => hosts.get(`${id}/${port}`),
    hasLists,
    changing: (id, env) => {
      const key = `${id}.${env.name}`;
      data.set(key, env.text);
      return { ...env, source: { type: 'shared', name, key } };
    },
  };
  const configMaps = () =>
    data.size === 0
      ? []
      : [plannedObject(CONFIG_MAPS, surroundings, { name, labels }, { data: Object.fromEntries(data) })];
  return { context, configMaps };
}

function dependentsAmong(identities: readonly Identity[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>(identities.map(({ component }) => [component.key, []]));
  for (const { component } of identities) {
    for (const key of component.dependsOn) {
      dependents.get(key)?.push(component.key);
    }
  }
  return dependents;
}

/** Dependencies that a component waits for: those in a circle with it start together with it. */
function waitsAmong(identities: readonly Identity[]): PlatformContext['waitsFor'] {
  const { circles } = wavesOf(identities.map(({ component }) => component));
  const circleOf = new Map(circles.flatMap((circle, at) => circle.map((key) => [key, at] as const)));
  return ({ key, dependsOn }) =>
    dependsOn.filter((other) => !circleOf.has(key) || circleOf.get(key) !== circleOf.get(other));
}

/** Hosts of rules by component id and port; of several, the first. */
function hostsOf(rules: readonly PlannedObject[]): ReadonlyMap<string, string> {
  const served = rules.flatMap(({ draft }) => {
    const { http } = draft.spec as GatewayRuleSpec;
    return http === undefined ? [] : [[`${http.serviceId}/${http.containerPort}`, http.domainName] as const];
  });
  return new Map(served.toReversed());
}

/** Characters of all lists: each dependency stands in one of the component, and the component in one of it. */
function lengthOfLists(identities: readonly Identity[]): number {
  return identities.reduce(
    (sum, { component, workload }) => sum + component.dependsOn.length * (MAX_ENTRY + workload.length),
    0,
  );
}

/** Most characters of an entry of a list beside the name of the workload. */
const MAX_ENTRY = 100;
