import { z } from 'zod';
import { toldSchema } from './bounded.ts';
import { timestampSchema } from './condition.ts';
import { keyedList } from './grammar.ts';

/** Most tests of a chart. */
export const MAX_TESTS = 64;

/** Most characters of a message of one test. */
export const MAX_TEST_MESSAGE = 512;

const testSchema = z.object({
  name: z.string().max(253).describe('Name of the test, and of its Job.'),
  result: z
    .enum(['Waiting', 'Running', 'Passed', 'Failed'])
    .describe('How far it is: a test waits for those of a lower weight.'),
  message: toldSchema(MAX_TEST_MESSAGE, 'Why it failed.').optional(),
});

/** Test of a chart in a run. */
export type TestResult = z.infer<typeof testSchema>;

/** Run of the tests of a chart. */
export const testRunSchema = z.object({
  requested: z.string().max(64).describe('The request that this answers: stoa.dev/tests-requested.'),
  version: z.string().max(64).describe('Version that is tested.'),
  startedAt: timestampSchema.describe('When the run began.').optional(),
  finishedAt: timestampSchema.describe('When the run ended.').optional(),
  result: z
    .enum(['Running', 'Passed', 'Failed', 'Refused'])
    .describe('How the run ended; Refused if the tests cannot be made.'),
  message: toldSchema(2_048, 'The same for people.').optional(),
  hooks: keyedList(testSchema, 'name', MAX_TESTS)
    .describe('The tests, in the order of their weights.')
    .optional(),
});

export type TestRun = z.infer<typeof testRunSchema>;
