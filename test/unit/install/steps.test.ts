import { expect, it } from 'vitest';
import { waiting } from '../../../src/install/status/verdicts.ts';
import { block, halt, type Step, takeSteps } from '../../../src/install/steps.ts';
import type { Writer } from '../../../src/install/writer.ts';
import { IN_PLACE } from '../../support/installstatus.ts';
import { installOf } from '../../support/plans.ts';

/** Outcome of steps that are taken one after the other, the installs that are forgotten, and the steps that are left. */
async function after(...steps: readonly Step[]) {
  const install = installOf();
  const left = [...steps];
  const forgotten: string[] = [];
  const caches = { installs: { store: { get: () => install }, wrote: () => undefined }, made: [] };
  const client = { apply: async (_: unknown, draft: unknown) => draft };
  const writer = { caches, client, recorder: { record: () => undefined } } as unknown as Writer;
  const take = async () => left.shift() ?? { type: 'gone' as const };
  const outcome = await takeSteps(writer, 'team/shop', take, (uid) => forgotten.push(uid));
  return { outcome: outcome.type, forgotten, left: left.length };
}

const WAITING = waiting('Applied', 'Progressing', 'wave 1 of 2');
const FORGOTTEN = ['install-uid'];

it.each<[string, readonly Step[], object]>([
  ['waits for its rollout', [halt(WAITING)], { outcome: 'waiting', forgotten: [], left: 0 }],
  ['waits before its rollout', [block(WAITING)], { outcome: 'waiting', forgotten: FORGOTTEN, left: 0 }],
  ['is in place', [halt(IN_PLACE)], { outcome: 'settled', forgotten: FORGOTTEN, left: 0 }],
  [
    'has a step after the first',
    [{ type: 'again' }, { type: 'next', draft: WAITING, fields: {} }, halt(WAITING), halt(WAITING)],
    { outcome: 'waiting', forgotten: [], left: 1 },
  ],
  ['is gone', [{ type: 'gone' }], { outcome: 'settled', forgotten: FORGOTTEN, left: 0 }],
])('an install that %s keeps its plan and its reservations, or not', async (_, steps, expected) => {
  expect(await after(...steps)).toEqual(expected);
});
