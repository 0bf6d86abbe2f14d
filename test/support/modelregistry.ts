import { digestOf } from '../../src/base/hash.ts';
import { MODEL_CONFIG_TYPE, MODEL_TYPE } from '../../src/model/artifact.ts';
import { type Blob, MANIFEST_TYPE } from '../../src/registry/manifest.ts';
import { type ChartServer, startChartServer } from './chartserver.ts';

/** File of a registry. */
interface Stored {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Stand-in of an OCI registry that has application models, of which one can be read only: it starts in no time. */
export class ModelRegistry {
  readonly #server: ChartServer;
  /** Files by their paths. */
  readonly #files = new Map<string, Stored>();
  #failure: number | undefined;

  private constructor(server: ChartServer) {
    this.#server = server;
  }

  /** Empty registry, with its server. */
  static async open(): Promise<ModelRegistry> {
    const server = await startChartServer();
    const registry = new ModelRegistry(server);
    server.answer(({ url = '' }, response) => {
      const file = registry.#files.get(url);
      const status = registry.#failure ?? (file === undefined ? 404 : 200);
      response.writeHead(status, { 'content-type': file?.type ?? 'text/plain' });
      response.end(status === 200 ? file?.bytes : undefined);
    });
    return registry;
  }

  /** Address for `market.url`. */
  get url(): string {
    return `oci://${this.#server.address}/models`;
  }

  /** Offers a model as a version, also in the place of another one. */
  offer(name: string, version: string, model: Buffer): void {
    const repository = `/v2/models/${name}`;
    const store = (mediaType: string, bytes: Buffer): Blob => {
      const digest = digestOf(bytes);
      this.#files.set(`${repository}/blobs/${digest}`, { type: 'application/octet-stream', bytes });
      return { mediaType, digest, size: bytes.length };
    };
    const config = store(MODEL_CONFIG_TYPE, Buffer.from('{}'));
    const layers = [store(MODEL_TYPE, model)];
    const manifest = { schemaVersion: 2, mediaType: MANIFEST_TYPE, artifactType: MODEL_TYPE, config, layers };
    const bytes = Buffer.from(JSON.stringify(manifest));
    this.#files.set(`${repository}/manifests/${version}`, { type: MANIFEST_TYPE, bytes });
  }

  /** Answers all requests with a status from now on; without one, as a registry does. */
  fail(status?: number): void {
    this.#failure = status;
  }

  /** Ends its server. */
  close(): void {
    this.#server.stop();
  }
}
