import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Election } from '../../../src/controller/election.ts';
import { HistoryLostError } from '../../../src/controller/history.ts';
import { LeaseLostError } from '../../../src/controller/leadership.ts';
import { type Lease, timingOf } from '../../../src/controller/lease.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { silent } from '../../support/log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fate of one call: the time that it and its answer travel, and whether they arrive. */
interface Fate {
  readonly thereMs: number;
  readonly backMs: number;
  readonly arrives: boolean;
  readonly answered: boolean;
}

const PROMPT: Fate = { thereMs: 1, backMs: 1, arrives: true, answered: true };

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One stored Lease with the API server's rules of versions, on the other side of a network that may fail. */
class Server {
  lease: Lease | undefined;
  #version = 0;

  client(fate: () => Fate): ConstructorParameters<typeof Election>[0]['client'] {
    const call = async <T>(
      work: () => Lease,
      { timeoutMs = 0 }: { timeoutMs?: number | undefined } = {},
    ): Promise<T> => {
      const { thereMs, backMs, arrives, answered } = fate();
      const { promise, resolve, reject } = Promise.withResolvers<Lease>();
      const late = () => reject(new KubeError({ type: 'ambiguous' }, 'no answer'));
      const deadline = setTimeout(late, timeoutMs);
      const receive = async () => {
        await after(thereMs);
        const lease = arrives ? work() : undefined;
        await after(backMs);
        return lease;
      };
      receive().then((lease) => answered && lease && resolve(lease), reject);
      return promise.finally(() => clearTimeout(deadline)) as Promise<T>;
    };
    return {
      get: (_resource, _target, options) => call(() => this.#stored(), options),
      create: (_resource, draft, _manager, options) => call(() => this.#create(draft), options),
      replace: (_resource, draft, _manager, options) => call(() => this.#replace(draft), options),
    };
  }

  /** Goes back to the state in which the Lease was `lease`. */
  restore(lease: Lease | undefined): void {
    this.lease = lease;
    this.#version = Number(lease?.metadata.resourceVersion ?? 0);
  }

  #stored(): Lease {
    if (this.lease === undefined) {
      throw new KubeError({ type: 'not-found' }, 'not found');
    }
    return this.lease;
  }

  #create(draft: ObjectDraft): Lease {
    if (this.lease !== undefined) {
      throw new KubeError({ type: 'already-exists' }, 'exists');
    }
    return this.#store(draft);
  }

  #replace(draft: ObjectDraft): Lease {
    if (draft.metadata.resourceVersion !== this.#stored().metadata.resourceVersion) {
      throw new KubeError({ type: 'conflict' }, 'conflict');
    }
    return this.#store(draft);
  }

  #store({ metadata, spec }: ObjectDraft): Lease {
    this.#version += 1;
    const stored = { uid: 'u', creationTimestamp: '', ...metadata, resourceVersion: String(this.#version) };
    this.lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: stored,
      spec: spec as object,
    };
    return this.lease;
  }
}

/** One process that takes part, and how it ended. */
class Replica {
  readonly election: Election;
  readonly stop = new AbortController();
  readonly ended: Promise<unknown>;
  lost: AbortSignal | undefined;

