import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTS } from '../faults/company/acts.ts';
import { inCompany, lookedAt } from '../faults/company/company.ts';
import { openStage, type Stage } from '../faults/stage.ts';
import { silentProgress } from '../support/progress.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage(silentProgress, new AbortController().signal);
}, 480_000);

afterAll(() => stage?.close());

/** Looks of Stoa at an install, after which it must not have written. */
const LOOKS = 3;

it('Stoa neither writes at rest nor undoes what others do, while all of them act and policies rewrite everything', async () => {
  const problems = await inCompany(stage, Object.keys(ACTS), async (scene) => {
    for (let look = 0; look < LOOKS; look += 1) {
      await lookedAt(scene);
    }
  });
  expect(problems).toEqual([]);
}, 480_000);
