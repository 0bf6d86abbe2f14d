import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { request } from 'undici';
import { basicAuthorization } from '../../../src/base/basic.ts';
import { SECRETS } from '../../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { authorityOf, serverOf } from '../../support/authorities.ts';
import { certificateSecret } from '../../support/certificate.ts';
import { conditionWith } from '../../support/condition.ts';
import { secretData } from '../../support/passwords.ts';
import { reaches } from '../../support/reaches.ts';
import type { BenchCluster } from '../benchcluster.ts';
import { OperatorProcess } from '../child.ts';
import { median, type Row, spread } from '../row.ts';
import type { Engine, Stage } from '../stage.ts';

/** Requests of an attacker whose cost is measured, and those of a neighbour. */
const ATTACKS = 20;
const NEIGHBOURS = 300;

/** Times that the median of a neighbour may take while one attacker asks without a pause. */
const MOST_TIMES = 1.5;

/** Milliseconds of a tick of the clock of /proc. */
const TICK_MS = 10;

/** The gateway answers such rules itself: no component is needed. */
const ANSWERED = { redirect: { host: 'answered.example.net' } };

/** Paths below each other: a request for the last one is compared with the rules of all. */
const PATHS = ['/', '/a/', '/a/a/', '/a/a/a/', '/a/a/a/a/'];

/** Number of guards that a host has room for. */
const GUARDS = 64;

/** A request of an attacker, in words. */
type Attack = readonly [words: string, attack: () => Promise<unknown>];

/** Cost for the gateway of single requests at the bounds of what a rule may have it run, and what a neighbour feels of them. */
export async function cost({ world, account, url, engine }: Stage): Promise<Row[]> {
  if (engine === undefined) {
    throw new Error('the benchmark needs an engine');
  }
  const operator = new OperatorProcess(account, { gateway: `https: { port: ${engine.httpsPort} }` });
  await operator.quiet();
  await furnish(world);
  // The first requests warm the client up.
  await neighbours(url);
  const before = await neighbours(url);
  const rows: Row[] = [];
  for (const [words, attack] of attacksOn(url, engine)) {
    rows.push(await costRow(words, attack, engine), await neighbourRow(words, attack, url, before));
  }
  await operator.end('SIGTERM');
  return rows;
}

function attacksOn(url: string, engine: Engine): readonly Attack[] {
  const authorization = basicAuthorization('ada:wrong');
  const cookie = ' ;'.repeat(15_500);
  return [
    ['plain requests', () => ask(url, 'neighbour')],
    ['passwords against bcrypt of the cost 12', () => ask(url, 'passwords', { authorization })],
    ['31 KB against all the cookies of a host', () => ask(`${url}${PATHS.at(-1)}`, 'cookies', { cookie })],
    ['paths of 31 KB against all the guards of a host', () => ask(`${url}/${';'.repeat(31_000)}`, 'guards')],
    ['handshakes with RSA of 4,096 bits', () => handshake(engine, 'rsa.example.com')],
  ];
}

/** Rules at the bounds, and one of a neighbour. */
async function furnish(world: BenchCluster): Promise<void> {
  const { client, namespace } = world;
  const metadata = { name: 'passwords', namespace };
  const data = secretData({ users: `ada:$2y$12$${'a'.repeat(53)}` });
  await client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, ...data }, 'bench');
  const authority = await authorityOf('Bench');
  const pair = generateKeyPairSync('rsa', { modulusLength: 4_096 });
  const { pem: certificate, key } = await serverOf(authority, { hosts: ['rsa.example.com'], pair });
  await client.apply(SECRETS, certificateSecret(namespace, 1, { certificate, key }), 'bench');
  await world.rule('rsa', { certificateId: 1, policy: ANSWERED });
  await world.rule('neighbour', { policy: ANSWERED });
  await world.rule('passwords', { policy: { ...ANSWERED, basicAuth: { secretName: 'passwords' } } });
  for (const [index, domainPath] of PATHS.entries()) {
    const domainCookie = { a: `${index}`, b: `${index}`, c: `${index}` };
    const cookies = { domainName: 'cookies.example.com', domainPath, domainCookie, policy: ANSWERED };
    await world.rule(`cookies-${index}`, cookies);
  }
  const guards = Array.from({ length: GUARDS }, (_, index) => `guards-${index}`);
  for (const name of guards) {
    const policy = { ...ANSWERED, rateLimit: { requests: 100, per: 'second' } } as const;
    await world.rule(name, { domainName: 'guards.example.com', domainPath: `/${name}/`, policy });
  }
  const names = ['rsa', 'neighbour', 'passwords', ...PATHS.map((_, index) => `cookies-${index}`), ...guards];
  await Promise.all(
    names.map((name) =>
      reaches(client, GATEWAY_RULES, { namespace, name }, (rule) =>
        conditionWith(rule, 'Serving', { status: 'True', reason: undefined }),
      ),
    ),
  );
}

async function ask(url: string, name: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const { body } = await request(url, { headers: { host: `${name}.example.com`, ...headers } });
  await body.dump();
}

async function handshake({ httpsPort, host }: Engine, servername: string): Promise<void> {
  const socket = connect({ host, port: httpsPort, servername, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  socket.destroy();
}

async function costRow(words: string, attack: Attack[1], { pid }: Engine): Promise<Row> {
  const began = ticksOf(pid);
  for (let sent = 0; sent < ATTACKS; sent += 1) {
    await attack();
  }
  const ms = ((ticksOf(pid) - began) * TICK_MS) / ATTACKS;
  return {
    figure: `CPU of the gateway for one of ${words}`,
    measured: `${ms.toFixed(1)} ms`,
    bar: 'for comparison',
    met: true,
  };
}

/** CPU time of a process, in ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** Milliseconds of requests of a neighbour. */
async function neighbours(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < NEIGHBOURS; sent += 1) {
    const began = performance.now();
    await ask(url, 'neighbour');
    times.push(performance.now() - began);
  }
  return times;
}

async function neighbourRow(
  words: string,
  attack: Attack[1],
  url: string,
  before: readonly number[],
): Promise<Row> {
  let going = true;
  const attacker = (async () => {
    while (going) {
      await attack();
    }
  })();
  const times = await neighbours(url);
  going = false;
  await attacker;
  const ratio = median(times) / median(before);
  return {
    figure: `request of a neighbour beside one client with ${words}, × without`,
    measured: `${ratio.toFixed(2)}: ${spread(times, 'ms', 2)}; ${spread(before, 'ms', 2)} without`,
    bar: `≤ ${MOST_TIMES}`,
    met: ratio <= MOST_TIMES,
  };
}
