import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readTls } from '../../../src/content/certificate.ts';
import { type Flaw, flawsOf, nameFlaw } from '../../../src/content/certificateflaws.ts';
import {
  authorityOf,
  type Life,
  SOUND,
  serverOf,
  type TestAuthority,
  tlsData,
} from '../../support/authorities.ts';

const HOST = 'shop.example.com';
const HOUR_MS = 3_600_000;

/** Lives of a certificate; the last one is valid, and about to end. */
const LIVES: readonly Life[] = [
  SOUND,
  { fromMs: -48 * HOUR_MS, untilMs: -HOUR_MS },
  { fromMs: HOUR_MS, untilMs: 48 * HOUR_MS },
  { fromMs: -99 * HOUR_MS, untilMs: HOUR_MS },
];

/** Flaws for which Stoa calls a rule not ready. */
const CERTAIN: readonly Flaw['type'][] = ['name', 'purpose', 'expired', 'not-yet-valid'];

/** Authority that no client knows. */
let foreign: TestAuthority;

beforeAll(async () => {
  foreign = await authorityOf('Foreign');
});

/** Certificates that a server presents behind its own, given those of its issuers, the closest first, and the root. */
const PRESENTED: Readonly<Record<string, (issuers: readonly string[], root: string) => readonly string[]>> = {
  whole: (issuers) => issuers,
  'with the root': (issuers, root) => [...issuers, root],
  none: () => [],
  'without the first': (issuers) => issuers.slice(1),
  'upside down': (issuers, root) => [...issuers, root].reverse(),
  'behind another one': (issuers) => [foreign.pem, ...issuers],
};

const sceneArb = fc.record({
  hosts: fc.constantFrom(
    [HOST],
    [HOST],
    ['*.example.com'],
    ['*.example.com', HOST],
    ['a.example.com', '*.shop.example.com'],
  ),
  usage: fc.oneof(
    { weight: 9, arbitrary: fc.constant('server' as const) },
    { weight: 1, arbitrary: fc.constant('client' as const) },
  ),
  life: fc.constantFrom(SOUND, SOUND, ...LIVES),
  issuers: fc.array(fc.constantFrom(SOUND, SOUND, ...LIVES), { maxLength: 2 }),
  presented: fc.constantFrom('whole', 'whole', ...Object.keys(PRESENTED)),
});

type Scene = typeof sceneArb extends fc.Arbitrary<infer S> ? S : never;

/** Chain and key of a server, and the root that its clients trust. */
async function made({ hosts, usage, life, issuers, presented }: Scene) {
  const root = await authorityOf('Root');
  const path: TestAuthority[] = [root];
  for (const [index, each] of issuers.entries()) {
    path.unshift(await authorityOf(`Issuer ${index}`, path[0], each));
  }
  const { pem, key } = await serverOf(path[0] ?? root, { hosts, usage, life });
  const above = path.slice(0, -1).map((each) => each.pem);
  return { chain: [pem, ...(PRESENTED[presented]?.(above, root.pem) ?? [])], key, root: root.pem };
}

/** Whether a client that trusts the root accepts the server. */
async function isAccepted({ chain, key, root }: Awaited<ReturnType<typeof made>>): Promise<boolean> {
  const server = createServer({ cert: chain.join(''), key }).on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: '127.0.0.1', port, servername: HOST, ca: root });
  try {
    await once(client, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
    server.close();
  }
}

it('clients accept a certificate without flaws, and refuse one for which a rule is not ready', async () => {
  await fc.assert(
    fc.asyncProperty(sceneArb, async (scene) => {
      const server = await made(scene);
      const content = readTls('kubernetes.io/tls', tlsData(server.chain, server.key));
      if (content.type === 'unusable') {
        expect.fail(content.why);
      }
      const flaws = [nameFlaw(content, HOST), ...flawsOf(content, new Date())].flatMap(
        (each) => each?.type ?? [],
      );
      const isCertain = flaws.some((each) => CERTAIN.includes(each));
      const told = isCertain ? 'refused' : flaws.length === 0 ? 'accepted' : 'either';
      const accepted = await isAccepted(server);
      expect(told === 'either' ? accepted : told === 'accepted', `${flaws}`).toBe(accepted);
    }),
    { numRuns: 150 },
  );
});
