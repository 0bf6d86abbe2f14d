import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import type { Progress } from '../../deploy/local/progress.ts';
import { freePort } from './freeport.ts';

/** Configuration of the server of a Prometheus, and whether it answers at this URL. */
interface Web {
  readonly config: Readonly<Record<string, unknown>>;
  isReady(url: string): Promise<boolean>;
}

/** A target in this process. */
interface Target {
  /** Labels that the configuration gives to the target, as Prometheus gives them to a pod that it discovers. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Further settings of its job. */
  readonly job?: Readonly<Record<string, unknown>>;
  /** Content of a scrape. */
  metrics(): string;
}

/** A separate Prometheus, which scrapes targets in this process every two seconds, each by a job of its own. */
export class OwnPrometheus {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #servers: readonly Server[];
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, servers: readonly Server[], folder: string) {
    this.url = url;
    this.#child = child;
    this.#servers = servers;
    this.#folder = folder;
  }

  /** Starts it. With `web`, it serves by TLS. */
  static async start(progress: Progress, targets: readonly Target[], web?: Web): Promise<OwnPrometheus> {
    const { prometheus } = await ensureBinaries({ names: ['prometheus'], progress });
    const served = await Promise.all(targets.map(serve));
    const folder = await mkdtemp(join(tmpdir(), 'stoa-prometheus-'));
    const config = join(folder, 'prometheus.yaml');
    const jobs = served.map(({ port, target: { labels = {}, job } }, index) => ({
      job_name: `own-${index}`,
      static_configs: [{ targets: [`127.0.0.1:${port}`], labels }],
      ...job,
    }));
    await writeFile(config, stringify({ global: { scrape_interval: '2s' }, scrape_configs: jobs }));
    const webFile = join(folder, 'web.yaml');
    await writeFile(webFile, stringify(web?.config ?? {}));
    const listen = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      prometheus,
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${listen}`,
        '--log.level=error',
        ...(web === undefined ? [] : [`--web.config.file=${webFile}`]),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    // An interrupted test run must leave no process behind.
    process.once('exit', () => child.kill());
    const made = new OwnPrometheus(
      `${web === undefined ? 'http' : 'https'}://${listen}`,
      child,
      served.map(({ server }) => server),
      folder,
    );
    await made.#until(async () =>
      web === undefined ? (await fetch(`${made.url}/-/ready`)).ok : web.isReady(made.url),
    );
    return made;
  }

  /** Waits until a query has a result. */
  async has(query: string): Promise<void> {
    await this.#until(async () => (await this.#value(query)) !== undefined);
  }

  /** Number of queries since its start. */
  async queries(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return text
      .split('\n')
      .filter((line) => /^prometheus_http_requests_total\{.*handler="\/api\/v1\/query(_range)?"/.test(line))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #value(query: string): Promise<unknown> {
    const answer = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await answer.json()) as { readonly data?: { readonly result: readonly unknown[] } };
    return data?.result[0];
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds().catch(() => false))) {
      if (this.#child.exitCode !== null) {
        throw new Error(`Prometheus has ended with ${this.#child.exitCode}`);
      }
      await sleep(100);
    }
  }
}

async function serve(target: Target) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(target.metrics());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { target, server, port: (server.address() as AddressInfo).port };
}