  constructor(server: Server, fate = () => PROMPT, work = until) {
    const client = server.client(fate);
    const options = {
      namespace: 'n',
      name: 'l',
      timing: timingOf(15),
      log: silent,
      onChange: () => undefined,
    };
    this.election = new Election({ client, ...options });
    const lead = (lost: AbortSignal) => {
      this.lost = lost;
      return work(AbortSignal.any([lost, this.stop.signal]));
    };
    this.ended = this.election.run(lead, this.stop.signal).catch((error: unknown) => error);
  }
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

describe('an election', () => {
  it('has one winner, who renews, and another one as soon as the first releases the lease', async () => {
    const server = new Server();
    const first = new Replica(server);
    await vi.advanceTimersByTimeAsync(100);
    const second = new Replica(server);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([first.election.isLeader(), second.election.isLeader()]).toEqual([true, false]);
    expect(server.lease?.spec).toMatchObject({ leaseTransitions: 0, leaseDurationSeconds: 15 });
    first.stop.abort();
    await vi.advanceTimersByTimeAsync(10);
    expect(await first.ended).toBeUndefined();
    expect(first.election.isLeader()).toBe(false);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '' });
    await vi.advanceTimersByTimeAsync(510);
    expect(second.election.isLeader()).toBe(true);
    expect(server.lease?.spec).toMatchObject({ leaseTransitions: 1 });
    second.stop.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(await second.ended).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports a problem while the lease cannot be read', async () => {
    const server = new Server();
    const leader = new Replica(server);
    await vi.advanceTimersByTimeAsync(100);
    let connected = true;
    const standby = new Replica(server, () => ({ ...PROMPT, arrives: connected }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(standby.election.problem()).toBeUndefined();
    connected = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(standby.election.problem()).toBe('the lease n/l cannot be read or written');
    connected = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(standby.election.problem()).toBeUndefined();
    expect([leader.election.isLeader(), standby.election.isLeader()]).toEqual([true, false]);
    for (const { stop, ended } of [standby, leader]) {
      stop.abort();
      await vi.advanceTimersByTimeAsync(100);
      await ended;
    }
  });

  it('ends for leader and standby when the Lease is that of an earlier time', async () => {
    const server = new Server();
    const leader = new Replica(server);
    await vi.advanceTimersByTimeAsync(100);
    const standby = new Replica(server);
    const earlier = server.lease;
    await vi.advanceTimersByTimeAsync(10_000);
    server.restore(earlier);
    await vi.advanceTimersByTimeAsync(2_100);
    expect(await leader.ended).toBeInstanceOf(LeaseLostError);
    expect(await standby.ended).toBeInstanceOf(HistoryLostError);
    expect(server.lease).toBe(earlier);
  });

  it('survives one request that hangs', async () => {
    const server = new Server();
    let hangs = false;
    const replica = new Replica(server, () => ({ ...PROMPT, answered: !hangs }));
    await vi.advanceTimersByTimeAsync(3_000);
    hangs = true;
    await vi.advanceTimersByTimeAsync(1_500);
    hangs = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(replica.election.isLeader()).toBe(true);
  });

  it('is lost by a holder that cannot renew, before another process can acquire the lease', async () => {
    const server = new Server();
    let connected = true;
    const first = new Replica(server, () => ({ ...PROMPT, arrives: connected }));
    await vi.advanceTimersByTimeAsync(100);
    const second = new Replica(server);
    connected = false;
    await vi.advanceTimersByTimeAsync(10_100);
    expect([first.lost?.aborted, second.election.isLeader()]).toEqual([true, false]);
    expect(await first.ended).toBeInstanceOf(LeaseLostError);
    await vi.advanceTimersByTimeAsync(5_500);
    expect(second.election.isLeader()).toBe(true);
  });

  it('is lost at once by a process that observes another holder', async () => {
    const server = new Server();
    const replica = new Replica(server);
    await vi.advanceTimersByTimeAsync(100);
    const { lease } = server;
    server.lease = lease && {
      ...lease,
      metadata: { ...lease.metadata, resourceVersion: 'x' },
      spec: { ...lease.spec, holderIdentity: 'usurper' },
    };
    await vi.advanceTimersByTimeAsync(2_100);
    expect(await replica.ended).toEqual(new LeaseLostError('the lease n/l was taken by usurper'));
  });

  it('does not release the lease while work goes on', async () => {
    const server = new Server();
    const stubborn = new Replica(server, undefined, async (signal) => {
      await until(signal);
      throw new Error('still at work');
    });
    await vi.advanceTimersByTimeAsync(100);
    stubborn.stop.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(await stubborn.ended).toEqual(new Error('still at work'));
    expect(server.lease?.spec?.holderIdentity).not.toBe('');
    expect(stubborn.election.isLeader()).toBe(false);
  });

  it('has no leader that was paused past the lease, even before its timer fires', async () => {
    const server = new Server();
    const replica = new Replica(server);
    await vi.advanceTimersByTimeAsync(100);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
    expect(replica.lost?.aborted).toBe(false);
    expect(replica.election.isLeader()).toBe(false);
    expect(replica.lost?.aborted).toBe(true);
    clock.mockRestore();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await replica.ended).toBeInstanceOf(LeaseLostError);
  });
});

it('still has one leader after the Lease is deleted', async () => {
  const server = new Server();
  const replicas = [new Replica(server), new Replica(server), new Replica(server)];
  await vi.advanceTimersByTimeAsync(10_000);
  server.lease = undefined;
  for (let tick = 0; tick < 100; tick += 1) {
    await vi.advanceTimersByTimeAsync(250);
    expect(replicas.filter(({ election }) => election.isLeader())).toHaveLength(1);
  }
  expect(server.lease).toBeDefined();
});

/** State of the network of one replica for a while. */
interface Weather {
  readonly ms: number;
  readonly fate: Fate;
}

/** The fate of a call that is made now, under weather that began `from`; prompt when all of it is over. */
function fateIn(weather: readonly Weather[], from: number): Fate {
  let end = from;
  const current = weather.find(({ ms }) => {
    end += ms;
    return performance.now() < end;
  });
  return current?.fate ?? PROMPT;
}

it('never has two leaders on a faulty network, and has one after it recovers', async () => {
  const delay = fc.integer({ min: 0, max: 4_000 });
  const fate = fc.record({
    thereMs: delay,
    backMs: delay,
    arrives: fc.boolean(),
    answered: fc.boolean(),
  });
  const weather = fc.record({
    ms: fc.integer({ min: 0, max: 20_000 }),
    fate: fc.oneof(fate, fc.constant(PROMPT)),
  });
  const forecast = fc.array(weather, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(forecast, forecast, forecast), fc.boolean(), async (forecasts, stops) => {
      const server = new Server();
      const began = performance.now();
      const replicas = forecasts.map((each) => new Replica(server, () => fateIn(each, began)));
      const leaders = () => replicas.filter(({ election }) => election.isLeader());
      for (let tick = 0; tick < 600; tick += 1) {
        await vi.advanceTimersByTimeAsync(200);
        expect(leaders().length).toBeLessThanOrEqual(1);
        if (stops && tick === 150) {
          leaders()[0]?.stop.abort();
        }
      }
      const alive = replicas.filter(({ stop, lost }) => !stop.signal.aborted && lost?.aborted !== true);
      expect(leaders()).toHaveLength(Math.min(alive.length, 1));
      vi.clearAllTimers();
    }),
    { numRuns: 100 },
  );
});
