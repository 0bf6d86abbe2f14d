import type { TestResult, TestRun } from '../../api/testrun.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { plainLine } from '../text/line.ts';
import type { PodLog } from './logs.ts';

/** Line that says what is tested. Pure. */
export function headLine({ metadata, spec }: MarketInstall): string {
  return plainLine(`tests of ${metadata.name}, version ${spec.appModelVersion}:`);
}

/** Lines on a test that has ended, with the ends of its logs. Pure. */
export function resultLines({ name, result, message }: TestResult, logs: readonly PodLog[]): string[] {
  const why = message === undefined ? '' : `: ${message}`;
  return [
    plainLine(`${name}: ${result}${why}`),
    ...logs.flatMap(({ text, problem }) =>
      problem === undefined
        ? text
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => `    ${plainLine(line)}`)
        : [`    ${plainLine(`(no log: ${problem})`)}`],
    ),
  ];
}

/** Line that says how a run ended. Pure. */
export function endLine({ result, message }: TestRun): string {
  return plainLine(message === undefined ? result : `${result}: ${message}`);
}
