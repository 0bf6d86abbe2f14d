import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { linesOf } from '../../src/kube/lines.ts';
import { type Call, isWrite, narrowed, parseCall } from './call.ts';
import { effectOf, storedVersion, written } from './effect.ts';
import type { Ledger } from './ledger.ts';
import type { CallFault, EventFault } from './plan.ts';
import type { Upstream } from './upstream.ts';

/** Dependencies of a proxy: the upstream, the operator's namespace, and callbacks for strikes. */
export interface ProxyOptions {
  readonly upstream: Upstream;
  readonly namespace: string;
  readonly ledger: Ledger;
  /** Called to kill the operator; the proxy passes none of its calls any more. */
  readonly onKill: () => void;
  /** Called to stop the operator. */
  readonly onStop: () => void;
}

interface Exchange {
  readonly call: Call;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly fault: CallFault | undefined;
}

/** Proxy between one operator and the API server, which applies the plan's faults to their traffic. */
export class FaultProxy {
  readonly #server: Server;
  readonly #options: ProxyOptions;
  #dead = false;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => sever(response));
    });
  }

  /** Opens a proxy at a port of its own. */
  static async open(options: ProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Base URL of the API server for the operator. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Cuts every connection and rejects all further ones; forwarded calls still take effect. */
  kill(): void {
    this.#dead = true;
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.#dead) {
      response.destroy();
      return;
    }
    const call = parseCall(request.method ?? 'GET', request.url ?? '/');
    const fault = this.#options.ledger.called(call);
    const exchange = { call, request, response, body, fault };
    if (!(await this.#before(exchange))) {
      return;
    }
    return call.verb === 'watch' ? this.#watch(exchange) : this.#forward(exchange);
  }

  /** Applies a fault before the call reaches the API server; returns whether to forward it. */
  async #before({ fault, response }: Exchange): Promise<boolean> {
    switch (fault?.type) {
      case 'delay':
        await this.#hold(fault.ms);
        return !this.#dead;
      case 'stall':
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fault.ms);
        return true;
      case 'stop':
        this.#options.onStop();
        return true;
      case 'answer':
        refuse(response, fault.status);
        return false;
      case 'drop':
        return fault.forwarded || sever(response);
      case 'kill':
        return fault.forwarded || this.#die();
      default:
        return true;
    }
  }

  /** Applies a fault after the API server's response; returns whether the operator receives it. */
  async #after({ fault, response }: Exchange): Promise<boolean> {
    switch (fault?.type) {
      case 'drop':
        return sever(response);
      case 'kill':
        return this.#die();
      case 'hang':
        await this.#hold(fault.ms);
        return sever(response);
      default:
        return !this.#dead;
    }
  }

  async #hold(ms: number): Promise<void> {
    this.#options.ledger.lasting += 1;
    await sleep(ms);
    this.#options.ledger.lasting -= 1;
  }

  #die(): false {
    this.kill();
    this.#options.onKill();
    return false;
  }

  async #forward(exchange: Exchange): Promise<void> {
    const { call, response } = exchange;
    const at = performance.now();
    const version = isWrite(call) ? await this.#versionBefore(exchange) : undefined;
    const answer = await this.#send(exchange);
    const text = await answer.body.text();
    if (isWrite(call)) {
      const { ledger } = this.#options;
      ledger.done(call, at, effectOf(call, answer.statusCode, text, version), written(text));
    }
    if (await this.#after(exchange)) {
      response.writeHead(answer.statusCode, headersOf(answer));
      response.end(text);
    }
  }

  async #watch(exchange: Exchange): Promise<void> {
    const { call, response } = exchange;
    const left = new AbortController();
    response.once('close', () => left.abort());
    const answer = await this.#send(exchange, left.signal);
    answer.body.on('error', () => undefined);
    if (!(await this.#after(exchange))) {
      answer.body.destroy();
      return;
    }
    response.writeHead(answer.statusCode, headersOf(answer));
    response.flushHeaders();
    for await (const line of linesOf(answer.body)) {
      const fault = isBookmark(line) ? undefined : this.#options.ledger.event(call.resource);
      if (fault?.type === 'hold') {
        await this.#hold(fault.ms);
      }
      if (!(await deliver(response, line, fault))) {
        answer.body.destroy();
        return;
      }
    }
    response.end();
  }

  #send({ call, request, body }: Exchange, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
    const method = request.method as Dispatcher.HttpMethod;
    const path = narrowed(method, request.url ?? '/', this.#options.namespace);
    const { accept, 'content-type': contentType, 'impersonate-user': impersonated } = request.headers;
    const forwarded = {
      method,
      path,
      body,
      contentType,
      accept,
      impersonated: [impersonated].flat()[0],
      ...(signal === undefined ? {} : { signal }),
    };
    const { upstream, namespace } = this.#options;
    if (call.resource !== 'leases') {
      return upstream.asOperator(forwarded);
    }
    // The operator may access leases only in its shipped namespace, which is the same for all plans.
    const moved = body.toString().replaceAll(JSON.stringify(call.namespace), JSON.stringify(namespace));
    return upstream.asAdministrator({ ...forwarded, body: Buffer.from(moved) });
  }

  async #versionBefore({ call, request }: Exchange): Promise<string | undefined> {
    if (call.verb !== 'patch' && call.verb !== 'update') {
      return undefined;
    }
    const { pathname } = new URL(request.url ?? '/', 'http://none');
    const path = call.subresource === undefined ? pathname : pathname.slice(0, pathname.lastIndexOf('/'));
    const answer = await this.#options.upstream.asAdministrator({ method: 'GET', path });
    return storedVersion(await answer.body.text());
  }
}

/** Breaks the connection of an exchange. */
function sever(response: ServerResponse): false {
  response.destroy();
  return false;
}

function refuse(response: ServerResponse, code: number): void {
  const throttled = code === 429;
  const details = throttled ? { retryAfterSeconds: 1 } : {};
  const reason = code === 410 ? 'Expired' : code === 409 ? 'Conflict' : 'InjectedFault';
  response.writeHead(code, {
    'content-type': 'application/json',
    ...(throttled ? { 'retry-after': '1' } : {}),
  });
  response.end(JSON.stringify(statusBody(code, reason, details)));
}

function statusBody(code: number, reason: string, details: object) {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message: `injected ${code}`,
    details,
  };
}

/** Writes one line of a watch; returns whether the watch continues. */
async function deliver(
  response: ServerResponse,
  line: string,
  fault: EventFault | undefined,
): Promise<boolean> {
  switch (fault?.type) {
    case 'cut':
      await new Promise((resolve) => response.write(line.slice(0, line.length / 2), resolve));
      return sever(response);
    case 'expire':
      response.end(`${JSON.stringify({ type: 'ERROR', object: statusBody(410, 'Expired', {}) })}\n`);
      return false;
    case 'duplicate':
      response.write(`${line}\n`);
      break;
  }
  response.write(`${line}\n`);
  return true;
}

function isBookmark(line: string): boolean {
  return line.startsWith('{"type":"BOOKMARK"');
}

function headersOf({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const kept = ['content-type', 'retry-after', 'warning'] as const;
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, [value].flat().join(', ')]];
    }),
  );
}
