/**
 * Opens connections and holds them: `node openconnections.ts PORT COUNT`. Prints the number of open connections, and ends with
 * its standard input. A separate process, because the number of connections per process is limited.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Connections that are opened at once; more would exceed the server's backlog. */
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
