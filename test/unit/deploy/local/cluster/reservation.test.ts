import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { assertPortsFree, reserveOctet } from '../../../../../deploy/local/cluster/reservation.ts';

const reserveModule = new URL('../../../../../deploy/local/cluster/reservation.ts', import.meta.url).href;
const program = `
  const { reserveOctet } = await import('${reserveModule}');
  const { octet } = await reserveOctet(async (octet) => octet === Number(process.argv[1]));
  console.log(octet);
  setInterval(() => undefined, 1000);
`;

async function reserveElsewhere(octet: number): Promise<{ kill(): Promise<void>; said: Promise<string> }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, String(octet)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = Promise.race([
    once(child.stdout, 'data').then(([data]) => String(data).trim()),
    once(child, 'close').then(() => 'nothing'),
  ]);
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { kill, said };
}

test('an octet belongs to one process until that dies', { timeout: 20_000 }, async () => {
  const mine = await reserveOctet(async () => true);
  const loser = await reserveElsewhere(mine.octet);
  expect(await loser.said).toBe('nothing');

  mine.release();
  const winner = await reserveElsewhere(mine.octet);
  expect(await winner.said).toBe(String(mine.octet));
  await expect(reserveOctet(async (octet) => octet === mine.octet)).rejects.toThrow('are taken');

  await winner.kill();
  const again = await reserveOctet(async (octet) => octet === mine.octet);
  expect(again.octet).toBe(mine.octet);
  again.release();
});

test('a taken port is named with its purpose and the way out', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  await expect(assertPortsFree('127.0.0.1', [{ port, purpose: 'gateway http' }])).rejects.toThrow(
    `port ${port} (gateway http) is in use by another program; stop it or choose others with npm start -- --port-base=28000`,
  );
});
