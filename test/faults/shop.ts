import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../deploy/local/store/fault.ts';
import { type LocalStore, serveStore } from '../../deploy/local/store/store.ts';
import { CHARTS, type MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { present } from '../../src/base/fields.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { ModelRegistry } from '../support/modelregistry.ts';
import { CHART_NAME, CHART_VERSIONS } from './chart.ts';
import { isWhole, madeIn } from './made.ts';
import { STEP_LIMIT_MS, StepTimeout } from './steptimeout.ts';
import type { View } from './view.ts';

const USER = 'fault-campaign';

/**
 * Folder of the model `small`. Version 1.0 has db before front; in 2.0, a changed db is before shop, which replaces
 * front; 1.1 changes db and front and has extra, but its front never gets ready.
 */
const MODELS = join(import.meta.dirname, 'models');

/** A store of one team, a chart repository and a registry from their first use on, and the team's install from one. */
export class Shop {
  readonly #client: KubeClient;
  readonly #namespace: string;
  readonly #view: View;
  readonly #deleted: Map<string, number>;
  /** Generation of the latest write to an install, by name: the view may be behind. */
  readonly #written = new Map<string, number>();
  #store: LocalStore | undefined;
  #port = 0;
  #charts: ChartRepository | undefined;
  #registry: ModelRegistry | undefined;

  /** `deleted` receives the time of each install's deletion, by uid. */
  constructor(client: KubeClient, namespace: string, view: View, deleted: Map<string, number>) {
    this.#client = client;
    this.#namespace = namespace;
    this.#view = view;
    this.#deleted = deleted;
  }

  /** Opens the store, at the same address as before. */
  async open(): Promise<void> {
    this.#store = await serveStore({ host: '127.0.0.1', port: this.#port, folders: [MODELS] });
    this.#port = Number(new URL(this.#store.url).port);
  }

  /** Closes the store, so that connections are refused. */
  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = undefined;
  }

  /** Sets the fault of the store. */
  fail(fault: Fault): void {
    this.#store?.fail(fault);
  }

  /** Fetches the model, as another client. */
  async visit(version: string): Promise<void> {
    const path = `/app-server/openapi/apps/small/versions/${version}`;
    await fetch(`${this.#url}${path}?marketDomain=here&getTemplate=true`).then((answer) => answer.text());
  }

  /** The registry, which is empty at first. */
  async registry(): Promise<ModelRegistry> {
    this.#registry ??= await ModelRegistry.open();
    return this.#registry;
  }

  /** Content of a file with a model. */
  model(file: string): Promise<Buffer> {
    return readFile(join(MODELS, file));
  }

  /** Applies the install of a version of the chart. */
  async installChart(version: string, values?: Readonly<Record<string, unknown>>): Promise<void> {
    const { url } = await this.#repository();
    await this.install({
      market: { url, type: CHARTS },
      appModelId: CHART_NAME,
      appModelVersion: version,
      ...present({ values }),
    });
  }

  /** The repository, with all versions of the chart. */
  async #repository(): Promise<ChartRepository> {
    if (this.#charts === undefined) {
      this.#charts = await ChartRepository.open();
      for (const [version, files] of Object.entries(CHART_VERSIONS)) {
        this.#charts.offer(CHART_NAME, version, files);
      }
    }
    return this.#charts;
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Applies the install. */
  async install(some: Partial<MarketInstallSpec> = {}): Promise<void> {
    const metadata = { name: NAME, namespace: this.#namespace };
    const market = { url: this.#url, domain: 'here' };
    const spec = { appId: 1, market, appModelId: 'small', appModelVersion: '1.0', deploy: true, ...some };
    const draft = { ...MARKET_INSTALL_TYPE, metadata, spec };
    const install = await this.#client.apply(MARKET_INSTALLS, draft, USER);
    this.#written.set(NAME, install.metadata.generation ?? 0);
  }

  /** Deletes the install. */
  async remove(): Promise<void> {
    const target = { namespace: this.#namespace, name: NAME };
    const { uid } = (await this.#client.get(MARKET_INSTALLS, target)).metadata;
    await this.#client.delete(MARKET_INSTALLS, { ...target, uid });
    this.#deleted.set(uid, performance.now());
  }

  /** Waits until every object of the install exists; its components are usually not ready at that time. */
  async begun(): Promise<void> {
    // Rules are created last.
    if (!(await this.#view.until(() => this.#view.rules.size > 0, STEP_LIMIT_MS))) {
      throw new StepTimeout(`no object is created: ${JSON.stringify(this.#view.installs.get(NAME)?.status)}`);
    }
  }

  /** Waits until nothing is left of the install except the kept objects. */
  async removed(): Promise<void> {
    if (!(await this.#view.until(() => this.#view.installs.size === 0, STEP_LIMIT_MS))) {
      throw new StepTimeout(
        `the install is not deleted: ${JSON.stringify(this.#view.installs.get(NAME)?.status)}`,
      );
    }
  }

  /** Whether a condition of the install matches, for the latest written generation. */
  has(type: string, status: string, reason?: string): boolean {
    const install = this.#view.installs.get(NAME);
    const condition = install?.status?.conditions?.find((one) => one.type === type);
    const said = condition?.status === status && (reason ?? condition.reason) === condition.reason;
    return said && condition.observedGeneration === this.#written.get(NAME);
  }

  /** Waits until a condition of the install matches. */
  async reach(type: string, status: string, reason?: string): Promise<void> {
    if (!(await this.#view.until(() => this.has(type, status, reason), STEP_LIMIT_MS))) {
      const { metadata, status: found } = this.#view.installs.get(NAME) ?? {};
      const standing = JSON.stringify({ generation: metadata?.generation, status: found });
      throw new StepTimeout(`the install is not ${type}=${status}: ${standing}`);
    }
  }

  /** Waits until the view has the whole inventory of the install; returns its objects. */
  async made(): Promise<ReadonlySet<string>> {
    if (!(await this.#view.until(() => isWhole(this.#view, NAME), STEP_LIMIT_MS))) {
      throw new StepTimeout('an object of the inventory does not exist');
    }
    return madeIn(this.#view);
  }

  /** Waits until the install has these objects, and no others. */
  async back(made: ReadonlySet<string>): Promise<void> {
    const others = () => {
      const now = madeIn(this.#view);
      return [...now, ...made].filter((one) => !now.has(one) || !made.has(one));
    };
    if (!(await this.#view.until(() => others().length === 0, STEP_LIMIT_MS))) {
      throw new StepTimeout(`the install is not back at its objects: ${others().join(', ')}`);
    }
  }

  /** Deletes the plan's objects; no operator runs any more to remove the finalizer. */
  async leave(): Promise<void> {
    await this.close();
    this.#charts?.close();
    this.#registry?.close();
    const left = await this.#client.list(MARKET_INSTALLS, { namespace: this.#namespace });
    for (const install of left) {
      const { namespace, name, uid } = install.metadata;
      const metadata = { ...install.metadata, finalizers: [] };
      await this.#client.replace(MARKET_INSTALLS, { ...install, metadata }, USER);
      await this.#client.delete(MARKET_INSTALLS, { namespace, name, uid }).catch(unlessGone);
    }
  }
}

function unlessGone(error: unknown): void {
  if (!isFailure(error, 'not-found')) {
    throw error;
  }
}

/** Name of the install of a team. */
const NAME = 'i';
