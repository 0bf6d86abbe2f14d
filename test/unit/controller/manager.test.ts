import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alone, type Elector } from '../../../src/controller/election.ts';
import { Manager, type ManagerOptions, type Runnable, type Source } from '../../../src/controller/manager.ts';
import { type Line, silent as log, recorder } from '../../support/log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) {
      resolve();
    }
  });
}

const prompt: Source = { name: 'prompt', synced: Promise.resolve(), run: aborted };
const never: Source = { name: 'lazy', synced: new Promise(() => undefined), run: aborted };
const stuck = () => [];
const idle: Runnable = { name: 'idle', run: aborted, stuck };

function managerOf(options: Partial<ManagerOptions> = {}): Manager {
  const check = async () => [];
  return new Manager({ sources: [prompt], controllers: [idle], elector: alone, check, log, ...options });
}

/** Starts a manager; `turn` lets what can happen at once happen. */
async function start(manager: Manager) {
  const stop = new AbortController();
  const ended = manager.run(stop.signal).then(
    () => 'rest',
    (error: unknown) => error,
  );
  const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  await turn();
  return { stop: () => stop.abort(), ended, turn };
}

describe('a manager', () => {
  it('starts controllers after all caches are synced, and names the caches that are late', async () => {
    const run = vi.fn(aborted);
    const manager = managerOf({ sources: [prompt, never], controllers: [{ name: 'c', run, stuck }] });
    expect(manager.unready()).toContain('not started');
    const { ended, turn } = await start(manager);
    expect(manager.unready()).toEqual(['no list of lazy yet']);
    await turn(120_000);
    expect(await ended).toEqual(new Error('no list of lazy in 120 s'));
    expect(run).not.toHaveBeenCalled();
  });

  it('is ready as a standby with synced caches', async () => {
    const run = vi.fn(aborted);
    const elector: Elector = {
      isLeader: () => false,
      problem: () => undefined,
      run: (_, stop) => aborted(stop),
    };
    const manager = managerOf({ elector, controllers: [{ name: 'c', run, stuck }] });
    const { stop, ended } = await start(manager);
    expect(manager.unready()).toEqual([]);
    expect(run).not.toHaveBeenCalled();
    stop();
    expect(await ended).toBe('rest');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops while it waits for caches', async () => {
    const { stop, ended } = await start(managerOf({ sources: [never] }));
    stop();
    expect(await ended).toBe('rest');
  });

  it('ends with the error of a cache or a controller', async () => {
    const broken = new Error('broken');
    const source: Source = { ...prompt, run: () => Promise.reject(broken) };
    expect(await (await start(managerOf({ sources: [source] }))).ended).toBe(broken);
    const controller: Runnable = { ...idle, run: () => Promise.reject(broken) };
    expect(await (await start(managerOf({ controllers: [controller] }))).ended).toBe(broken);
  });

  it('ends at once when a cache does, although its controllers have not', async () => {
    const source = { ...prompt, run: () => Promise.resolve().then(() => Promise.reject(new Error('lost'))) };
    const busy: Runnable = { ...idle, run: () => new Promise(() => undefined) };
    const { ended } = await start(managerOf({ sources: [source], controllers: [busy] }));
    expect(await ended).toEqual(new Error('lost'));
  });

  it('reports stuck work', () => {
    const controller = { ...idle, stuck: () => ['a has not ended'] };
    expect(managerOf({ controllers: [controller, idle] }).stuck()).toEqual(['a has not ended']);
  });
});

describe('permissions', () => {
  it('that are missing are logged once and keep it unready until they are granted', async () => {
    const lines: Line[] = [];
    const answers = [Promise.reject(new Error('unreachable')), ['patch x'], ['patch x'], []];
    const manager = managerOf({ check: async () => answers.shift() ?? [], log: recorder(lines) });
    const { stop, ended, turn } = await start(manager);
    expect(manager.unready()).toEqual(['permissions are not checked yet']);
    await turn(1_000);
    expect(manager.unready()).toEqual(['may not patch x']);
    await turn(10_000);
    expect(manager.unready()).toEqual([]);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { missing: ['patch x'] } },
    ]);
    stop();
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('keeps waiting for caches without permission, because a restart would not help', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn(aborted);
  const lists: Source = { ...prompt, name: 'lists', synced: promise };
  const answers: string[][] = Array.from({ length: 20 }, () => ['list lists']);
  const check = async () => answers.shift() ?? [];
  const manager = managerOf({ sources: [lists], check, controllers: [{ ...idle, run }] });
  const { stop, ended, turn } = await start(manager);
  await turn(250_000);
  expect(manager.unready()).toEqual(['no list of lists yet', 'may not list lists']);
  resolve();
  await turn(600_000);
  expect(manager.unready()).toEqual([]);
  expect(run).toHaveBeenCalledOnce();
  stop();
  expect(await ended).toBe('rest');
  expect(vi.getTimerCount()).toBe(0);
});

describe('the end', () => {
  /** A controller with work under way that ends when `finish` is called or, if it heeds it, when it is given up. */
  function busy(heeds: boolean) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const given = vi.fn();
    const run: Runnable['run'] = async (stop, abandon) => {
      abandon.addEventListener('abort', given);
      await aborted(stop);
      await Promise.race(heeds ? [promise, aborted(abandon)] : [promise]);
    };
    return { controller: { ...idle, run }, finish: resolve, given };
  }

  it('waits for running work', async () => {
    const { controller, finish, given } = busy(true);
    const manager = managerOf({ controllers: [controller] });
    const { stop, ended, turn } = await start(manager);
    expect(manager.unready()).toEqual([]);
    stop();
    await turn(19_000);
    expect(manager.unready()).toEqual(['stopping']);
    expect(given).not.toHaveBeenCalled();
    finish();
    expect(await ended).toBe('rest');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts work that takes too long', async () => {
    const { controller, given } = busy(true);
    const { stop, ended, turn } = await start(managerOf({ controllers: [controller], drainMs: 5_000 }));
    stop();
    await turn(5_000);
    expect(given).toHaveBeenCalled();
    expect(await ended).toBe('rest');
  });

  it('is an error if aborted work does not end', async () => {
    const { controller } = busy(false);
    const { stop, ended, turn } = await start(managerOf({ controllers: [controller], drainMs: 5_000 }));
    stop();
    await turn(7_000);
    expect(await ended).toEqual(new Error('reconciliations did not end within 2 s'));
  });

  it('comes at once when the lease is lost', async () => {
    const lease = new AbortController();
    const lost = new Error('lost');
    const elector: Elector = {
      isLeader: () => !lease.signal.aborted,
      problem: () => undefined,
      run: async (lead) => {
        await lead(lease.signal);
        lease.signal.throwIfAborted();
      },
    };
    const { controller, given } = busy(true);
    const { ended, turn } = await start(managerOf({ controllers: [controller], elector }));
    lease.abort(lost);
    await turn();
    expect(given).toHaveBeenCalled();
    expect(await ended).toBe(lost);
  });
});
