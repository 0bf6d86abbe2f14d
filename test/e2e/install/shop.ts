import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStore } from '../../../deploy/local/store/store.ts';
import type { MarketInstallSpec } from '../../../src/api/marketinstall.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../../src/objects/stoa.ts';
import { until } from '../until.ts';
import { storeModel, VERSIONS } from './model.ts';

const MODEL = 'pair';

const MANAGER = 'stoa-e2e';

/** Timeout in milliseconds for a rollout, and for an upgrade that is given up after its own timeout. */
const TIMEOUT_MS = 300_000;

/** Store with all versions of the model. */
export interface Shop {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a store on this machine, where the operator runs, too. */
export async function openShop(image: string): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shop-'));
  for (const version of VERSIONS) {
    await writeFile(join(folder, `${MODEL}@${version}.json`), storeModel(version, image));
  }
  const store = await serveStore({ host: '127.0.0.1', port: 0, folders: [folder] });
  return {
    url: store.url,
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Install of the model in a namespace. */
export class PairInstall {
  readonly #client: KubeClient;
  readonly #target: { readonly namespace: string; readonly name: string };
  readonly #url: string;

  constructor(client: KubeClient, namespace: string, url: string) {
    this.#client = client;
    this.#target = { namespace, name: MODEL };
    this.#url = url;
  }

  /** Applies it with a version; upgrades go back after that timeout. */
  async apply(appModelVersion: string, timeout: string): Promise<void> {
    const market = { url: this.#url, domain: 'here' };
    const upgrade = { timeout, onFailure: 'rollback' } as const;
    const model = { appId: 1, market, appModelId: MODEL, appModelVersion, deploy: true };
    const spec: MarketInstallSpec = { ...model, upgrade, volumesOnDelete: 'delete' };
    await this.#client.apply(
      MARKET_INSTALLS,
      { ...MARKET_INSTALL_TYPE, metadata: this.#target, spec },
      MANAGER,
    );
  }

  get(): Promise<MarketInstall> {
    return this.#client.get(MARKET_INSTALLS, this.#target);
  }

  /** Waits until a condition is true for the current generation, with that reason; returns its message. */
  async reaches(type: string, reason: string): Promise<string> {
    let message = '';
    await until(
      `the install is ${type} because of ${reason}`,
      async () => {
        const { metadata, status } = await this.get();
        const conditions = status?.conditions ?? [];
        const found = conditions.find((condition) => condition.type === type);
        message = found?.message ?? '';
        const isReached =
          found?.status === 'True' &&
          found.reason === reason &&
          found.observedGeneration === metadata.generation;
        const others = conditions.map(
          (each) => `${each.type}=${each.status} ${each.reason}: ${each.message}`,
        );
        return isReached ? [] : ['it is not', ...others];
      },
      TIMEOUT_MS,
    );
    return message;
  }

  /** Versions and outcomes of its history, as `1.0 Served`. */
  async history(): Promise<string> {
    const { status } = await this.get();
    return (status?.history ?? []).map(({ version, outcome }) => `${version} ${outcome}`).join(', ');
  }

  /** Deletes it and waits until it is gone. */
  async remove(): Promise<void> {
    const { namespace, name } = this.#target;
    const left = await this.#client.list(MARKET_INSTALLS, { namespace });
    for (const { metadata } of left) {
      await this.#client.delete(MARKET_INSTALLS, { namespace, name, uid: metadata.uid });
    }
    await until(
      'the install is gone',
      async () =>
        (await this.#client.list(MARKET_INSTALLS, { namespace })).map(({ metadata }) => metadata.name),
      TIMEOUT_MS,
    );
  }
}
