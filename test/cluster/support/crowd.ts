/**
 * Opens connections and holds them: `node crowd.ts PORT COUNT`. Says on standard output how many were opened, and
 * ends with its standard input. A process of its own, since each may have only so many connections.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Connections that are opened at once; more would wait for the server in vain. */
const AT_ONCE = 200;

const [port = 0, count = 0] = process.argv.slice(2).map(Number);
let opened = 0;
while (opened < count) {
  const sockets = Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  opened += sockets.length;
}
process.stdout.write(`${opened}\n`);
process.stdin.resume().on('end', () => process.exit());
