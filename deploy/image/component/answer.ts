import { type Endpoint, serveEcho } from '../../local/node/echo.ts';

/** Environment of a component's container. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Server of a component until SIGTERM: it answers requests, connections or datagrams as pods of the local cluster do.
 * COMPONENT and POD name it, PORT (8080) is its port, and PROTOCOL (http) is http, tcp or udp.
 */
export async function answerAsComponent(environment: Environment): Promise<void> {
  const { COMPONENT: component = '', POD: pod = '', PORT = '8080', PROTOCOL = 'http' } = environment;
  const endpoint = { ip: '0.0.0.0', port: Number(PORT), protocol: PROTOCOL as Endpoint['protocol'] };
  const behaviour = { ready: true, delayMs: 0, status: 200 };
  const server = await serveEcho(endpoint, () => ({ component, pod, behaviour }));
  process.once('SIGTERM', () => void server.close());
}
