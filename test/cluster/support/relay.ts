import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Relay to a server on loopback, at an address that the API server's proxy may use. */
export interface Relay {
  readonly ip: string;
  readonly port: number;
  close(): void;
}

/** Opens a relay on an interface of this machine. Throws if it has only loopback. */
export async function relayTo(url: string): Promise<Relay> {
  const address = outerAddress();
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    ip: address,
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) {
        socket.destroy();
      }
    },
  };
}

/** Address of this machine that an EndpointSlice may have. Throws if it has only loopback. */
export function outerAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outer = addresses.find(({ internal, family }) => !internal && family === 'IPv4');
  if (outer === undefined) {
    throw new Error(
      'this machine has no network interface but loopback, where the API server proxies nothing',
    );
  }
  return outer.address;
}
