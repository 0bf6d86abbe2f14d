import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SETTING_NAMES } from '../../../deploy/local/node/pod.ts';
import { type LocalStore, type StoreOptions, serveStore } from '../../../deploy/local/store/store.ts';
import type { Condition } from '../../../src/api/condition.ts';
import { INSTALL_ACCOUNT, LABELS } from '../../../src/api/group.ts';
import type { MarketInstallSpec } from '../../../src/api/marketinstall.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { EVENTS } from '../../../src/kube/event.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { INSTALLABLE, ROLE_BINDINGS, ROLES } from '../../../src/objects/installable.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../../src/objects/stoa.ts';
import { conditionWith } from '../../support/condition.ts';
import { eventually } from '../../support/eventually.ts';
import { reaches } from '../../support/reaches.ts';
import { TESTER, type Team } from './world.ts';

/** A store of one test, with the models of that test. */
export class Shop {
  readonly store: LocalStore;
  readonly #folder: string;

  private constructor(store: LocalStore, folder: string) {
    this.store = store;
    this.#folder = folder;
  }

  static async open(options: Partial<StoreOptions> = {}): Promise<Shop> {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-shop-'));
    const folders = [folder, ...(options.folders ?? [])];
    return new Shop(await serveStore({ host: '127.0.0.1', port: 0, ...options, folders }), folder);
  }

  /** Offers a model, or another text in its place. */
  async offer(app: string, version: string, model: unknown): Promise<void> {
    const text = typeof model === 'string' ? model : JSON.stringify(model);
    await writeFile(join(this.#folder, `${app}@${version}.json`), text);
  }

  /** Stops to offer a version. */
  async withdraw(app: string, version: string): Promise<void> {
    await rm(join(this.#folder, `${app}@${version}.json`));
  }

  async close(): Promise<void> {
    await this.store.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** The part of an Event that tests read. */
interface EventFields extends KubeObject {
  readonly type: string;
  readonly reason: string;
  readonly note: string;
  readonly regarding: { readonly kind: string; readonly name: string };
}

/** One MarketInstall of a team. */
export class Install {
  readonly name: string;
  readonly #client: KubeClient;
  readonly #team: Team;
  readonly #base: Omit<MarketInstallSpec, 'appModelVersion'>;

  constructor(
    client: KubeClient,
    team: Team,
    shop: Shop,
    model: string,
    { name = model, ...base }: Partial<MarketInstallSpec> & { readonly name?: string } = {},
  ) {
    this.#client = client;
    this.#team = team;
    this.name = name;
    this.#base = {
      appId: 1,
      appModelId: model,
      deploy: true,
      ...base,
      // Models of tests set how the node's stand-ins for pods behave.
      grants: { annotations: [...SETTING_NAMES], ...base.grants },
      market: { url: shop.store.url, domain: 'here', ...base.market },
    };
  }

  /** Applies it with a version and other fields of its spec. */
  apply(appModelVersion = '1.0', some: Partial<MarketInstallSpec> = {}): Promise<MarketInstall> {
    const metadata = { name: this.name, namespace: this.#team.namespace };
    const spec = { ...this.#base, appModelVersion, ...some };
    return this.#client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata, spec }, TESTER);
  }

  get(): Promise<MarketInstall> {
    const { namespace } = this.#team;
    return this.#client.get(MARKET_INSTALLS, { namespace, name: this.name });
  }

  /** Waits until a condition matches, for the install's current generation; the timeout is in milliseconds. */
  condition(
    type: string,
    status: Condition['status'],
    reason?: string,
    timeout?: number,
  ): Promise<Condition> {
    const target = { namespace: this.#team.namespace, name: this.name };
    const check = (install: MarketInstall) => conditionWith(install, type, { status, reason });
    return reaches(this.#client, MARKET_INSTALLS, target, check, timeout);
  }

  /** Its Events so far, as `Type Reason: note`. */
  async events(): Promise<string[]> {
    const { namespace } = this.#team;
    const events = await this.#client.list(EVENTS as Resource<EventFields>, { namespace });
    return events
      .filter(({ regarding }) => regarding.kind === 'MarketInstall' && regarding.name === this.name)
      .map(({ type, reason, note }) => `${type} ${reason}: ${note}`);
  }

  /** Deletes it and waits until it is gone. */
  async remove(): Promise<void> {
    const { namespace } = this.#team;
    const { uid } = (await this.get()).metadata;
    await this.#client.delete(MARKET_INSTALLS, { namespace, name: this.name, uid });
    await eventually(async () => {
      const left = await this.#client.list(MARKET_INSTALLS, { namespace });
      expect(left.map(({ metadata }) => metadata.uid)).not.toContain(uid);
    });
  }
}

/** Objects that a namespace of a team has without any install. */
const FROM_ELSEWHERE = [
  'ConfigMap kube-root-ca.crt',
  'ServiceAccount default',
  `ServiceAccount ${INSTALL_ACCOUNT}`,
];

/** Whether an object gives a right that no install gives, such as those of the account of installs. */
function isRightOfTest({ kind, metadata: { labels = {} } }: KubeObject): boolean {
  return [ROLES.kind, ROLE_BINDINGS.kind].includes(kind) && labels[LABELS.install] === undefined;
}

/** All objects in a namespace of the kinds that installs create, as `Kind name`, without those that it has anyway. */
export async function contentsOf(client: KubeClient, namespace: string): Promise<string[]> {
  const lists = await Promise.all(
    INSTALLABLE.map((resource) =>
      client.list<KubeObject>(resource, { namespace }).catch(() => [] as KubeObject[]),
    ),
  );
  return lists
    .flat()
    .filter((object) => !isRightOfTest(object))
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    .filter((each) => !FROM_ELSEWHERE.includes(each))
    .toSorted();
}
