import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, inject } from 'vitest';
import { parse, stringify } from 'yaml';
import { eventually } from '../../support/eventually.ts';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

/** Settings of a process that serves the REST API with the chart's rights. */
interface RestSettings {
  /** Base URL of a gate in front of the API server, without TLS; the API server itself by default. */
  readonly server?: string;
  /** Sections of its configuration beside those of its addresses. */
  readonly config?: object;
  /** TLS of the chart by default; plain HTTP otherwise, which the other attacks use. */
  readonly tls?: boolean;
}

/** A process that serves the REST API with the chart's rights. */
export interface RestProcess {
  readonly base: string;
  close(): Promise<void>;
}

interface Addresses {
  readonly listen: AddressInfo;
  readonly metrics: AddressInfo;
}

/** Addresses that a process writes to its log when it listens; the rest of the log is dropped. */
async function addressesOf(log: Readable): Promise<Addresses> {
  const lines = createInterface(log);
  const { promise, resolve, reject } = Promise.withResolvers<Addresses>();
  lines.on('close', () => reject(new Error('the process has ended')));
  lines.on('line', (line) => {
    const entry = JSON.parse(line) as Partial<Addresses>;
    if (entry.listen !== undefined && entry.metrics !== undefined) {
      resolve({ listen: entry.listen, metrics: entry.metrics });
    }
  });
  return await promise;
}

/** Starts the process, and waits until it is ready. */
export async function startRest({ server, config = {}, tls = false }: RestSettings): Promise<RestProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-hostile-'));
  const [settings, kubeconfig] = [join(folder, 'stoa.yaml'), join(folder, 'kubeconfig')];
  const shipped = parse(await readFile(join(inject('stateDir'), 'rest.kubeconfig'), 'utf8'));
  if (server !== undefined) {
    shipped.clusters[0].cluster = { server, 'insecure-skip-tls-verify': true };
  }
  await writeFile(kubeconfig, stringify(shipped));
  const addresses = { listen: '127.0.0.1:0', metrics: '127.0.0.1:0' };
  const rest = { ...addresses, ...(tls ? {} : { tls: { insecure: true } }) };
  // As in the cluster, in which other tests declare names at the same time.
  const gateway = { namespace: 'stoa-system', name: 'stoa', undeclared: 'first-come' };
  const whole = { gateway, rest, ...config };
  await writeFile(settings, stringify(whole));
  const child = spawn(process.execPath, [MAIN, 'rest'], {
    env: { ...process.env, STOA_CONFIG: settings, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { listen, metrics } = await addressesOf(child.stdout);
  await eventually(async () =>
    expect((await fetch(`http://127.0.0.1:${metrics.port}/readyz`)).status).toBe(200),
  );
  return {
    base: `${tls ? 'https' : 'http'}://127.0.0.1:${listen.port}`,
    async close() {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}
