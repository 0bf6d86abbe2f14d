import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../src/api/marketinstall.ts';
import { waiting } from '../../../src/install/status/verdicts.ts';
import { block, halt, type Step, takeSteps } from '../../../src/install/steps.ts';
import type { Writer } from '../../../src/install/writer.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { EventRecord } from '../../../src/kube/eventseries.ts';
import type { MarketInstall } from '../../../src/objects/stoa.ts';
import { IN_PLACE, RESOLVED } from '../../support/installstatus.ts';
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

describe('an install whose status is too large to be written', () => {
  const POWERS = Array.from({ length: 100 }, (_, at) => ({ topic: 'images' as const, what: `image ${at}` }));
  const ITEM = { group: '', version: 'v1', kind: 'ConfigMap', name: 'a' };
  const STATUS: MarketInstallStatus = {
    inventory: [ITEM],
    powers: POWERS,
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'Applied',
        message: 'it is',
        observedGeneration: 1,
        lastTransitionTime: '2026-06-01T12:00:00Z',
      },
    ],
  };

  /** Statuses that are written, the Events, the outcome and the number of steps, where so many bytes fit. */
  async function within(bytes: number, some: Partial<MarketInstall['metadata']> = {}) {
    const { metadata, ...rest } = installOf({}, STATUS);
    const install = { ...rest, metadata: { ...metadata, generation: 2, ...some } };
    const written: MarketInstallStatus[] = [];
    const events: EventRecord[] = [];
    const client = {
      apply: async (_: unknown, draft: { readonly status: MarketInstallStatus }) => {
        if (JSON.stringify(draft.status).length > bytes) {
          throw new KubeError({ type: 'refused', status: 500 }, 'etcdserver: request is too large');
        }
        written.push(draft.status);
        return draft;
      },
    };
    const caches = { installs: { store: { get: () => install }, wrote: () => undefined }, made: [] };
    const recorder = { record: (_: unknown, event: EventRecord) => events.push(event) };
    const writer = { caches, client, recorder } as unknown as Writer;
    let steps = 0;
    const take = async (): Promise<Step> => {
      steps += 1;
      const inventory = Array.from({ length: 1_000 }, (_, at) => ({ ...ITEM, name: `a${at}` }));
      return steps === 1
        ? { type: 'next', draft: { ...WAITING, resolved: RESOLVED }, fields: { inventory } }
        : halt(IN_PLACE);
    };
    const outcome = await takeSteps(writer, 'team/shop', take, () => undefined);
    return { written, events: events.map(({ reason }) => reason), outcome, steps };
  }

  const readyOf = ({ conditions = [] }: MarketInstallStatus) =>
    conditions.find(({ type }) => type === 'Ready');

  it('is not ready on the word of the former generation, goes no further, and rarely tries again', async () => {
    const { written, events, outcome, steps } = await within(20_000);
    expect(written.map((status) => readyOf(status))).toEqual([
      expect.objectContaining({ status: 'False', reason: 'StatusTooLarge', observedGeneration: 2 }),
    ]);
    expect(written[0]?.inventory).toEqual([ITEM]);
    expect(written[0]?.powers).toEqual(POWERS);
    expect(events).toEqual(['StatusTooLarge']);
    expect([outcome, steps]).toEqual([{ type: 'waiting', reason: 'StatusTooLarge', atMostMs: 3_600_000 }, 1]);
  });

  it('gives up what it can do without, but never its inventory', async () => {
    const { written } = await within(3_000);
    expect(written[0]?.powers).toBeUndefined();
    expect(written[0]?.inventory).toEqual([ITEM]);
  });

  it('has an Event where nothing can be written', async () => {
    const { written, events, outcome } = await within(10);
    expect([written, events, outcome.type]).toEqual([[], ['StatusTooLarge'], 'waiting']);
  });

  it('is removed all the same', async () => {
    const { steps, outcome } = await within(10, { deletionTimestamp: '2026-06-01T12:00:00Z' });
    expect([steps, outcome.type]).toEqual([2, 'settled']);
  });
});
