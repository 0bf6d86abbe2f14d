import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EchoServer } from '../../../../../deploy/local/node/echo.ts';
import { servePods } from '../../../../../deploy/local/node/podnetwork.ts';
import type { Start } from '../../../../../deploy/local/node/start.ts';
import { freePort } from '../../../../support/freeport.ts';

const START: Start = { initContainers: [], containers: [] };

let network: EchoServer;
let port: number;

beforeEach(async () => {
  port = await freePort();
  const behaviour = { ready: true, delayMs: 0, status: 200 };
  network = await servePods({ host: '127.0.0.1', port }, (address) =>
    address.startsWith('10.244.') || address === 'web.shop.svc'
      ? { component: 'web', pod: `web-${address}`, behaviour, start: () => Promise.resolve(START) }
      : undefined,
  );
});

afterEach(() => network.close());

/** Asks for a connection to an address, byte by byte; the socket, and how the proxy answered. */
async function ask(
  address: readonly number[],
  type: 1 | 3 = 1,
): Promise<{ readonly socket: Socket; readonly reply: number }> {
  const socket = connect(port, '127.0.0.1');
  const request = [5, 1, 0, 5, 1, 0, type, ...address, 0, 80];
  socket.setNoDelay(true);
  for (const byte of request.slice(0, 3)) {
    socket.write(Buffer.from([byte]));
  }
  expect([...(await once(socket, 'data'))[0]]).toEqual([5, 0]);
  socket.write(Buffer.from(request.slice(3)));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, reply: answer[1] ?? -1 };
}

describe('the network of pods', () => {
  it('leads to the pod that has the address', async () => {
    const { socket, reply } = await ask([10, 244, 0, 7]);
    expect(reply).toBe(0);
    socket.write('GET /x HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n');
    const text = String(Buffer.concat(await socket.toArray()));
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect(text).toContain('"pod":"web-10.244.0.7"');
  });

  it.each([
    ['web.shop.svc', 0],
    ['other.shop.svc', 4],
  ])('for the name %s, replies with %i', async (name, expected) => {
    const { socket, reply } = await ask([name.length, ...Buffer.from(name)], 3);
    expect(reply).toBe(expected);
    socket.destroy();
  });

  it.each([
    ['x-echo-start: yes', `"start":${JSON.stringify(START)}`],
    ['x-other: yes', '"bodyBytes":0}'],
  ])('with the header %s, answers with %s', async (header, answer) => {
    const { socket } = await ask([10, 244, 0, 7]);
    socket.write(`GET /x HTTP/1.1\r\nhost: a.test\r\n${header}\r\nconnection: close\r\n\r\n`);
    expect(String(Buffer.concat(await socket.toArray()))).toContain(answer);
  });

  it.each([
    ['a part of a request', [5]],
    ['no method', [5, 0]],
  ])('lets others go on where a client sends %s', async (_, bytes) => {
    const slow = connect(port, '127.0.0.1');
    slow.write(Buffer.from(bytes));
    const { socket, reply } = await ask([10, 244, 0, 7]);
    expect(reply).toBe(0);
    socket.destroy();
    slow.end();
    await once(slow.resume(), 'close');
  });

  it('says so where no pod has it', async () => {
    const { socket, reply } = await ask([10, 245, 0, 7]);
    expect(reply).toBe(4);
    socket.destroy();
  });
});
