import { createHash } from 'node:crypto';
import { chartArchive } from './chartarchive.ts';
import { type ChartServer, startChartServer } from './chartserver.ts';

/** Repository of charts of one test. */
export class ChartRepository {
  readonly #server: ChartServer;
  readonly #charts = new Map<string, Uint8Array>();

  private constructor(server: ChartServer) {
    this.#server = server;
  }

  /** Empty repository, with its server. */
  static async open(): Promise<ChartRepository> {
    const server = await startChartServer();
    const repository = new ChartRepository(server);
    server.answer(({ url = '' }, response) => {
      const archive = repository.#charts.get(url.slice(1));
      const body = url === '/index.yaml' ? repository.#index() : archive;
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    return repository;
  }

  /** Address for `market.url`. */
  get url(): string {
    return this.#server.origin;
  }

  /** Offers a version of a chart with these files. */
  offer(name: string, version: string, files: Readonly<Record<string, string>>): void {
    const chart = `apiVersion: v2\nname: ${name}\nversion: ${version}\n`;
    this.#charts.set(`${name}-${version}.tgz`, chartArchive(name, { 'Chart.yaml': chart, ...files }));
  }

  /** Requests for a file so far. */
  requestsFor(file: string): number {
    return this.#server.seen.filter(({ url }) => url === `/${file}`).length;
  }

  /** Ends its server. */
  close(): void {
    this.#server.stop();
  }

  #index(): string {
    const entries: Record<string, object[]> = {};
    for (const [file, archive] of this.#charts) {
      const [, name = '', version = ''] = /^(.+)-(\d+\.\d+\.\d+)\.tgz$/.exec(file) ?? [];
      const digest = createHash('sha256').update(archive).digest('hex');
      entries[name] = [...(entries[name] ?? []), { name, version, urls: [file], digest, apiVersion: 'v2' }];
    }
    return JSON.stringify({ apiVersion: 'v1', entries });
  }
}
