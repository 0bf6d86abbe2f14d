/**
 * `npm run fuzz:watched [-- <minutes> [<seed>]]`: writes objects of every kind that the operator watches, at the limits of
 * the API server, to a control plane of its own, and in turns the same content in objects of another kind. Exits with 1 if
 * a list or a watch of the operator fails, an object that is deleted does not go, or a rule of a neighbour takes more
 * than twice as long as beside the other kind. Halfway, another operator starts, and lists what there is. Before, the
 * caches of an operator take 100 such objects for each minute, without an API server.
 */
import { randomInt } from 'node:crypto';
import { loadAccess } from '../../../src/kube/access.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { NAMESPACES } from '../../../src/objects/core.ts';
import { APPLICATION_TYPE, APPLICATIONS } from '../../../src/objects/stoa.ts';
import { KeptOperator } from '../../bench/kept.ts';
import { longRun, say } from '../../bench/longrun.ts';
import type { Vitals } from '../../bench/operator.ts';
import type { Stage } from '../../bench/stage.ts';
import { openInstallAccount } from '../../support/installaccount.ts';
import { OperatorCaches } from './caches.ts';
import { sampleOf, type Target, Writer } from './campaign.ts';
import { Neighbour, ratioOf } from './neighbour.ts';
import { anyAttempt } from './objects.ts';

const MINUTES = 10;

/** Milliseconds of a turn, and turns between two lines of counts. */
const TURN_MS = 20_000;
const REPORTED = 6;

/** Most that a rule of a neighbour may take, in times of the same beside content that nobody watches. */
const MOST = 2;

const NAMESPACE = 'team-fuzz';

async function openTeam({ world: { client } }: Stage): Promise<Writer> {
  const labels = { 'stoa.dev/team': 'fuzz' };
  await client.apply(
    NAMESPACES,
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } },
    'fuzz',
  );
  await openInstallAccount(client, NAMESPACE);
  await client.apply(
    APPLICATIONS,
    { ...APPLICATION_TYPE, metadata: { name: 'app', namespace: NAMESPACE }, spec: { id: 1 } },
    'fuzz',
  );
  const writer = new Writer(client, await createTransport(loadAccess()), NAMESPACE);
  await writer.open();
  return writer;
}

/** Objects that all caches of an operator take without an API server, beside each minute of a run. */
const ALONE = 100;

async function fuzz(stage: Stage, minutes: number): Promise<boolean> {
  const first = Number(process.argv[3] ?? randomInt(2 ** 30));
  const alone = await fuzzCaches(first, minutes * ALONE);
  const writer = await openTeam(stage);
  const neighbour = new Neighbour(stage.world);
  const findings: string[] = [...alone];
  const failures: string[] = [];
  const until = performance.now() + minutes * 60_000;
  let seed = first;
  for (const end of [performance.now() + minutes * 30_000, until]) {
    const operator = new KeptOperator(stage.account);
    await operator.quiet();
    for (let turn = 0; performance.now() < end; turn += 1) {
      const target: Target = turn % 2 === 0 ? 'watched' : 'other';
      seed = await takeTurn({ writer, neighbour }, target, seed);
      // A process that loses its lease later takes its count along.
      failures.push(...failuresOf(await operator.ask('look')));
      if (turn % REPORTED === REPORTED - 1) {
        report(await operator.ask('collect'), seed - first, writer, neighbour);
      }
    }
    findings.push(...operator.crashes);
    await operator.end();
  }
  const last = new KeptOperator(stage.account);
  await last.quiet();
  await writer.clear();
  const vitals = await last.quiet();
  report(vitals, seed - first, writer, neighbour);
  await last.end();
  findings.push(
    ...new Set([...failures, ...failuresOf(vitals)]),
    ...last.crashes,
    ...writer.counts.findings,
    ...slowness(neighbour),
  );
  say(
    `seeds ${first} to ${seed - 1}: ${findings.length} findings${findings.map((each) => `\n  ${each}`).join('')}`,
  );
  return findings.length === 0;
}

/** Failures of the caches of an operator, and of the handlers of its controllers, on so many objects. */
async function fuzzCaches(first: number, objects: number): Promise<readonly string[]> {
  const caches = await OperatorCaches.start();
  const findings: string[] = [];
  for (let seed = first; seed < first + objects; seed += 1) {
    const failed = await caches.take(sampleOf(anyAttempt(NAMESPACE, `f${seed}`), seed));
    findings.push(...failed.map((each) => `seed ${seed}: ${each}`));
  }
  say(`${objects} objects in caches alone: ${findings.length} findings`);
  return findings;
}

/** Writes for some time, while a neighbour makes rules; returns the next seed. */
async function takeTurn(
  { writer, neighbour }: { readonly writer: Writer; readonly neighbour: Neighbour },
  target: Target,
  first: number,
): Promise<number> {
  const stop = new AbortController();
  const measuring = neighbour.makeRules(target, stop.signal);
  const until = performance.now() + TURN_MS;
  let seed = first;
  for (; performance.now() < until; seed += 1) {
    await writer.write(seed, target);
  }
  stop.abort();
  await measuring;
  return seed;
}

function failuresOf({ watchFailures }: Vitals): readonly string[] {
  return Object.entries(watchFailures)
    .filter(([, count]) => count > 0)
    .map(([resource, count]) => `${count} lists or watches of ${resource} have failed`);
}

function slowness(neighbour: Neighbour): readonly string[] {
  const ratio = ratioOf(neighbour);
  return ratio > MOST ? [`a rule of a neighbour takes ${ratio.toFixed(1)} times as long`] : [];
}

function report(vitals: Vitals, objects: number, { counts }: Writer, neighbour: Neighbour): void {
  const sum = (of: Record<string, number>) => Object.values(of).reduce((all, each) => all + each, 0);
  const failures = sum(vitals.watchFailures);
  say(
    `${objects} objects, ${sum(counts.stored)} stored (${JSON.stringify(counts.stored)}), ${sum(counts.refused)} refused; ` +
      `${failures} failures; heap ${vitals.heapMiB.toFixed()} MiB; longest stall ${vitals.stallMs.toFixed()} ms, ${vitals.busyMs.toFixed()} ms of CPU time; ` +
      `rules of a neighbour: ${neighbour.text()}`,
  );
}

await longRun('fuzz:watched', MINUTES, fuzz);
