import { randomUUID } from 'node:crypto';
import { ANNOTATIONS } from '../../api/group.ts';
import type { TestRun } from '../../api/testrun.ts';
import type { KubeClient } from '../../kube/client.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { ask } from '../request.ts';

/** Milliseconds until a run begins. */
const BEGIN_MS = 90_000;

/** Milliseconds for one test, which has five minutes. */
const TEST_MS = 330_000;

const LATE =
  'the operator has not answered: it may be busy, or of a release that runs no tests; see its log, and the conditions of the install';

/**
 * Run of the tests of an install, when it has ended; `tell` is given the run again and again. The request is an
 * annotation, which is taken off at the end. Undefined where `stop` aborts. Throws Refused where there is no answer, and
 * KubeError.
 */
export async function askForTests(
  client: Pick<KubeClient, 'get' | 'apply'>,
  install: MarketInstall,
  stop: AbortSignal,
  tell: (run: TestRun) => Promise<void>,
): Promise<TestRun | undefined> {
  const id = randomUUID();
  const runOf = ({ status }: MarketInstall) => (status?.tests?.requested === id ? status.tests : undefined);
  const request = {
    subject: 'tests',
    id,
    annotation: ANNOTATIONS.testsRequested,
    more: {},
    fieldManager: 'kubectl-stoa-test',
    deadlineMs: (current: MarketInstall) => BEGIN_MS + (runOf(current)?.hooks?.length ?? 0) * TEST_MS,
    late: LATE,
  };
  const answerOf = async (current: MarketInstall) => {
    const run = runOf(current);
    if (run !== undefined) {
      await tell(run);
    }
    return run?.result === 'Running' ? undefined : run;
  };
  return await ask(client, install, request, { answerOf, stop });
}
