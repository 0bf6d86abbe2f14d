/**
 * Setup file of each cluster test file: fails if the cluster runs outdated code, and deletes the leftovers of the file
 * in a cluster that someone keeps.
 */
import { afterAll, inject } from 'vitest';
import { leftoversSince } from './leftovers.ts';
import { kubectl } from './world.ts';

const obstacle = inject('obstacle');
if (obstacle !== undefined) {
  throw new Error(obstacle);
}

const known = leftoversSince(0).length;

afterAll(async () => {
  const leftovers = leftoversSince(known);
  if (!inject('shared') || leftovers.length === 0) {
    return;
  }
  const { code, stderr } = await kubectl(['delete', '--ignore-not-found', '--wait=false', ...leftovers]);
  if (code !== 0) {
    throw new Error(stderr);
  }
});
