import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createControllerMetrics } from '../../../src/controller/metrics.ts';
import { createPortController, LackingPorts } from '../../../src/install/plan/lackingports.ts';
import type { Planner } from '../../../src/install/plan/planner.ts';
import type { PortRange, PortStanding } from '../../../src/names/ports.ts';
import { silent } from '../../support/log.ts';
import { installOf } from '../../support/plans.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A running controller with an install that lacks a port; `free` gives its team the only port. */
function watching(ports: readonly PortRange[] = [{ from: 30_000, to: 30_000 }]) {
  let standing: PortStanding = 'refused';
  const lackingPorts = new LackingPorts();
  lackingPorts.note(installOf().metadata, true);
  const planAgain = vi.fn<Planner['planAgain']>();
  const add = vi.fn();
  const portStanding = vi.fn(() => standing);
  const config = {
    offeredPorts: () => ports,
    portStanding,
    portsLeft: () => 1,
  } as unknown as Planner['config'];
  const metrics = createControllerMetrics(new Registry());
  const controller = createPortController(
    { config, lackingPorts, planAgain },
    { add },
    { log: silent, metrics },
  );
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void controller.run(stop.signal, stop.signal);
  const free = () => {
    standing = 'free';
  };
  return { planAgain, add, portStanding, free };
}

it('plans an install again within a minute after a port is free for it', async () => {
  const { planAgain, add, free } = watching();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(planAgain).not.toHaveBeenCalled();
  free();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(planAgain.mock.calls).toEqual([['install-uid']]);
  expect(add.mock.calls).toEqual([['team/shop', 'background']]);
});

it('looks once a minute', async () => {
  const { portStanding } = watching();
  await vi.advanceTimersByTimeAsync(299_000);
  expect(portStanding).toHaveBeenCalledTimes(5);
});

it('looks again where the gateway offers no ports, as it may offer some later', async () => {
  const ports: PortRange[] = [];
  const { planAgain, free } = watching(ports);
  free();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(planAgain).not.toHaveBeenCalled();
  ports.push({ from: 30_000, to: 30_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(planAgain.mock.calls).toEqual([['install-uid']]);
});
