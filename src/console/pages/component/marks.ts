import type { components } from '../../../client/paths.d.ts';
import type { Rule } from '../../api/types.ts';

/** Version of an install that was rolled out, as the API tells it. */
type Outcome = components['schemas']['InstallRecord']['history'][number];

/** Change at a time, which charts mark. */
export interface Mark {
  /** Time in Unix milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly kind: 'upgrade' | 'rule';
}

const OUTCOMES: Readonly<Record<Outcome['outcome'], string>> = {
  Progressing: 'rolling out',
  Served: 'upgraded to',
  RolledBack: 'rolled back from',
  Superseded: 'superseded',
  Held: 'held back',
};

/** Changes of a component within a time, the oldest first. */
export function marksOf(
  history: readonly Outcome[],
  rules: readonly Rule[],
  [from, to]: readonly [from: number, to: number],
): readonly Mark[] {
  const upgrades = history.map(({ time, version, outcome }) => ({
    at: Date.parse(time),
    text: `${OUTCOMES[outcome]} ${version}`,
    kind: 'upgrade' as const,
  }));
  return [...upgrades, ...rules.flatMap(changesOf)]
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((a, b) => a.at - b.at);
}

/** Changes of a rule: that it was made, and when it last became ready or ceased to be. */
function changesOf({ name, created_at, ready, conditions }: Rule): readonly Mark[] {
  const since = conditions.find(({ type }) => type === 'Ready')?.since ?? '';
  return [
    { at: Date.parse(created_at), text: `rule ${name} created`, kind: 'rule' },
    { at: Date.parse(since), text: `rule ${name} ${ready === 'True' ? 'ready' : 'not ready'}`, kind: 'rule' },
  ];
}
