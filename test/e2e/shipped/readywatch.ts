import type { KubeClient } from '../../../src/kube/client.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../src/objects/stoa.ts';

/** Watch of the rules of a namespace that notes each one that was Ready and is so no longer. */
export class ReadyWatch {
  readonly #stop = new AbortController();
  readonly #ready = new Set<string>();
  readonly #lost: string[] = [];
  #failure: unknown;
  readonly #watched: Promise<void>;

  constructor(client: Pick<KubeClient, 'watch'>, namespace: string) {
    this.#watched = this.#follow(client, namespace).catch((error: unknown) => {
      this.#failure = this.#stop.signal.aborted ? undefined : error;
    });
  }

  /** Number of rules that were Ready all the time, as text. Throws for one that was not, and for a watch that ended. */
  steady(): string {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    if (this.#lost.length > 0 || this.#ready.size === 0) {
      throw new Error(`of ${this.#ready.size} rules, these were not always Ready: ${this.#lost.join('; ')}`);
    }
    return `${this.#ready.size} rules always Ready`;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#watched;
  }

  /** Reads what stands, and each change, until it is stopped. Throws when the server ends the watch before. */
  async #follow(client: Pick<KubeClient, 'watch'>, namespace: string): Promise<void> {
    const { signal } = this.#stop;
    for await (const event of client.watch(GATEWAY_RULES, '', { namespace, signal })) {
      if (event.type === 'ADDED' || event.type === 'MODIFIED') {
        this.#note(event.object);
      }
    }
    throw new Error('the watch of the rules has ended');
  }

  #note({ metadata: { name }, status }: GatewayRule): void {
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready?.status === 'True') {
      this.#ready.add(name);
    } else if (this.#ready.has(name)) {
      this.#lost.push(`${name}: ${ready?.reason}, ${ready?.message}`);
    }
  }
}
