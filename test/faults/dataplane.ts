import { request } from 'undici';
import { Gate, type Leave } from '../../src/base/gate.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { acceptanceOf } from '../support/acceptance.ts';
import { falseClaims, type Unserved, writtenSince } from './claims.ts';
import { HELD, isHeld } from './heldstatuses.ts';
import { eventually } from './operatorrun.ts';
import { STEP_LIMIT_MS, StepTimeout } from './steptimeout.ts';
import type { View } from './view.ts';

/** Field managers of the stand-in for the writer of statuses, and of what concerns the gateway. */
const STAND_IN = 'engine';
const USER = 'fault-campaign-gateway';

/** The process of the gateway engine, which all plans share; one plan at a time may stop it. */
export class Engine {
  /** Base URL of its HTTP port. */
  readonly url: string;
  readonly #pid: number;
  readonly #gate = new Gate(1, Number.POSITIVE_INFINITY);

  constructor(pid: number, url: string) {
    this.#pid = pid;
    this.url = url;
  }

  /** Waits until no other plan may stop the engine. */
  async reserve(): Promise<Leave> {
    return (await this.#gate.enter()) ?? (() => undefined);
  }

  stop(): void {
    process.kill(this.#pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.#pid, 'SIGCONT');
  }
}

/** The gateway, as one team uses it. */
export class DataPlane {
  readonly #engine: Engine;
  readonly #client: KubeClient;
  readonly #namespace: string;
  readonly #view: View;
  readonly #unserved: Unserved[] = [];

  constructor(engine: Engine, client: KubeClient, namespace: string, view: View) {
    this.#engine = engine;
    this.#client = client;
    this.#namespace = namespace;
    this.#view = view;
  }

  /**
   * Acts while the gateway answers nobody and the statuses of its routes are written all the same. Traefik writes them
   * in the process that is stopped, so a stand-in does it: it accepts every generation of every route at once.
   */
  async whileStopped(act: () => Promise<void>): Promise<void> {
    const before = await this.#rules();
    const end = new AbortController();
    this.#engine.stop();
    const reporting = this.#acceptRoutes(end.signal);
    try {
      await act();
      this.#unserved.push(...writtenSince(before, await this.#rules()));
    } finally {
      end.abort();
      this.#engine.resume();
      await reporting;
    }
  }

  /** Acts while the gateway serves what is written, and cannot report it. The team needs a route before. */
  async whileUnreported(act: () => Promise<void>): Promise<void> {
    await this.#hold(true);
    try {
      await act();
    } finally {
      await this.#hold(false);
      // The engine writes the statuses at its next event.
      await this.#label({ 'faults.stoa.dev/statuses': 'released' });
    }
  }

  async #hold(held: boolean): Promise<void> {
    await this.#label(held ? HELD : {});
    const [route] = this.#view.of(HTTP_ROUTES).values();
    const isSo = async () => route !== undefined && (await isHeld(this.#client, route)) === held;
    if (!(await eventually(isSo, STEP_LIMIT_MS))) {
      throw new StepTimeout(`statuses are not ${held ? 'held' : 'released'}`);
    }
  }

  async #label(labels: Readonly<Record<string, string>>): Promise<void> {
    const metadata = { name: this.#namespace, labels };
    await this.#client.apply(NAMESPACES, { apiVersion: 'v1', kind: NAMESPACES.kind, metadata }, USER);
  }

  /** False claims of rules about what the gateway serves. */
  get falseClaims(): readonly string[] {
    return falseClaims(this.#view.histories(GATEWAY_RULES).flat(), this.#unserved);
  }

  /** Sends one request for a path of a host. Throws unless the answer is a redirect to the other host. */
  async expectRedirect(host: string, path: string, to: string): Promise<void> {
    const { statusCode, headers, body } = await request(`${this.#engine.url}${path}`, { headers: { host } });
    await body.dump();
    const found = URL.parse(String(headers.location))?.hostname;
    if (found !== to) {
      throw new StepTimeout(`${host}${path} is ready, and answers ${statusCode} to ${found}, not to ${to}`);
    }
  }

  #rules(): Promise<GatewayRule[]> {
    return this.#client.list(GATEWAY_RULES, { namespace: this.#namespace });
  }

  async #acceptRoutes(signal: AbortSignal): Promise<void> {
    const accepted = new Set<string>();
    await eventually(async () => {
      for (const route of this.#view.of(HTTP_ROUTES).values()) {
        const version = `${route.metadata.uid} ${route.metadata.generation}`;
        if (!accepted.has(version) && !signal.aborted) {
          await this.#client.apply(HTTP_ROUTES, acceptanceOf(route), STAND_IN, { subresource: 'status' });
          accepted.add(version);
        }
      }
      return signal.aborted;
    }, 2 * STEP_LIMIT_MS);
  }
}
