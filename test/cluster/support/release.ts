import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import { ensureBinaries } from '../../../deploy/local/binaries/ensure.ts';
import type { GatewayPlane } from '../../../deploy/local/cluster/gatewayplane.ts';
import { BASE, CHART_FOLDER } from '../../../deploy/package/render.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { pathOf, type Resource } from '../../../src/kube/resource.ts';
import type { ClusterAccess } from '../../../src/kube/transport.ts';
import { CONFIG_MAPS, SERVICE_ACCOUNTS } from '../../../src/objects/core.ts';
import { createOperator } from '../../../src/operator/operator.ts';
import { retire } from '../../../src/operator/retire.ts';
import { createLog } from '../../../src/telemetry/process.ts';
import { silentProgress } from '../../support/progress.ts';
import { run } from './cli.ts';

interface ConfigMap extends KubeObject {
  readonly data: Readonly<Record<string, string>>;
}

/** A worker that runs until it is stopped; the promise resolves at its end. */
export interface Worker {
  stop(): Promise<void>;
}

/**
 * A release of the chart on a cluster with simulated pods. This class runs their processes here, with the configuration
 * and the permissions from the chart.
 */
export class Release {
  readonly #plane: GatewayPlane;
  readonly #client: KubeClient;
  readonly #helm: string;
  readonly #values: string;

  private constructor(plane: GatewayPlane, client: KubeClient, helm: string, values: string) {
    this.#plane = plane;
    this.#client = client;
    this.#helm = helm;
    this.#values = values;
  }

  /** Creates a release that is not installed yet; `folder` is for its values. */
  static async open(plane: GatewayPlane, client: KubeClient, folder: string): Promise<Release> {
    const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
    const { http, https } = plane.ports;
    const gateway = { namespace: BASE.namespace, name: 'stoa', http: { port: http }, https: { port: https } };
    const values = join(folder, 'values.json');
    await writeFile(
      values,
      JSON.stringify({ config: { gateway, market: { stores: ['127.0.0.0/8', '::1'] } } }),
    );
    return new Release(plane, client, helm, values);
  }

  /** Installs it, and adopts existing objects of it. */
  install(): Promise<void> {
    return this.#run('install', CHART_FOLDER, `--values=${this.#values}`, '--take-ownership');
  }

  /** Upgrades it with other values, such as `--set=image.tag=next`. */
  upgrade(...args: readonly string[]): Promise<void> {
    return this.#run('upgrade', CHART_FOLDER, `--values=${this.#values}`, ...args);
  }

  /** Uninstalls it, without its post-delete work. */
  uninstall(): Promise<void> {
    return this.#run('uninstall', '--no-hooks');
  }

  /** Runs the process of an operator pod. */
  async operator(): Promise<Worker> {
    const stop = new AbortController();
    const operator = createOperator({
      access: await this.#accessAs(`${BASE.release}-operator`),
      config: await this.#config(`${BASE.release}-config`),
      log: createLog('silent'),
      registry: new Registry(),
    });
    const running = operator.run(stop.signal);
    return {
      stop: () => {
        stop.abort();
        return running;
      },
    };
  }

  /** Runs the process of the pod of deploy/retire. */
  async retire(): Promise<void> {
    const name = `${BASE.release}-retire`;
    const [access, config] = await Promise.all([this.#accessAs(name), this.#config(name)]);
    await retire({ access, config, log: createLog('silent') });
  }

  async #run(verb: string, ...args: readonly string[]): Promise<void> {
    const place = [`--namespace=${BASE.namespace}`, `--kubeconfig=${this.#plane.kubeconfig}`];
    const { code, stderr } = await run(this.#helm, [verb, BASE.release, ...args, ...place]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  }

  async #config(name: string): Promise<Config> {
    const { data } = await this.#client.get(CONFIG_MAPS as Resource<ConfigMap>, {
      namespace: BASE.namespace,
      name,
    });
    return parseConfig(data['config.yaml'] ?? '', name);
  }

  async #accessAs(account: string): Promise<ClusterAccess> {
    const path = pathOf(SERVICE_ACCOUNTS, { namespace: BASE.namespace, name: account, subresource: 'token' });
    const type = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
    const { status } = await this.#client.post<{ readonly status: { readonly token: string } }>(path, {
      ...type,
      spec: {},
    });
    const { ca, server } = this.#plane.access;
    return {
      server,
      credentials: async () => ({ ca, headers: { authorization: `Bearer ${status.token}` } }),
    };
  }
}
