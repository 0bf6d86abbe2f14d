import type { KubeClient } from '../../../src/kube/client.ts';
import type { Pod } from '../../../src/objects/workload.ts';
import { HOST_IP } from './pod.ts';
import { readTexts } from './references.ts';
import { type Start, startOf } from './start.ts';
import type { StartablePod } from './startable.ts';

/** Starts of pods by uid. Like a kubelet, they keep the texts of Secrets and ConfigMaps that were there at the start. */
export class Starts {
  readonly #client: KubeClient;
  readonly #known = new Map<string, Start>();

  constructor(client: KubeClient) {
    this.#client = client;
  }

  /** Records the start of a pod with this address, unless it has started before. */
  async record(pod: Pod, podIP: string): Promise<void> {
    const { uid } = pod.metadata;
    if (!this.#known.has(uid)) {
      this.#known.set(uid, await this.#read(pod, podIP));
    }
  }

  /** Start of a pod; for one that started before this process did, as it would start now. */
  async of(pod: Pod): Promise<Start> {
    return this.#known.get(pod.metadata.uid) ?? (await this.#read(pod, pod.status?.podIP));
  }

  /** Forgets a pod that is gone. */
  forget({ metadata }: Pod): void {
    this.#known.delete(metadata.uid);
  }

  async #read(pod: Pod, podIP = ''): Promise<Start> {
    // `Pod` names only the fields that Stoa reads.
    const startable: StartablePod = { ...(pod as StartablePod), status: { podIP, hostIP: HOST_IP } };
    return startOf(startable, await readTexts(this.#client, startable));
  }
}
