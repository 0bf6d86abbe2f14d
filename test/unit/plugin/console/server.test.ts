import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../../../src/config.ts';
import type { Connection } from '../../../../src/plugin/connect.ts';
import { openConsole } from '../../../../src/plugin/console/server.ts';

/** A user of a cluster without objects. */
const CONNECTION = {
  namespace: 'shop',
  call: async () => ({ metadata: { resourceVersion: '1' }, items: [] }),
  open: async () => Readable.from([]),
} as unknown as Connection;

/** Error of a connection to an address; undefined where somebody listens. */
async function refusalAt(host: string, port: number): Promise<string | undefined> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
  }
}

it('the console listens at 127.0.0.1 alone', async () => {
  const stop = new AbortController();
  const config = parseConfig('gateway: { namespace: stoa-system, name: stoa }', 'test');
  const console = await openConsole(CONNECTION, {
    config,
    port: 0,
    key: 'key',
    folder: '/nowhere',
    stop: stop.signal,
  });
  onTestFinished(async () => {
    stop.abort();
    await console.close();
  });
  expect(await refusalAt('127.0.0.1', console.port)).toBeUndefined();
  expect(await refusalAt('127.0.0.2', console.port)).toBe('ECONNREFUSED');
  expect(await refusalAt('::1', console.port)).toEqual(expect.any(String));
});
