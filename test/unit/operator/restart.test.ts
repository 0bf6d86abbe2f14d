import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Discovery } from '../../../src/kube/discovery.ts';
import type { ClusterCapabilities } from '../../../src/operator/capabilities.ts';
import { restartOnChange } from '../../../src/operator/restart.ts';
import { silent } from '../../support/log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const needs = {
  gatewayKinds: { served: {} },
  installKinds: [] as const,
} as unknown as ClusterCapabilities['needs'];

function capabilitiesOf(kind: string, namespaces: readonly string[]): ClusterCapabilities {
  return { discovery: new Discovery(new Set([kind])), needs, namespaces, leftOut: [] };
}

it('restarts the work when kinds or namespaces change, and only then', async () => {
  let now = capabilitiesOf('x', ['a']);
  const began: ClusterCapabilities[] = [];
  const stop = new AbortController();
  const look = async () => now;
  const ended = restartOnChange(look, silent, stop.signal, async (capabilities, end) => {
    began.push(capabilities);
    await new Promise((resolve) => end.addEventListener('abort', resolve));
  });
  for (const next of [
    capabilitiesOf('x', ['a']),
    capabilitiesOf('x', ['a', 'b']),
    capabilitiesOf('y', ['a', 'b']),
  ]) {
    await vi.advanceTimersByTimeAsync(60_000);
    now = next;
  }
  await vi.advanceTimersByTimeAsync(600_000);
  expect(began).toEqual([
    capabilitiesOf('x', ['a']),
    capabilitiesOf('x', ['a', 'b']),
    capabilitiesOf('y', ['a', 'b']),
  ]);
  stop.abort();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

it('restarts the work when routes have a part that they lacked', async () => {
  const lacking = (lacks: readonly string[]) =>
    ({
      ...capabilitiesOf('x', ['a']),
      needs: { ...needs, gatewayKinds: { served: { lacks } } },
    }) as unknown as ClusterCapabilities;
  const answers = [lacking(['cors']), lacking(['cors'])];
  const stop = new AbortController();
  const work = vi.fn(async (capabilities: ClusterCapabilities, end: AbortSignal) => {
    await new Promise((resolve) => end.addEventListener('abort', resolve));
    return capabilities;
  });
  const ended = restartOnChange(
    async () => answers.shift() ?? lacking([]),
    silent,
    stop.signal,
    async (capabilities, end) => void (await work(capabilities, end)),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  expect(work).toHaveBeenCalledTimes(2);
  stop.abort();
  await ended;
});

it('retries the detection until it succeeds', async () => {
  const answers = [Promise.reject(new Error('away')), capabilitiesOf('x', ['a'])];
  const stop = new AbortController();
  const work = vi.fn(async () => stop.abort());
  const look = async () => answers.shift() ?? capabilitiesOf('x', ['a']);
  const ended = restartOnChange(look, silent, stop.signal, work);
  await vi.advanceTimersByTimeAsync(2_000);
  await ended;
  expect(work).toHaveBeenCalledOnce();
});
