import { readFile } from 'node:fs/promises';
import type { Contender, RuleDraft } from './contender.ts';
import { MANAGER } from './contender.ts';

/** Work of a process, as JSON in BENCH_WORK. */
export interface Work {
  readonly namespace: string;
  readonly service: string;
  readonly rule: RuleDraft;
  /** Number of GatewayRules in the namespace. */
  readonly rules: number;
}

/** Figures of a client in a process of its own. */
export interface ClientFigures {
  /** CPU from the start of the process to its first answer, in ms, and resident memory then, in MiB. */
  readonly startCpuMs: number;
  readonly startRssMiB: number;
  /** CPU per call, in ms. */
  readonly readCpuMs: number;
  readonly readServiceCpuMs: number;
  readonly applyCpuMs: number;
  /** CPU per listed object and per event, in µs. */
  readonly listedCpuUs: number;
  readonly listedTemplateCpuUs: number;
  readonly eventCpuUs: number;
  /** Heap that all listed GatewayRules take, in MiB, and the most resident memory of the process. */
  readonly heldMiB: number;
  readonly peakRssMiB: number;
}

const CALLS = 1500;
const WARM_UP = 300;
const PARALLEL = 16;

/** Reads of all objects. */
const BULKS = 15;
const MIB = 2 ** 20;

/** Does the work of this process with a client, and sends its figures to the parent. */
export async function measure(create: () => Promise<Contender>): Promise<void> {
  const work = JSON.parse(process.env.BENCH_WORK ?? '') as Work;
  const { namespace, rule, service } = work;
  const client = await create();
  await client.readRule(rule.metadata);
  const start = { startCpuMs: cpuMs(), startRssMiB: process.memoryUsage().rss / MIB };
  const readRule = () => client.readRule(rule.metadata);
  const calls = {
    readCpuMs: await cpuPerCall(readRule),
    readServiceCpuMs: await cpuPerCall(() => client.readService({ namespace, name: service })),
    applyCpuMs: await cpuPerCall(() => client.applyRule(rule)),
  };
  const bulk = await cpuOfBulk(client, work);
  const peakRssMiB = await peakRss();
  await client.close();
  process.send?.({ ...start, ...calls, ...bulk, peakRssMiB } satisfies ClientFigures);
  process.disconnect?.();
}

async function cpuOfBulk(client: Contender, { namespace, rules }: Work) {
  const before = heapMiB();
  const listed = await client.listRules(namespace);
  expectCount(listed.length, rules);
  const heldMiB = heapMiB() - before;
  return {
    heldMiB,
    listedCpuUs: await cpuPerObject(async () => (await client.listRules(namespace)).length),
    listedTemplateCpuUs: await cpuPerObject(async () => (await client.listTemplates(namespace)).length),
    eventCpuUs: await cpuPerObject(async () => {
      await client.watchRules(namespace, rules);
      return rules;
    }),
  };
}

/** CPU per object of several reads, in µs. */
async function cpuPerObject(read: () => Promise<number>): Promise<number> {
  const began = cpuMs();
  let objects = 0;
  for (let time = 0; time < BULKS; time += 1) {
    objects += await read();
  }
  return (1000 * (cpuMs() - began)) / objects;
}

function expectCount(found: number, wanted: number): void {
  if (found !== wanted) {
    throw new Error(`${MANAGER}: ${found} objects instead of ${wanted}`);
  }
}

async function cpuPerCall(call: () => Promise<unknown>): Promise<number> {
  await inParallel(WARM_UP, call);
  const began = cpuMs();
  await inParallel(CALLS, call);
  return (cpuMs() - began) / CALLS;
}

async function inParallel(count: number, call: () => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function heapMiB(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / MIB;
}

/** Most resident memory of this process; that of `resourceUsage` counts the process that started it too. */
async function peakRss(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
