import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { loadAccess } from '../../../src/kube/access.ts';
import { withoutCredentials } from '../../../src/kube/bearer.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { type ClusterAccess, createTransport, type Transport } from '../../../src/kube/transport.ts';
import { createMonitor } from '../../../src/monitor/monitor.ts';
import { createApp, type RestDependencies } from '../../../src/rest/app.ts';
import type { Region } from '../../../src/rest/region.ts';
import { type RestServer, serveRest } from '../../../src/rest/server.ts';
import { type Limits, limitsSchema } from '../../../src/rest/settings.ts';
import { createLog } from '../../../src/telemetry/process.ts';
import { GATEWAY_PLACE } from '../../support/gatewayplace.ts';
import { nameRules } from '../../support/namerules.ts';

/** Interceptor of a call to the API server; `pass` performs the call. */
export type Between = (request: KubeRequest, pass: () => Promise<unknown>) => Promise<unknown>;

/** A REST API in this process. */
export interface OpenRest extends RestServer {
  /** Its base URL. */
  readonly base: string;
}

/**
 * Opens a REST API in this process, whose calls to the API server go through `between`; `some` overrides its
 * dependencies.
 */
export async function openRest(
  between: Between,
  some: Partial<Omit<RestDependencies, 'limits'>> & { readonly limits?: Partial<Limits> } = {},
  port = 0,
): Promise<OpenRest> {
  const limits = limitsSchema.parse(some.limits ?? {});
  const app = createApp({
    regions: [await region('local', between)],
    audiences: [],
    trustedProxies: [],
    log: createLog('silent'),
    stop: new AbortController().signal,
    answered: () => undefined,
    ...some,
    limits,
  });
  const served = await serveRest(app, { host: '127.0.0.1', port }, limits);
  served.server.unref();
  return { ...served, base: `http://127.0.0.1:${(served.server.address() as AddressInfo).port}` };
}

/** The test's cluster as a region with this name, whose calls to the API server go through `between`. */
export async function region(name: string, between: Between): Promise<Region> {
  process.env.KUBECONFIG = inject('cluster').kubeconfig;
  return regionAt(name, loadAccess(), between);
}

/** A region with another API server. */
export async function regionAt(name: string, access: ClusterAccess, between: Between): Promise<Region> {
  const open = async (through: ClusterAccess): Promise<Transport> => {
    const transport = await createTransport(through);
    return { ...transport, call: (request) => between(request, () => transport.call(request)) };
  };
  const [service, callers] = await Promise.all([open(access), open(withoutCredentials(access))]);
  const client = new KubeClient(service);
  return {
    name,
    client,
    callers,
    ports: [{ from: 1, to: 65_535 }],
    gateway: GATEWAY_PLACE,
    monitor: createMonitor({ items: [] }, 'stoa-system'),
    names: nameRules(),
  };
}

/** Base URL of a REST API in this process. */
export async function restServer(
  between: Between,
  some: Partial<Pick<RestDependencies, 'log' | 'installDeadlineMs'>> = {},
): Promise<string> {
  return (await openRest(between, some)).base;
}
