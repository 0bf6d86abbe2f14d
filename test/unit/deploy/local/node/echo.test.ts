import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ANSWER_HEADER,
  FAIL_HEADER,
  type FailedTries,
  httpEcho,
} from '../../../../../deploy/local/node/echo.ts';
import type { Behaviour } from '../../../../../deploy/local/node/pod.ts';

let behaviour: Behaviour;
const server = httpEcho(() => ({ component: 'web', pod: 'web-1', behaviour }));
let url: string;

beforeEach(async () => {
  behaviour = { ready: true, delayMs: 0, status: 200 };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Status of a try, or the word for a connection that was closed. */
async function tried(failure: FailedTries): Promise<number | 'closed'> {
  const headers = { [FAIL_HEADER]: JSON.stringify(failure), connection: 'close' };
  return fetch(url, { headers }).then(
    ({ status }) => status,
    () => 'closed',
  );
}

it.each([
  ['with a status', { times: 2, status: 503 }, [503, 503, 200]],
  ['by closing the connection', { times: 1 }, ['closed', 200]],
] as const)('fails the first tries of a request %s, and no later one', async (id, failure, expected) => {
  const seen: (number | 'closed')[] = [];
  while (seen.length < expected.length) {
    seen.push(await tried({ ...failure, id, delayMs: 0 }));
  }
  expect(seen).toEqual(expected);
});

it('counts the tries of each request by themselves', async () => {
  const failure = { times: 1, status: 500, delayMs: 0 };
  expect(await tried({ ...failure, id: 'one' })).toBe(500);
  expect(await tried({ ...failure, id: 'other' })).toBe(500);
});

it('answers with the headers that it is asked for', async () => {
  const { headers } = await fetch(url, { headers: { [ANSWER_HEADER]: '{"X-A":"1","x-b":"2"}' } });
  expect([headers.get('x-a'), headers.get('x-b')]).toEqual(['1', '2']);
});

it.each([
  ['', 401],
  ['a:c', 401],
  ['a:b', 200],
])('of a pod with a password, answers %s with %i', async (user, expected) => {
  behaviour = { ...behaviour, user: 'a:b' };
  const headers = { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  expect((await fetch(url, { headers })).status).toBe(expected);
});
