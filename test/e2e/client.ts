import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { ANSWER_HEADER, DELAY_HEADER, FAIL_HEADER, type FailedTries } from '../../deploy/local/node/echo.ts';
import type { HttpRequest, TcpRequest } from './case.ts';
import type { GatewayAddress } from './stage.ts';

/** Response to an http request. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Duration of the request. */
  readonly seconds: number;
  /** The request as the component received it; absent if the gateway responded itself. */
  readonly seen?: {
    readonly component: string;
    readonly pod: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly bodyBytes: number;
    /** Requests with the header X-Echo-Count that the pod has got, if any. */
    readonly counted?: number;
  };
}

/** Request of a case, as far as it is sent. */
type SentRequest = Omit<HttpRequest, 'expect' | 'repeat' | 'unless_lost'>;

/** Timeouts in milliseconds: for a connection, for a response, and for data from a port. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 30_000;
const DIAL_MS = 2_000;

/** Text that is sent to a port, and that its response must repeat. */
const QUESTION = 'is anybody there\n';

const MIB = 2 ** 20;

/** A client outside the cluster that trusts one certificate authority and may keep cookies. */
export class OutsideClient {
  readonly #gateway: GatewayAddress;
  readonly #ca: string;
  readonly #agents = new Map<string, Agent>();
  readonly #cookies = new Map<string, string>();

  constructor(gateway: GatewayAddress, ca: string) {
    this.#gateway = gateway;
    this.#ca = ca;
  }

  /** Sends one request of a case. */
  async send({ host, path, scheme, body_mib, method, ...rest }: SentRequest): Promise<Reply> {
    const began = performance.now();
    const answer = await request(`${this.#origin(scheme)}${path}`, {
      dispatcher: this.#agent(scheme, host),
      method: (method ?? (body_mib > 0 ? 'POST' : 'GET')) as Dispatcher.HttpMethod,
      headers: { ...this.#headers(rest), host },
      ...(body_mib > 0 ? { body: Buffer.alloc(body_mib * MIB) } : {}),
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await answer.body.text();
    const seen = text.startsWith('{"component":') ? { seen: JSON.parse(text) } : {};
    const seconds = (performance.now() - began) / 1000;
    return { status: answer.statusCode, headers: answer.headers, seconds, ...seen };
  }

  /** Sends text to a port of the gateway; returns the component that responds and repeats the text. */
  async dial({ port, protocol }: TcpRequest): Promise<string> {
    const { host } = this.#gateway;
    const answer = await (protocol === 'tcp' ? overTcp(host, port) : overUdp(host, port));
    const [, component] = /^component (.*)\n/.exec(answer) ?? [];
    if (component === undefined || answer !== `component ${component}\n${QUESTION}`) {
      throw new Error(`port ${port} responds with ${JSON.stringify(answer)}`);
    }
    return component;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }

  #origin(scheme: 'http' | 'https'): string {
    const { host, httpPort, httpsPort } = this.#gateway;
    return `${scheme}://${host}:${scheme === 'http' ? httpPort : httpsPort}`;
  }

  #headers(request: Omit<SentRequest, 'host' | 'path' | 'scheme' | 'method' | 'body_mib'>) {
    const { headers, cookies_kept, upstream_delay_s, upstream_sets, upstream_fails } = request;
    const kept = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      ...headers,
      ...(upstream_delay_s > 0 ? { [DELAY_HEADER]: String(upstream_delay_s * 1000) } : {}),
      ...(upstream_sets === undefined ? {} : { [ANSWER_HEADER]: JSON.stringify(upstream_sets) }),
      ...(upstream_fails === undefined ? {} : { [FAIL_HEADER]: failureText(upstream_fails) }),
      ...(cookies_kept && kept !== '' ? { cookie: kept } : {}),
    };
  }

  /** Agent with separate connections for each host, because a TLS connection includes the host name. */
  #agent(scheme: 'http' | 'https', host: string): Agent {
    const servername = host.split(':')[0] ?? host;
    const id = `${scheme}://${servername}`;
    const agent =
      this.#agents.get(id) ??
      new Agent({
        connections: 8,
        connect: { timeout: CONNECT_MS, ca: this.#ca, servername },
        headersTimeout: ANSWER_MS,
        bodyTimeout: ANSWER_MS,
      });
    this.#agents.set(id, agent);
    return agent;
  }
}

/** Header for the tries of one request that fail. */
function failureText({ times, status, delay_s }: NonNullable<HttpRequest['upstream_fails']>): string {
  const failure: FailedTries = { id: randomUUID(), times, status, delayMs: delay_s * 1000 };
  return JSON.stringify(failure);
}

async function overTcp(host: string, port: number): Promise<string> {
  const socket = connect({ host, port, timeout: DIAL_MS });
  socket.on('timeout', () => socket.destroy(new Error(`port ${port} does not respond`)));
  try {
    await once(socket, 'connect');
    socket.write(QUESTION);
    let answer = '';
    for await (const chunk of socket) {
      answer += String(chunk);
      if (answer.endsWith(QUESTION)) {
        break;
      }
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

async function overUdp(host: string, port: number): Promise<string> {
  const socket = createSocket('udp4');
  try {
    const answer = once(socket, 'message', { signal: AbortSignal.timeout(DIAL_MS) });
    socket.send(QUESTION, port, host);
    return String((await answer)[0]);
  } finally {
    socket.close();
  }
}
