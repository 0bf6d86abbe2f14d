import { conditionOf } from '../../api/condition.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { type Connection, withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { namedInstall } from '../install.ts';
import { type CommandLine, type PLACE_OPTIONS, type Place, placeOf } from '../options.ts';
import { readObject } from '../read.ts';
import type { Session, Verb } from '../verb.ts';
import { askForTests } from './ask.ts';
import { endLine, headLine, resultLines } from './draw.ts';
import { readLogs } from './logs.ts';

type TestOption = (typeof PLACE_OPTIONS)[number];

/** An install whose chart is tested. */
interface TestRequest extends Place {
  readonly name: string;
}

/** `test`: runs the tests of the chart of an install. */
export const test: Verb<TestOption, TestRequest> = {
  parse: parseTest,
  run: (request, session) => withConnection(request, (connection) => runTests(connection, request, session)),
};

function parseTest(line: CommandLine<TestOption>): TestRequest {
  return { ...placeOf(line), name: namedInstall('test', line.words) };
}

/** Exit codes of `test`. */
const CODES = { passed: 0, failed: 1 };

/** Runs the tests, and writes the results with the ends of their logs. Throws Refused where none run. */
async function runTests(connection: Connection, { name }: TestRequest, session: Session): Promise<number> {
  const { client } = connection;
  const install = await readObject(connection, MARKET_INSTALLS, name);
  requireReady(install);
  const say = (lines: readonly string[]) => session.output.write(lines.map((line) => `${line}\n`).join(''));
  say([headLine(install)]);
  const told = new Set<string>();
  const run = await askForTests(client, install, session.untilInterrupted(), async ({ hooks = [] }) => {
    for (const hook of hooks.filter((each) => each.result === 'Passed' || each.result === 'Failed')) {
      if (!told.has(hook.name)) {
        told.add(hook.name);
        say(resultLines(hook, await readLogs(client, install.metadata.namespace, hook.name)));
      }
    }
  });
  if (run !== undefined) {
    say([endLine(run)]);
  }
  return run?.result === 'Passed' ? CODES.passed : CODES.failed;
}

/** Throws Refused where the version of an install is not in place: there is nothing to test. */
function requireReady({ metadata, status }: MarketInstall): void {
  const ready = conditionOf(status, 'Ready');
  if (ready?.status !== 'True' || ready.observedGeneration !== metadata.generation) {
    const why = ready?.status === 'False' ? `: ${ready.reason}: ${ready.message}` : '';
    throw new Refused(
      `the install is not ready${why}; kubectl stoa why install/${metadata.name} shows its state`,
    );
  }
}
