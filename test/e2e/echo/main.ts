/**
 * Server in the pods of a case's components: the echo of the local cluster's stand-in as a program. Reads COMPONENT,
 * POD, PORT, PROTOCOL (http, tcp or udp) and ACCEPTS (connections or nothing). With ROLE, one of `roles.ts` instead.
 */
import { connect, createServer } from 'node:net';
import { type Endpoint, serveEcho } from '../../../deploy/local/node/echo.ts';
import { ROLES } from './roles.ts';

const { COMPONENT: component = '', POD: pod = '', PORT, PROTOCOL, ACCEPTS, ROLE = '' } = process.env;
const port = Number(PORT);

async function answer(): Promise<void> {
  const endpoint = { ip: '0.0.0.0', port, protocol: PROTOCOL as Endpoint['protocol'] };
  const behaviour = { ready: true, delayMs: 0, status: 200 };
  const server = await serveEcho(endpoint, () => ({ component, pod, behaviour }));
  process.once('SIGTERM', () => void server.close());
}

/** Fills the accept queue of a port, so that the kernel completes no further connection. */
function refuseToListen(): void {
  createServer().listen({ port, host: '0.0.0.0', backlog: 1 }, () => {
    for (let filler = 0; filler < 4; filler += 1) {
      connect(port, '127.0.0.1').on('error', () => undefined);
    }
    // After the connects, which are in the same queue; blocks the thread that would accept.
    process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
}

if (ACCEPTS === 'nothing') {
  refuseToListen();
} else {
  await (ROLES[ROLE] ?? answer)();
}
