import { expect, it, vi } from 'vitest';
import { backoffMs } from '../../../src/controller/backoff.ts';
import { Controller, type Reconcile } from '../../../src/controller/controller.ts';
import { Manager, type Source } from '../../../src/controller/manager.ts';
import { SETTLED } from '../../../src/controller/outcome.ts';
import { silent as log } from '../../support/log.ts';

function controllerOf(reconcile: Reconcile, results: string[] = [], deadlineMs = 1000): Controller {
  const metrics = {
    reconciled: (_: string, result: string) => results.push(result),
    watchDepth: () => undefined,
  };
  return new Controller({ name: 'test', log, metrics, reconcile, deadlineMs });
}

/** Runs a controller until `done` says so. */
async function runUntil(controller: Controller, done: () => boolean): Promise<void> {
  const stop = new AbortController();
  const running = controller.run(stop.signal);
  await vi.waitFor(() => expect(done()).toBe(true), { interval: 2 });
  stop.abort();
  await running;
}

it('contains a throw and tries again', async () => {
  const results: string[] = [];
  const controller = controllerOf(async () => {
    if (results.length === 0) {
      throw new Error('once');
    }
    return SETTLED;
  }, results);
  controller.queue.add('a');
  await runUntil(controller, () => results.length === 2);
  expect(results).toEqual(['retry', 'settled']);
});

it('gives a reconcile up at its deadline', async () => {
  const results: string[] = [];
  const hang: Reconcile = (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const controller = controllerOf(hang, results, 10);
  controller.queue.add('a');
  await runUntil(controller, () => results.length > 0);
  expect(results[0]).toBe('retry');
});

it('never has two workers on one key, and works on others meanwhile', async () => {
  const seen: string[] = [];
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const controller = controllerOf(async (key) => {
    seen.push(key);
    await (seen.length === 1 ? release : undefined);
    return SETTLED;
  });
  controller.queue.add('a');
  controller.queue.add('b');
  await runUntil(controller, () => {
    if (seen.length === 2) {
      controller.queue.add('a');
      expect(seen).toEqual(['a', 'b']);
      resolve();
    }
    return seen.length === 3;
  });
  expect(seen).toEqual(['a', 'b', 'a']);
});

it('pauses between half and the whole of the doubled time, up to the maximum', () => {
  const policy = { firstMs: 100, maxMs: 1000 };
  expect([1, 2, 3, 10, 1000].map((failures) => backoffMs(policy, failures, 0))).toEqual([
    50, 100, 200, 500, 500,
  ]);
  expect(backoffMs(policy, 2, 0.999)).toBeLessThan(200);
});

it('starts controllers only when every cache is synced, and names those that are not in time', async () => {
  const never: Source = { name: 'lazy', synced: new Promise(() => undefined), run: async () => undefined };
  const prompt: Source = { name: 'prompt', synced: Promise.resolve(), run: async () => undefined };
  const run = vi.fn(async () => undefined);
  const controllers = [{ name: 'c', run }];
  const stop = new AbortController();
  const stuck = new Manager({ sources: [prompt, never], controllers, log, syncTimeoutMs: 20 });
  await expect(stuck.run(stop.signal)).rejects.toThrow('no list of lazy in 0.02 s');
  expect(run).not.toHaveBeenCalled();
  await new Manager({ sources: [prompt], controllers, log }).run(stop.signal);
  expect(run).toHaveBeenCalledOnce();
});
