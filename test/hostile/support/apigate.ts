import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, type Server, request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { loadAccess } from '../../../src/kube/access.ts';

/** Gate in front of the API server, which passes every request with its credentials, and can hold some. */
export class ApiGate {
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  #holds: (request: IncomingMessage) => boolean = () => false;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Opens a gate to the API server of the current KUBECONFIG. */
  static async open(): Promise<ApiGate> {
    const { server: target, credentials } = loadAccess();
    const { ca } = await credentials();
    const agent = new Agent({ ca, keepAlive: true });
    // Without TLS, no identity of a kubeconfig is sent.
    const { certificate: cert, key } = await issueServer(await createAuthority(), 'gate', ['127.0.0.1']);
    const server = createServer({ cert, key }, (incoming, outgoing) => {
      const pass = () => forward(new URL(target), agent, incoming, outgoing);
      if (gate.#holds(incoming)) {
        gate.#waiting.push(pass);
      } else {
        pass();
      }
    });
    const gate = new ApiGate(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return gate;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of held requests. */
  get held(): number {
    return this.#waiting.length;
  }

  /** Holds the requests that the condition is true for, from now on. */
  hold(condition: (request: IncomingMessage) => boolean): void {
    this.#holds = condition;
  }

  /** Passes what is held, and holds no more. */
  release(): void {
    this.#holds = () => false;
    for (const pass of this.#waiting.splice(0)) {
      pass();
    }
  }

  close(): void {
    this.release();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function forward(target: URL, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const far = secureRequest(
    { host: target.hostname, port: target.port, agent, method, path: url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  far.on('error', () => outgoing.destroy());
  outgoing.on('close', () => far.destroy());
  incoming.pipe(far);
}
