import { beforeAll, describe, it } from 'vitest';
import { CASE_FOLDERS, readCases } from '../e2e/case.ts';
import { play } from '../e2e/play.ts';
import type { Stage } from '../e2e/stage.ts';
import { localStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await localStage();
});

describe.each(CASE_FOLDERS)('cases of %s', (folder) => {
  describe.each(Object.entries(readCases(folder)))('%s', (_, cases) => {
    for (const one of cases) {
      // Ports are few, so cases that need one run in sequence.
      const test = one.rule.protocol === 'tcp' ? it : it.concurrent;
      test(one.name, async () => {
        await play(stage, one);
      });
    }
  });
});
