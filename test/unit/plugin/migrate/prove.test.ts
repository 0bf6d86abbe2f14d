import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ingressObjects } from '../../../../src/migrate/ingress.ts';
import { prove } from '../../../../src/plugin/migrate/prove.ts';
import { ingress } from '../../migrate/support.ts';

/** URL of a server, until the test ends. */
async function opened(server: Server): Promise<URL> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Server that answers bodies above a MiB with 413, without reading them, and counts the bytes of others. */
function limited(received: { bytes: number }): Server {
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received.bytes += chunk.length;
    });
    request.on('end', () => response.end());
  });
  return server.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length']) > 1024 ** 2) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    response.writeContinue();
    server.emit('request', request, response);
  });
}

it('a body that is refused is not sent, so that its answer arrives', async () => {
  const received = { bytes: 0 };
  const [old, recent] = [await opened(limited(received)), await opened(limited(received))];
  const lines: string[] = [];
  const session = {
    output: { write: (text: string) => lines.push(text) },
    untilInterrupted: () => new AbortController().signal,
  };
  const proof = { old: { http: old }, new: { http: recent }, user: undefined, bodies: true };
  expect(
    await prove(
      { objects: ingressObjects([ingress({ annotations: { 'proxy-body-size': '1m' } })]), config: {} },
      proof,
      session,
    ),
  ).toBe(0);
  expect(lines).toEqual(['8 requests, 0 answered differently\n']);
  expect(received.bytes).toBe(2 * 1024 ** 2);
});
