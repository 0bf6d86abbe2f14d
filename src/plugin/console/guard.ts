import type { RequestListener } from 'node:http';

/**
 * Passes on requests that name this machine as their host: a page elsewhere can point a name of its own here (DNS
 * rebinding), and would be of one origin with the console.
 */
export function guarded(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (!isThisMachine(request.headers.host, request.socket.localPort)) {
      response.writeHead(421, PLAIN).end('This is the console of one user, at 127.0.0.1 alone.\n');
    } else {
      listener(request, response);
    }
  };
}

const PLAIN = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
};

/** Whether a header Host names the server by its address or as localhost. */
function isThisMachine(host: string | undefined, port: number | undefined): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}
