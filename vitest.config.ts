import { defineConfig } from 'vitest/config';
import LongestFirst from './test/report/sequencer.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // Loading the modules anew for each file takes longer than the tests: the files of a worker share them.
          isolate: false,
          maxWorkers: '100%',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['test/{cluster,hostile}/**/*.test.ts'],
          globalSetup: ['test/cluster/support/setup.ts'],
          setupFiles: [
            'test/report/measure.ts',
            'test/cluster/support/diagnostics.ts',
            'test/cluster/support/cleanup.ts',
          ],
          // Files mostly wait, for others than each other: there may be more of them than cores.
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
          // Modules are loaded once for all files that a process runs.
          isolate: false,
          testTimeout: 150_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
