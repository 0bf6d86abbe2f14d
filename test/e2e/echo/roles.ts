import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Path of a component's server that answers for its own pod. */
const OWN = '/own';

/** Milliseconds between two attempts to reach another component. */
const AGAIN_MS = 500;

/** Status where another component cannot be reached, other than those of gateways. */
const UNREACHABLE = 599;

const { env } = process;

/**
 * Roles of the components of the installed model, by the value of the env ROLE. Each takes its settings from the envs
 * and files of its pod, so that a wrong one shows in its answers.
 */
export const ROLES: Readonly<Record<string, () => Promise<void>>> = {
  /** Init plugin: writes a file for the main container. */
  prepare: () => writeFile(of('PREPARED'), of('TEXT')),
  /** Job: stores a text in the component that its envs name. */
  seed: async () => {
    while ((await send('PUT', `http://${of('DATA_HOST')}:${of('DATA_PORT')}/`, of('TEXT'))).status !== 200) {
      await sleep(AGAIN_MS);
    }
  },
  /** Stateless server: shows its files, and the answer of the component that one of them names. */
  front: () =>
    serve(async () => {
      const [config, prepared] = await Promise.all([readText(of('CONFIG')), readText(of('PREPARED'))]);
      const [, data = ''] = /^data = (\S+)$/m.exec(config) ?? [];
      const answer = await send('GET', data);
      return { status: answer.status, body: { config, prepared, data: bodyOf(answer) } };
    }),
  /** Stateful server: stores a text in the first pod, whose URL is in a file, and shows what that pod has. */
  data: () =>
    serve(async (method, path, body) => {
      if (path !== OWN) {
        const first = (await readText(of('CONFIG'))).trim();
        const answer = await send(method, `${first}${OWN}`, body);
        return { status: answer.status, body: { pod: env.POD_NAME, first: bodyOf(answer) } };
      }
      if (method === 'PUT') {
        await writeFile(of('KEPT'), body);
      }
      return { status: 200, body: { pod: env.POD_NAME, kept: await readText(of('KEPT')).catch(() => '') } };
    }),
};

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Serves at PORT until SIGTERM, which ends it at once; is not ready if READY is `never`. */
async function serve(answer: (method: string, path: string, body: string) => Promise<Answer>): Promise<void> {
  process.once('SIGTERM', () => process.exit(0));
  // Closing a connection while a request arrives would make the gateway answer 502.
  createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    const { method = '', url = '' } = incoming;
    const body = await text(incoming);
    const ready: Answer = { status: env.READY === 'never' ? 503 : 200, body: {} };
    const { status, body: shown } = url === '/ready' ? ready : await answer(method, url, body).catch(failure);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(shown));
  }).listen(Number(of('PORT')), '0.0.0.0');
}

function failure(error: unknown): Answer {
  return { status: 500, body: { error: String(error) } };
}

/** Sends a request on a connection of its own, so that every pod of a Service gets some. Never rejects. */
function send(
  method: string,
  url: string,
  body = '',
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ status: UNREACHABLE, text: JSON.stringify(String(error)) });
    try {
      request(url, { method, agent: false }, (response) => {
        text(response).then(
          (answered) => resolve({ status: response.statusCode ?? UNREACHABLE, text: answered }),
          fail,
        );
      })
        .on('error', fail)
        .end(body);
    } catch (error) {
      fail(error);
    }
  });
}

function bodyOf(answer: { readonly text: string }): unknown {
  return JSON.parse(answer.text);
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

function of(name: string): string {
  return env[name] ?? '';
}
