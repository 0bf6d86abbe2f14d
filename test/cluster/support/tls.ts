import { once } from 'node:events';
import { connect } from 'node:tls';
import { inject } from 'vitest';

/** Certificate that a server presents. */
interface Presented {
  /** Its names, as `DNS:<name>` in a list with commas. */
  readonly names: string;
  readonly serial: string;
}

/** Certificate that the gateway presents for a host: to a client that trusts an authority, or else anybody. */
export async function presented(host: string, ca?: string): Promise<Presented> {
  const { hostname, port } = new URL(inject('cluster').gatewayHttpsUrl);
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca };
  const socket = connect({ host: hostname, port: Number(port), servername: host, ...trust });
  await once(socket, 'secureConnect');
  const { subjectaltname = '', serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return { names: subjectaltname, serial: serialNumber };
}
