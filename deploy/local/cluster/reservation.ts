import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { UserError } from '../errors.ts';
import { FIRST_OCTET, OCTET_COUNT, octetAddresses, type PortUse, RESERVATION_PORT } from './address.ts';

/** Second octet of 127/8 that no other cluster of this machine can take while it is held. */
export interface Reservation {
  readonly octet: number;
  release(): void;
}

/**
 * Takes a free octet that suits by listening on its reservation address: the kernel makes that exclusive, and the
 * end of the process ends it. Throws a UserError where none is left or 127/8 is not local.
 */
export async function reserveOctet(suits: (octet: number) => Promise<boolean>): Promise<Reservation> {
  for (let step = 0; step < OCTET_COUNT; step += 1) {
    // Clusters that start together begin their search at different octets.
    const octet = FIRST_OCTET + ((process.pid + step) % OCTET_COUNT);
    const server = await tryReserve(octet);
    if (!server) {
      continue;
    }
    if (await suits(octet)) {
      return { octet, release: () => server.close() };
    }
    server.close();
  }
  throw new UserError(`all ${OCTET_COUNT} address ranges for local clusters are taken; stop one of them`);
}

async function tryReserve(octet: number): Promise<Server | undefined> {
  try {
    const server = await listen(octetAddresses(octet).reservationHost, RESERVATION_PORT);
    // The reservation must not keep a finished program alive.
    server.unref();
    return server;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') {
      return undefined;
    }
    if (codeOf(error) !== 'EADDRNOTAVAIL') {
      throw error;
    }
    throw new UserError('this system has no loopback addresses 127.64.0.0 and up; use --cluster=kind');
  }
}

/** Checks that every port is free. Throws a UserError that names the first that is not. */
export async function assertPortsFree(host: string, uses: readonly PortUse[]): Promise<void> {
  for (const use of uses) {
    try {
      const server = await listen(host, use.port);
      server.close();
      await once(server, 'close');
    } catch (error) {
      throw portError(use, error);
    }
  }
}

function portError({ port, purpose }: PortUse, error: unknown): unknown {
  const wayOut = 'choose others with npm start -- --port-base=28000';
  if (codeOf(error) === 'EADDRINUSE') {
    return new UserError(`port ${port} (${purpose}) is in use by another program; stop it or ${wayOut}`);
  }
  if (codeOf(error) === 'EACCES') {
    return new UserError(`port ${port} (${purpose}) is reserved for the administrator; ${wayOut}`);
  }
  return error;
}

async function listen(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  return server;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
