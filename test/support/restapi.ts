import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { KubeClient } from '../../src/kube/client.ts';
import type { KubeRequest } from '../../src/kube/request.ts';
import { createMonitor } from '../../src/monitor/monitor.ts';
import { createApp } from '../../src/rest/app.ts';
import { limitsSchema } from '../../src/rest/settings.ts';
import type { StoreCatalog } from '../../src/store/client.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { GATEWAY_PLACE } from './gatewayplace.ts';
import { nameRules } from './namerules.ts';

/** API server of a test: the answer to each call. */
type ApiServer = (request: KubeRequest) => Promise<unknown>;

/**
 * Sender of requests with a token to a REST API of two regions, `local` and `far`, in front of an API server;
 * `catalog` answers for the stores.
 */
export function senderTo(call: ApiServer, catalog?: StoreCatalog) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${await serve(call, catalog)}${path}`, {
      method,
      headers: {
        authorization: 't',
        ...(body instanceof URLSearchParams ? {} : { 'content-type': 'application/json' }),
        connection: 'close',
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}

/** Base URL of the API. */
async function serve(call: ApiServer, catalog: StoreCatalog | undefined): Promise<string> {
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const callers = { call, open: unused, close: unused };
  const regionOf = (name: string) => ({
    name,
    client: new KubeClient(callers),
    callers,
    ports: [],
    gateway: GATEWAY_PLACE,
    monitor: createMonitor({ items: [] }, 'stoa-system'),
    names: nameRules(),
  });
  const app = createApp({
    regions: [regionOf('local'), regionOf('far')],
    audiences: [],
    trustedProxies: [],
    limits: limitsSchema.parse({}),
    log: createLog('silent'),
    stop: new AbortController().signal,
    answered: () => undefined,
    ...(catalog === undefined ? {} : { catalog }),
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
