import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { AdminClient } from '../../../../../deploy/local/cluster/adminclient.ts';
import { installExamples } from '../../../../../deploy/local/cluster/install.ts';
import type { Kubectl } from '../../../../../deploy/local/cluster/kubectl.ts';
import type { Run } from '../../../../../deploy/local/supervisor/run.ts';

test('the examples are awaited from the start of the gateway on, whose build may take minutes', async () => {
  const stop = new AbortController();
  const [apply, list] = [vi.fn(async () => undefined), vi.fn(async () => [])];
  const gateway = Promise.withResolvers<void>();
  const target = {
    run: { signal: stop.signal } as Run,
    address: { host: '127.101.255.9', portBase: 18_000 },
    kubectl: { apply } as unknown as Kubectl,
    admin: { client: { list } } as unknown as AdminClient,
  };
  const installed = installExamples(target, gateway.promise);
  await vi.waitFor(() => expect(apply).toHaveBeenCalledOnce());
  await nextTurn();
  expect(list).not.toHaveBeenCalled();
  gateway.resolve();
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  stop.abort(new Error('the test ends'));
  await expect(installed).rejects.toThrow('the test ends');
});
