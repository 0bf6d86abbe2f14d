import { expect, it } from 'vitest';
import { fenced } from '../../../src/controller/fence.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { answer, failure, serve, transportTo } from '../kube/support.ts';

it('passes reads, and writes only while this process is the leader', async () => {
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
  expect(sent.slice(2)).toEqual(writes.map((write) => ({ ...write, beforeSend: expect.any(Function) })));
});

it('does not retry a throttled write after this process has lost the lease', async () => {
  const received: string[] = [];
  let isLeader = true;
  const { url } = await serve((request, response) => {
    received.push(request.method ?? '');
    isLeader = false;
    answer(response, 429, {}, { 'retry-after': '1' });
  });
  const transport = fenced(await transportTo(url), () => isLeader);
  await expect(transport.call({ method: 'PUT', path: '/a', body: {} })).rejects.toMatchObject({
    failure: { type: 'unreachable' },
    message: 'PUT /a: this process does not hold the lease',
  });
  expect(received).toEqual(['PUT']);
});

it('does not send a write that waited for a connection until this process had lost the lease', async () => {
  const received: string[] = [];
  const answers: (() => void)[] = [];
  const { url } = await serve((request, response) => {
    received.push(request.method ?? '');
    answers.push(() => answer(response, 200, {}));
    if (answers.length === 64) {
      isLeader = false;
      for (const end of answers) {
        end();
      }
    }
  });
  let isLeader = true;
  const transport = fenced(await transportTo(url), () => isLeader);
  const reads = Array.from({ length: 64 }, () => transport.call({ method: 'GET', path: '/a' }));
  const write = failure(transport.call({ method: 'PUT', path: '/a', body: {} }));
  await Promise.all(reads);
  expect(await write).toEqual({ type: 'unreachable' });
  expect(received).toEqual(Array(64).fill('GET'));
});
