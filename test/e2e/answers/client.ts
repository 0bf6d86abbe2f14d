import { createSocket } from 'node:dgram';
import { request as requestByHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as requestByHttps } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { GatewayAddress } from '../stage.ts';

/** Protocols of the clients of rules. */
export type Protocol = 'http' | 'https' | 'grpc' | 'tls' | 'tcp' | 'udp';

/** Place at which a client finds a rule. */
export interface Place {
  readonly gateway: GatewayAddress;
  readonly host: string;
  /** Port of the gateway, of rules for ports. */
  readonly port: number;
}

/** Milliseconds after which a client gives up. */
const PATIENCE_MS = 4_000;

/** Answer that a client meets: `ok` where the component answered, else what came in its place. */
export async function meet(protocol: Protocol, place: Place): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve('no answer'), PATIENCE_MS);
  const close = CLIENTS[protocol](place, resolve);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    close();
  }
}

type Client = (place: Place, told: (what: string) => void) => () => void;

const CLIENTS: Readonly<Record<Protocol, Client>> = {
  http: (place, told) => byHttp(place, told, false),
  https: (place, told) => byHttp(place, told, true),
  grpc: byCall,
  tls: byHandshake,
  tcp: byConnection,
  udp: byDatagram,
};

function byHttp({ gateway, host }: Place, told: (what: string) => void, secure: boolean): () => void {
  const options = { host: gateway.host, headers: { host }, agent: false };
  const request = secure
    ? requestByHttps({ ...options, port: gateway.httpsPort, servername: host, rejectUnauthorized: false })
    : requestByHttp({ ...options, port: gateway.httpPort });
  request.on('response', ({ statusCode }) => told(statusCode === 200 ? 'ok' : String(statusCode)));
  request.on('error', ({ message }) => told(message));
  request.end();
  return () => request.destroy();
}

function byCall({ gateway, host }: Place, told: (what: string) => void): () => void {
  const session = connectHttp2(`http://${gateway.host}:${gateway.httpPort}`);
  session.on('error', ({ message }) => told(message));
  const headers = { 'content-type': 'application/grpc', te: 'trailers', ':authority': host };
  const stream = session.request({ ':method': 'POST', ':path': '/shop.v1.Cart/Get', ...headers });
  const read = (found: Readonly<Record<string, unknown>>) => {
    const status = found['grpc-status'];
    if (status !== undefined) {
      told(status === '12' ? 'ok' : `grpc-status ${String(status)}`);
    }
  };
  stream.on('response', (found) => {
    read(found);
    if (found[':status'] !== 200) {
      told(String(found[':status']));
    }
  });
  stream.on('trailers', read);
  stream.on('error', ({ message }) => told(message));
  stream.end(Buffer.alloc(5));
  return () => session.destroy();
}

function byHandshake({ gateway, host }: Place, told: (what: string) => void): () => void {
  const socket = connectTls(
    { host: gateway.host, port: gateway.httpsPort, servername: host, rejectUnauthorized: false },
    () => told('ok'),
  );
  socket.on('error', ({ message }) => told(message));
  socket.on('close', () => told('closed'));
  return () => socket.destroy();
}

function byConnection({ gateway, port }: Place, told: (what: string) => void): () => void {
  const socket = connectTcp(port, gateway.host);
  socket.on('data', () => told('ok'));
  socket.on('error', ({ message }) => told(message));
  socket.on('close', () => told('closed'));
  return () => socket.destroy();
}

function byDatagram({ gateway, port }: Place, told: (what: string) => void): () => void {
  const socket = createSocket('udp4');
  socket.on('message', () => told('ok'));
  socket.on('error', ({ message }) => told(message));
  const send = () => socket.send('there', port, gateway.host);
  send();
  const again = setInterval(send, 500);
  return () => {
    clearInterval(again);
    socket.close();
  };
}
