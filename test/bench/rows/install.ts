import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStore } from '../../../deploy/local/store/store.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import type { PlannedObject } from '../../../src/objects/planned.ts';
import { DEPLOYMENTS } from '../../../src/objects/workload.ts';
import { expanded, objectsOf } from '../../support/models.ts';
import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { type Account, OperatorProcess, writes } from '../child.ts';
import { Installs, modelAt } from '../installs.ts';
import { modelOf } from '../model.ts';
import { atMost, median, type Row, repeated, spread } from '../row.ts';

const REPLICA_SETS: Resource = { ...DEPLOYMENTS, kind: 'ReplicaSet', plural: 'replicasets' };

/** Number of concurrent installs. */
const MANY = 100;

/**
 * Components of the large and of the small model: a hundred installs of the large one have 5,000 Services, whose
 * addresses alone keep an API server busy for minutes.
 */
const LARGE = 50;
const SMALL = 5;

/** Milliseconds between two heap samples; each needs a collection. */
const LOOK_EVERY_MS = 5_000;

/** Cost of installs: of one large model, and of a hundred of a small one at the same time. No pod runs. */
export async function* install(world: BenchCluster, account: Account): AsyncGenerator<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-store-'));
  const [large, small] = [modelOf('large', LARGE), modelOf('small', SMALL)];
  await writeFile(join(folder, 'large.json'), large);
  await writeFile(join(folder, 'small.json'), small);
  const store = await serveStore({ host: '127.0.0.1', port: 0, folders: [folder] });
  yield await one(world, account, {
    model: large,
    installs: new Installs(world, modelAt(store.url, 'large')),
  });
  yield await many(world, account, {
    model: small,
    installs: new Installs(world, modelAt(store.url, 'small')),
  });
  await store.close();
  await rm(folder, { recursive: true });
}

/** A model, and installs of it. */
interface Subject {
  readonly model: string;
  readonly installs: Installs;
}

async function one(world: BenchCluster, account: Account, { model, installs }: Subject): Promise<Row[]> {
  const count = drafts(world, model, 'any').length;
  const measureRaw = (when: string) =>
    repeated((round) => rawSeconds(world, drafts(world, model, `raw-${when}-${round}`)));
  const before = await measureRaw('before');
  const operator = new OperatorProcess(account);
  const lives = await repeated((round) => alone(installs, operator, `alone-${round}`));
  await operator.end('SIGTERM');
  installs.close();
  const raw = [...before, ...(await measureRaw('after'))];
  const what = `${LARGE} components, ${(model.length / 1e6).toFixed(1)} MB, ${count} objects`;
  return rowsOfOne(what, lives, raw);
}

async function many(world: BenchCluster, account: Account, { model, installs }: Subject): Promise<Row[]> {
  const raw = {
    alone: await repeated((round) => rawSeconds(world, drafts(world, model, `raw-${round}`))),
    each:
      (await rawSeconds(
        world,
        names('raw', MANY).flatMap((name) => drafts(world, model, name)),
      )) / MANY,
  };
  const operator = new OperatorProcess(account);
  const lives = await repeated((round) => alone(installs, operator, `alone-${round}`));
  const crowd = await together(installs, operator);
  await operator.end('SIGTERM');
  installs.close();
  return rowsOfMany(crowd, lives, raw);
}

/** The objects of an install of a model, with unique names. */
function drafts({ namespace }: BenchCluster, model: string, name: string): PlannedObject[] {
  const { expansion } = expanded(model, { namespace, install: { name, uid: name } });
  return objectsOf(expansion).map(({ resource, draft }) => ({
    resource,
    draft: { ...draft, metadata: { ...draft.metadata, name: `${name}-${draft.metadata.name}` } },
  }));
}

