/** Runs before each file of tests on the cluster, and has a test that fails print what a person needs. */
import { beforeEach, inject } from 'vitest';
import { accountOf } from './account.ts';
import { teamsSince } from './world.ts';

const known = teamsSince(0).length;

beforeEach(({ onTestFailed, task }) => {
  const first = teamsSince(0).length;
  onTestFailed(async () => {
    const own = teamsSince(first);
    // What stands in the way of a test without a team of its own is in one that its file has.
    const teams = own.length > 0 ? own : teamsSince(known);
    process.stderr.write(`\n${task.name}\n${await accountOf(teams, inject('stateDir'))}\n`);
  });
});
