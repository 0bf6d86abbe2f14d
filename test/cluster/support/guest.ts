/**
 * Runs before each file of tests on the cluster: fails where the cluster runs old code, and has what the file leaves
 * taken away where somebody keeps the cluster.
 */
import { afterAll, inject } from 'vitest';
import { leavingsSince } from './leavings.ts';
import { kubectl } from './world.ts';

const obstacle = inject('obstacle');
if (obstacle !== undefined) {
  throw new Error(obstacle);
}

const known = leavingsSince(0).length;

afterAll(async () => {
  const leavings = leavingsSince(known);
  if (!inject('shared') || leavings.length === 0) {
    return;
  }
  const { code, stderr } = await kubectl(['delete', '--ignore-not-found', '--wait=false', ...leavings]);
  if (code !== 0) {
    throw new Error(stderr);
  }
});
