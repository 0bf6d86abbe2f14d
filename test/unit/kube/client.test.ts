import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Gate } from '../../../src/base/gate.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { THING, THINGS } from './support.ts';

const TARGET = { namespace: 'n', name: 'a', uid: 'u' };

const WRITES: readonly (readonly [string, (client: KubeClient) => Promise<unknown>])[] = [
  ['create', (client) => client.create(THINGS, THING, 'm')],
  ['replace', (client) => client.replace(THINGS, THING, 'm')],
  ['apply', (client) => client.apply(THINGS, THING, 'm', { force: false })],
  ['apply to a status', (client) => client.apply(THINGS, THING, 'm', { subresource: 'status' })],
  ['patch', (client) => client.patch(THINGS, TARGET, [{ op: 'remove', path: '/a' }], { fieldManager: 'm' })],
  ['delete', (client) => client.delete(THINGS, TARGET)],
];

const CLIENTS: readonly (readonly [string, (client: KubeClient) => KubeClient, string | undefined])[] = [
  ['a client', (client) => client, undefined],
  ['a dry client', (client) => client.dry(), 'All'],
  ['a dry client as somebody', (client) => client.dry().as({ user: 'ada', groups: [] }), 'All'],
  ['a dry client of somebody', (client) => client.as({ user: 'ada', groups: [] }).dry(), 'All'],
  ['a dry client within a gate', (client) => client.dry().within(new Gate(1, 1)), 'All'],
];

it.each(
  WRITES.flatMap(([write, send]) =>
    CLIENTS.map(([who, derive, dryRun]) => ({ write, send, who, derive, dryRun })),
  ),
)('$who sends a $write with dryRun $dryRun', async ({ send, derive, dryRun }) => {
  const sent: KubeRequest[] = [];
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const call = async (request: KubeRequest) => {
    sent.push(request);
    return {};
  };
  await send(derive(new KubeClient({ call, open: unused, close: unused })));
  expect(sent.map(({ query }) => query?.dryRun)).toEqual([dryRun]);
});

it('sends reviews as they are: they store nothing', async () => {
  const sent: KubeRequest[] = [];
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const call = async (request: KubeRequest) => {
    sent.push(request);
    return {};
  };
  await new KubeClient({ call, open: unused, close: unused }).dry().post('/review', {});
  expect(sent).toEqual([expect.objectContaining({ method: 'POST', path: '/review' })]);
  expect(sent[0]?.query).toBeUndefined();
});

it('reads a text as the client, up to a bound', async () => {
  const sent: KubeRequest[] = [];
  const unused = () => Promise.reject(new Error('nothing is called here'));
  const open = async (request: KubeRequest) => {
    sent.push(request);
    return Readable.from([Buffer.from('one\n'), Buffer.from('two\n')]);
  };
  const client = new KubeClient({ call: unused, open, close: unused }).as({ user: 'ada', groups: [] });
  await expect(client.text('/log', { query: { tailLines: '2' }, maxBytes: 8 })).resolves.toBe('one\ntwo\n');
  await expect(client.text('/log', { maxBytes: 7 })).rejects.toThrow('more than 7 bytes');
  expect(sent[0]).toMatchObject({ method: 'GET', path: '/log', query: { tailLines: '2' } });
  expect(sent[0]?.headers).toEqual([
    ['Impersonate-User', 'ada'],
    ['accept', '*/*'],
  ]);
});
