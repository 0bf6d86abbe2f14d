import { once } from 'node:events';
import {
  Client,
  type ClientReadableStream,
  credentials,
  Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { inject } from 'vitest';
import { outerAddress } from './relay.ts';

const same = (text: Buffer): Buffer => text;

/** Definition of a method whose messages are texts. */
function method(path: string, isStream: boolean): MethodDefinition<Buffer, Buffer> {
  return {
    path,
    requestStream: false,
    responseStream: isStream,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
}

/** A server of gRPC that runs. */
export interface GrpcServer {
  readonly port: number;
  /** Paths of the calls that it got. */
  readonly calls: readonly string[];
  close(): void;
}

/**
 * Starts a server of gRPC at all addresses of this machine. Each method answers with the name of the server; those whose
 * names begin with Watch answer with a message for each letter of it, and end when the client does.
 */
export async function serveGrpc(name: string, paths: readonly string[]): Promise<GrpcServer> {
  const server = new Server();
  const calls: string[] = [];
  for (const path of paths) {
    const isStream = path.includes('/Watch');
    const service = { Method: method(path, isStream) };
    const answer = isStream
      ? (call: ServerWritableStream<Buffer, Buffer>) => {
          calls.push(path);
          for (const letter of name) {
            call.write(Buffer.from(letter));
          }
        }
      : (call: ServerUnaryCall<Buffer, Buffer>, done: (error: null, value: Buffer) => void) => {
          calls.push(path);
          const [stage] = call.metadata.get('x-added');
          done(null, Buffer.from(stage === undefined ? name : `${name} ${stage}`));
        };
    server.addService(service, { Method: answer });
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('0.0.0.0:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return { port, calls, close: () => server.forceShutdown() };
}

/** Address that the pods of a component may have in an EndpointSlice. */
export const serverAddress = outerAddress;

/** Client of gRPC for a host of the gateway: by TLS where it trusts an authority. */
export function grpcClient(host: string, ca?: string): Client {
  const { gatewayHttpUrl, gatewayHttpsUrl } = inject('cluster');
  const { host: address } = new URL(ca === undefined ? gatewayHttpUrl : gatewayHttpsUrl);
  return ca === undefined
    ? new Client(address, credentials.createInsecure(), { 'grpc.default_authority': host })
    : new Client(address, credentials.createSsl(Buffer.from(ca)), {
        'grpc.ssl_target_name_override': host,
        'grpc.default_authority': host,
      });
}

/** Answer to a call: its text, or the name of its status where it failed. */
export async function call(
  client: Client,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) {
    metadata.set(name, value);
  }
  return await new Promise((resolve) => {
    const deadline = { deadline: Date.now() + 5_000 };
    const answered = (error: ServiceError | null, value?: Buffer) =>
      resolve(error === null ? String(value) : status[error.code]);
    client.makeUnaryRequest(path, same, same, Buffer.from(''), metadata, deadline, answered);
  });
}

/** The first messages of a stream, which the server does not end. */
export async function messages(client: Client, path: string, count: number): Promise<string> {
  const stream: ClientReadableStream<Buffer> = client.makeServerStreamRequest(
    path,
    same,
    same,
    Buffer.from(''),
  );
  let text = '';
  stream.on('data', (message: Buffer) => {
    text += String(message);
    if (text.length === count) {
      stream.cancel();
    }
  });
  // A client that cancels gets an error for it.
  await once(stream, 'error');
  return text;
}
