/**
 * Server in the pods of a case's components: the echo of the local cluster's stand-in as a program. Reads COMPONENT,
 * POD, PORT, PROTOCOL (http, tcp or udp) and ACCEPTS (connections or nothing). With ROLE, one of `roles.ts` instead.
 */
import { connect, createServer } from 'node:net';
import { answerAsComponent } from '../../../deploy/image/component/answer.ts';
import { ROLES } from './roles.ts';

const { PORT, ACCEPTS, ROLE = '' } = process.env;
const port = Number(PORT);

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
  await (ROLES[ROLE] ?? (() => answerAsComponent(process.env)))();
}
