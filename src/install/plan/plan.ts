import type { ChartFacts, NotApplied, Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { present } from '../../base/fields.ts';
import { firstFew } from '../../base/text.ts';
import { wavesOf } from '../../base/waves.ts';
import { maskOf } from '../../objects/mask.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import {
  type Content,
  MAX_OBJECTS,
  type PlannedComponent,
  type PlannedTests,
  tooManyObjects,
} from '../../source/content.ts';
import type { Power } from '../powers/power.ts';
import { powersOf } from '../powers/powers.ts';
import type { PlanRefusal } from './problem.ts';
import type { StandingSets } from './standing.ts';

/** All objects of an install, in the order in which they are created. */
export interface Plan {
  readonly template: Pinned;
  readonly shared: Content['shared'];
  /** Wave with which shared objects change; those that are missing are made before. The first one where undefined. */
  readonly sharedWave?: number;
  /** Components by wave; a wave begins when the one before is ready. */
  readonly waves: readonly (readonly PlannedComponent[])[];
  readonly rules: Content['rules'];
  readonly withheld: NonNullable<Content['withheld']>;
  readonly notApplied: Content['notApplied'];
  /** Its powers, in which no confidential value stands. */
  readonly powers: readonly Power[];
  /** Tests, which are made on demand; undefined where there are none. */
  readonly tests?: PlannedTests;
  readonly chart?: ChartFacts;
  /** Values that no text for users may have, beside those of its Secrets. */
  readonly confidential: readonly string[];
  /** Whether values of Secrets went into it, so that nothing is told of what its objects have. */
  readonly fromSecrets: boolean;
  /** Keyed digest of the values that it is made with and that no spec has; undefined where there are none. */
  readonly valuesDigest?: string;
  /** StatefulSets that the plan follows from; a preview, which is never applied, does without. */
  readonly sets?: StandingSets;
}

/** Result of planning. */
export type PlanResult = { readonly type: 'planned'; readonly plan: Plan } | PlanRefusal;

/** Most components that a message names. */
const NAMED = 3;

/** Plan of an expanded model. Pure. */
export function planOf(template: Pinned, content: Content): PlanResult {
  const { shared, sharedAfter = [], components, rules, notApplied } = content;
  const { chart, tests, confidential = [], fromSecrets = false, valuesDigest, withheld = [] } = content;
  const order = wavesOf(components);
  const byKey = new Map(components.map((component) => [component.key, component]));
  const ofKeys = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const waves = order.waves.map(ofKeys);
  const together = order.circles.map(ofKeys).flatMap(notAwaited);
  const objects = plannedObjects({ shared, waves, rules });
  if (objects.length > MAX_OBJECTS) {
    return { type: 'refused', reason: REASONS.templateInvalid, message: tooManyObjects(objects.length) };
  }
  const ofTests = tests?.type === 'planned' ? tests.objects.map(({ planned }) => planned) : [];
  const powers = powersOf([...objects, ...withheld], ofTests, maskOf(confidential));
  const told = { withheld, notApplied: [...notApplied, ...together], powers, confidential, fromSecrets };
  return {
    type: 'planned',
    plan: {
      ...{ template, shared, waves, rules, ...told },
      ...(sharedAfter.length === 0 ? {} : { sharedWave: waveAfter(sharedAfter, order.waves) }),
      ...present({ chart, tests, valuesDigest }),
    },
  };
}

/** Number of the wave after those that have some of the keys. */
function waveAfter(keys: readonly string[], waves: readonly (readonly string[])[]): number {
  return waves.findLastIndex((wave) => wave.some((key) => keys.includes(key))) + 2;
}

/** Dependencies within a circle that no component waits for. */
function notAwaited(circle: readonly PlannedComponent[]): readonly NotApplied[] {
  const members = new Map(circle.map((component) => [component.key, component]));
  return circle.map(({ path, dependsOn }) => {
    const names = dependsOn.flatMap((key) => members.get(key)?.name.slice(0, 63) ?? []);
    return {
      path: `${path}.dep_service_map_list`,
      why: `the component does not wait for ${firstFew(names, NAMED, ', ')}, and starts at the same time: they depend on each other`,
    };
  });
}

/** Objects of a plan; those that others refer to come first. */
export function plannedObjects({
  shared,
  waves,
  rules,
}: Pick<Plan, 'shared' | 'waves' | 'rules'>): PlannedObject[] {
  const components = waves.flat().flatMap(({ objects, workload }) => [...objects, workload]);
  return [...shared, ...components, ...rules];
}
