import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KubeConfig, type RequestContext } from '@kubernetes/client-node';
import { type Dispatcher, Pool } from 'undici';

/** Pool that asks right before the first byte of a request whether it may be sent, as the fence of Stoa does. */
class AskingPool extends Pool {
  mayWrite: () => boolean = () => true;

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      if (options.method !== 'GET' && !this.mayWrite()) {
        throw new Error('this process does not hold the lease');
      }
      start?.(controller, context);
    };
    return super.dispatch(options, handler);
  }
}

/** KubeConfig of a pod whose requests share one pool of connections, with credentials that are read once. */
export class PooledConfig extends KubeConfig {
  readonly #pool: AskingPool;
  readonly #token: string;

  constructor(server: string, ca: string, token: string) {
    super();
    this.loadFromClusterAndUser({ name: 'cluster', server, skipTLSVerify: false }, { name: 'user' });
    this.#token = token;
    this.#pool = new AskingPool(server, {
      connections: 64,
      connect: { ca },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  static async inPod(server: string, folder: string): Promise<PooledConfig> {
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    const [ca, token] = await Promise.all([read('ca.crt'), read('token')]);
    return new PooledConfig(server, ca, token.trim());
  }

  /** Credentials and pool of each request: without it, the package makes a dispatcher, and so a TLS connection, for each request. */
  override async applySecurityAuthentication(context: RequestContext): Promise<void> {
    context.setHeaderParam('Authorization', `Bearer ${this.#token}`);
    context.setDispatcher(this.#pool);
  }

  /** Sends writes only while `mayWrite` holds. */
  fence(mayWrite: () => boolean): void {
    this.#pool.mayWrite = mayWrite;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
