/** Setup file of each cluster test file: a failed test prints the state and logs that explain it. */
import { beforeEach, inject } from 'vitest';
import { accountOf } from './account.ts';
import { teamsSince } from './world.ts';

const known = teamsSince(0).length;

beforeEach(({ onTestFailed, task }) => {
  const first = teamsSince(0).length;
  onTestFailed(async () => {
    const own = teamsSince(first);
    // A test without a team of its own depends on one of its file.
    const teams = own.length > 0 ? own : teamsSince(known);
    process.stderr.write(`\n${task.name}\n${await accountOf(teams, inject('stateDir'))}\n`);
  });
});
