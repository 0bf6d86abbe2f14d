import type { InstallRecord } from '../../api/records.ts';
import type { Install } from '../../api/types.ts';

/** Component of an install. */
type Component = InstallRecord['components'][number];

/** Wave of the roll-out of an install. */
export interface Wave {
  readonly number: number;
  readonly state: 'done' | 'running' | 'waiting';
  readonly components: readonly Component[];
}

/** Two numbers of a text such as `2/3`; undefined where it is none. */
export function shareOf(text: string): readonly [part: number, whole: number] | undefined {
  const [, part, whole] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  return part === undefined || whole === undefined ? undefined : [Number(part), Number(whole)];
}

/** Waves of an install in their order, each with its components; those that are not ready go first. */
export function wavesOf({ components, wave }: Pick<InstallRecord, 'components' | 'wave'>): readonly Wave[] {
  const [current = 0] = shareOf(wave) ?? [];
  return [...Map.groupBy(components, (component) => component.wave)]
    .toSorted(([a], [b]) => a - b)
    .map(([number, members]) => ({
      number,
      state: stateOf(number, current, members),
      components: members.toSorted((a, b) => Number(a.ready) - Number(b.ready)),
    }));
}

function stateOf(number: number, current: number, components: readonly Component[]): Wave['state'] {
  if (components.every(({ ready }) => ready)) {
    return 'done';
  }
  return number <= current ? 'running' : 'waiting';
}

/** Progress of an install in words, such as `Wave 2 of 3, 4 of 7 components are ready`. */
export function progressOf({
  wave,
  components_ready,
}: Pick<InstallRecord, 'wave' | 'components_ready'>): string {
  const [waves, ready] = [shareOf(wave), shareOf(components_ready)];
  return [
    ...(waves === undefined ? [] : [`wave ${waves[0]} of ${waves[1]}`]),
    ...(ready === undefined ? [] : [`${ready[0]} of ${ready[1]} components are ready`]),
  ].join(', ');
}

/** Words for what became of a version. */
const OUTCOMES: Readonly<
  Record<InstallRecord['history'][number]['outcome'], readonly [HistoryHealth, string]>
> = {
  Progressing: ['busy', 'being rolled out'],
  Served: ['good', 'was in place'],
  RolledBack: ['bad', 'was not ready in time, and went back'],
  Superseded: ['off', 'was replaced before it was in place'],
  Held: ['warning', 'was held, since it gains powers'],
};

type HistoryHealth = 'good' | 'bad' | 'warning' | 'busy' | 'off';

/** Version that an install has had. */
export interface PastVersion {
  readonly id: string;
  readonly version: string;
  readonly time: string;
  readonly health: HistoryHealth;
  readonly outcome: string;
  /** Whether the install can go back to it; only the latest entry of a version says so. */
  readonly mayReturn: boolean;
}

/** Versions that an install has had, the latest first. */
export function historyOf({
  history,
  app_model_version,
  serving_version,
}: Pick<InstallRecord, 'history' | 'app_model_version' | 'serving_version'>): readonly PastVersion[] {
  const seen = new Set([app_model_version]);
  const present = history.findLastIndex(
    ({ version, outcome }) => version === serving_version && outcome === 'Served',
  );
  return history
    .map((entry, at) => ({ ...entry, at }))
    .toReversed()
    .map(({ version, time, outcome, at }) => {
      const mayReturn = outcome === 'Served' && !seen.has(version);
      seen.add(mayReturn ? version : app_model_version);
      const [health, words] = OUTCOMES[outcome];
      return {
        id: `${time} ${version} ${at}`,
        version,
        time,
        health,
        outcome: at === present ? 'is in place' : words,
        mayReturn,
      };
    });
}

/** Health of an install and its word. */
export function fareOf(
  record: Pick<InstallRecord, 'ready' | 'reason'>,
  told: Pick<Install, 'ready'> | undefined,
): readonly [health: 'good' | 'bad' | 'busy', word: string] {
  if (record.ready) {
    return ['good', 'Ready'];
  }
  return [told?.ready === 'False' ? 'bad' : 'busy', record.reason || 'not seen yet'];
}
