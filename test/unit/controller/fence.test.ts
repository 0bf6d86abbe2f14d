import { expect, it } from 'vitest';
import { fenced } from '../../../src/controller/fence.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { failure } from '../kube/support.ts';

it('lets reads through, and writes only while this process leads', async () => {
  const sent: KubeRequest[] = [];
  let leads = false;
  const transport = fenced(
    {
      call: async (request) => sent.push(request),
      open: () => Promise.reject(new Error('not used')),
      close: async () => undefined,
    },
    () => leads,
  );
  const read = { method: 'GET', path: '/a' } as const;
  const dryRun = { method: 'PATCH', path: '/a', query: { dryRun: 'All' } } as const;
  const writes = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path: '/a' }));
  await transport.call(read);
  await transport.call(dryRun);
  for (const write of writes) {
    expect(await failure(transport.call(write))).toEqual({ type: 'unreachable' });
  }
  expect(sent).toEqual([read, dryRun]);
  leads = true;
  for (const write of writes) {
    await transport.call(write);
  }
  expect(sent.slice(2)).toEqual(writes);
});
