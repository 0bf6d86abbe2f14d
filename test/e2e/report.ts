import { subjectOf } from './differences.ts';
import type { Shown } from './play.ts';

/** Result of one case. */
export interface Played {
  readonly name: string;
  readonly seconds: number;
  readonly outcome: Shown | Error;
}

/** The head of the table, and the line below it. */
export const TABLE_HEAD = '| case | engine | shown by | seconds |\n|---|---|---|---:|';

/** A row of the table. */
export function rowOf({ name, seconds, outcome }: Played, engine: string): string {
  return `| ${name} | ${engine} | ${wayOf(outcome)} | ${seconds.toFixed(1)} |`;
}

function wayOf(outcome: Shown | Error): string {
  if (outcome instanceof Error) {
    return 'NOT SHOWN';
  }
  const { by, without, differences } = outcome;
  return [
    by,
    ...(without.length > 0 ? [`the engine has no ${without.join(', ')}`] : []),
    ...(differences.length > 0 ? [`differs in ${differences.length}`] : []),
  ].join('; ');
}

/** Remarks below the table: reasons for differences, and failures. */
export function remarksOn(all: readonly Played[]): readonly string[] {
  return all.flatMap(({ name, outcome }) =>
    outcome instanceof Error
      ? [`${name}: ${outcome.message}`]
      : outcome.differences.map((difference) => `${name}, ${subjectOf(difference)}: ${difference.why}`),
  );
}
