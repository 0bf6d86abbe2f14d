/** Runs before each file of tests on the cluster, and has its leavings taken away where somebody keeps the cluster. */
import { afterAll, inject } from 'vitest';
import { leavingsSince } from './leavings.ts';
import { kubectl } from './world.ts';

const known = leavingsSince(0).length;

afterAll(async () => {
  const leavings = leavingsSince(known);
  if (!inject('shared') || leavings.length === 0) return;
  const { code, stderr } = await kubectl(['delete', '--ignore-not-found', '--wait=false', ...leavings]);
  if (code !== 0) throw new Error(stderr);
});
