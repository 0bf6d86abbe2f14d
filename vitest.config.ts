import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
          include: ['test/cluster/**/*.test.ts'],
          globalSetup: ['test/cluster/support/setup.ts'],
          setupFiles: ['test/report/measure.ts', 'test/cluster/support/failed.ts'],
          testTimeout: 150_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
