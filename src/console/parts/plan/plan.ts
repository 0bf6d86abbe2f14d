import { TOPIC_WORDS } from '../../../api/powerwords.ts';
import type { components } from '../../../client/paths.d.ts';

/** Plan of an install, an upgrade or a rollback, as the API answers. */
export type InstallPlan = components['schemas']['InstallPlan'];

/** Object that a plan concerns. */
export type PlannedObject = InstallPlan['objects'][number];

/** Powers of a version about one topic. */
export type PowersLine = InstallPlan['powers'][number];

/** Actions of a plan in the order in which they matter to whoever reads it, each with its words. */
const ACTIONS = [
  { action: 'delete', words: 'to delete' },
  { action: 'recreate', words: 'to delete and create again' },
  { action: 'change', words: 'to change' },
  { action: 'create', words: 'to create' },
] as const;

/** Objects of a plan with one action. */
export interface PlanGroup {
  readonly action: PlannedObject['action'];
  /** Heading, such as `3 to create`. */
  readonly title: string;
  readonly objects: readonly PlannedObject[];
  /** Number of objects that the plan has no room for. */
  readonly more: number;
}

/** Groups of the objects of a plan, what takes something away first; those without objects are left out. */
export function groupsOf({ objects, counts }: Pick<InstallPlan, 'objects' | 'counts'>): readonly PlanGroup[] {
  return ACTIONS.flatMap(({ action, words }) => {
    const shown = objects.filter((each) => each.action === action);
    const count = Math.max(counts[action], shown.length);
    return count === 0
      ? []
      : [{ action, title: `${count} ${words}`, objects: shown, more: count - shown.length }];
  });
}

/** Summary of the counts of a plan, such as `2 to change, 5 unchanged`. */
export function summaryOf(counts: InstallPlan['counts']): string {
  const words = [...ACTIONS, { action: 'unchanged', words: 'unchanged' } as const].flatMap(
    ({ action, words: each }) => (counts[action] === 0 ? [] : [`${counts[action]} ${each}`]),
  );
  return words.length === 0 ? 'No objects' : words.join(', ');
}

/** Power of a version in words. */
export interface Power {
  readonly topic: string;
  readonly text: string;
  /** Whether what is in place does not have it. */
  readonly isNew: boolean;
}

/** Powers of a version in words, those that are new first. */
export function powersOf(powers: readonly PowersLine[]): readonly Power[] {
  const all = powers.flatMap(({ topic, same, gained }) => [
    ...gained.map((text) => ({ topic: TOPIC_WORDS[topic], text, isNew: true })),
    ...same.map((text) => ({ topic: TOPIC_WORDS[topic], text, isNew: false })),
  ]);
  return [...all.filter(({ isNew }) => isNew), ...all.filter(({ isNew }) => !isNew)];
}
