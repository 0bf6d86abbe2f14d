/**
 * Setup file of each cluster test file: fails if the cluster runs outdated code, and deletes the leftovers of the file
 * in a cluster that someone keeps.
 */
import { afterAll, inject } from 'vitest';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import type { AccountedTeam } from './account.ts';
import { leftoversSince } from './leftovers.ts';
import { kubectl, teamsSince } from './world.ts';

const obstacle = inject('obstacle');
if (obstacle !== undefined) {
  throw new Error(obstacle);
}

const known = leftoversSince(0).length;
const knownTeams = teamsSince(0).length;

afterAll(async () => {
  await Promise.all(teamsSince(knownTeams).map(freeListeners));
  const leftovers = leftoversSince(known);
  if (!inject('shared') || leftovers.length === 0) {
    return;
  }
  const { code, stderr } = await kubectl(['delete', '--ignore-not-found', '--wait=false', ...leftovers]);
  if (code !== 0) {
    throw new Error(stderr);
  }
});

/** Time (ms) for the rules of a team, whose cluster may be gone with its test. */
const PATIENCE_MS = 15_000;

/** Deletes the rules with certificates of a team: a Gateway has at most 64 listeners, and each such host has one. */
async function freeListeners({ client, namespace }: AccountedTeam): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const rules = await client.list(GATEWAY_RULES, { namespace, signal });
    const secure = rules.filter(({ spec }) => /"(certificate|autoSsl)/.test(JSON.stringify(spec)));
    await Promise.all(
      secure.map(({ metadata: { name, uid } }) =>
        client.delete(GATEWAY_RULES, { namespace, name, uid }, { signal }),
      ),
    );
  } catch {
    // A listener that stays is no failure of this file.
  }
}