/** Seconds that a raw client needs to apply the objects. No operator may run. */
async function rawSeconds(
  { client, namespace }: BenchCluster,
  objects: readonly PlannedObject[],
): Promise<number> {
  const began = performance.now();
  const made = await inParallel(objects, async ({ resource, draft }) => ({
    resource,
    metadata: (await client.apply(resource, draft, 'raw')).metadata,
  }));
  const seconds = (performance.now() - began) / 1000;
  await inParallel(made, ({ resource, metadata: { name, uid } }) =>
    client.delete(resource, { namespace, name, uid }),
  );
  // Kubernetes must finish the deletion of ReplicaSets before the next measurement.
  while ((await client.listMetadata(REPLICA_SETS, { namespace })).length > 0) {
    await sleep(1_000);
  }
  return seconds;
}

/** Cost of a single install, until all its objects are applied. */
interface Life {
  readonly seconds: number;
  readonly stallMs: number;
  readonly writes: number;
}

async function alone(installs: Installs, operator: OperatorProcess, name: string): Promise<Life> {
  await operator.quiet();
  const before = await operator.ask('forget');
  const ms = await installs.make([name]);
  const after = await operator.quiet();
  await installs.remove([name]);
  return { seconds: ms / 1000, stallMs: after.stallMs, writes: writes(after) - writes(before) };
}

function rowsOfOne(what: string, lives: readonly Life[], raws: readonly number[]): Row[] {
  const seconds = lives.map((life) => life.seconds);
  return [
    {
      figure: `install (${what}) until all objects are applied`,
      measured: `${spread(
        seconds.map((each) => each / median(raws)),
        '',
        2,
      )} × raw: ${spread(seconds, 's', 2)}, raw ${spread(raws, 's', 2)}`,
      bar: '≤ 1.25',
      met: median(seconds) <= 1.25 * median(raws),
    },
    atMost(
      'longest event-loop stall of the install',
      lives.map(({ stallMs }) => stallMs),
      { unit: 'ms', most: 25 },
    ),
    {
      figure: 'write calls of the install: a write per object, some dry runs, and reports',
      measured: spread(
        lives.map((life) => life.writes),
        '',
      ),
      bar: 'for comparison',
      met: true,
    },
  ];
}

/** Cost of many concurrent installs. */
interface Crowd {
  /** Total, divided by the number of installs. */
  readonly seconds: number;
  /** Growth of the heap after a collection: the peak during creation, and the value afterwards. */
  readonly mostMiB: number;
  readonly leftMiB: number;
  readonly stallMs: number;
}

async function together(installs: Installs, operator: OperatorProcess): Promise<Crowd> {
  await operator.quiet();
  const { heapMiB: idle } = await operator.ask('collect');
  await operator.ask('forget');
  let most = idle;
  let making = true;
  const watch = async () => {
    while (making) {
      await sleep(LOOK_EVERY_MS);
      most = Math.max(most, (await operator.ask('collect')).heapMiB);
    }
  };
  const made = installs.make(names('crowd', MANY)).finally(() => {
    making = false;
  });
  const [ms] = await Promise.all([made, watch()]);
  const { stallMs } = await operator.quiet();
  const { heapMiB: left } = await operator.ask('collect');
  return { seconds: ms / 1000 / MANY, mostMiB: most - idle, leftMiB: left - idle, stallMs };
}

/** Seconds of the raw client: for the objects of one install, and per install for many at the same time. */
interface RawTimes {
  readonly alone: readonly number[];
  readonly each: number;
}

function rowsOfMany(
  { seconds, mostMiB, leftMiB, stallMs }: Crowd,
  lives: readonly Life[],
  raw: RawTimes,
): Row[] {
  const times = seconds / median(lives.map((life) => life.seconds));
  const rawTimes = raw.each / median(raw.alone);
  return [
    {
      figure: `${MANY} installs of ${SMALL} components at the same time: time per install, as a multiple of one alone`,
      measured: `${times.toFixed(2)}: ${seconds.toFixed(2)} s; raw ${rawTimes.toFixed(2)}: ${raw.each.toFixed(2)} s`,
      bar: '≤ 1.5',
      met: times <= 1.5,
    },
    {
      figure: 'peak heap after a collection, beyond that of the idle operator',
      measured: `${mostMiB.toFixed(0)} MiB, ${leftMiB.toFixed(0)} MiB when all are in place (stall ${stallMs.toFixed(0)} ms)`,
      bar: '≤ 64 MiB',
      met: mostMiB <= 64,
    },
  ];
}
