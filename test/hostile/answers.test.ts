import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MonitoredComponent } from '../../src/monitor/component.ts';
import { createPrometheus, encodeQuery, type PrometheusSettings } from '../../src/monitor/prometheus.ts';
import { COMPONENT_LABEL } from '../../src/monitor/promql.ts';
import { reportsOf } from '../../src/monitor/report.ts';
import type { PrometheusResult } from '../../src/monitor/response.ts';
import { eventually } from '../support/eventually.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';

const MEBIBYTE = 2 ** 20;

/** Secret that the source of metrics is sent. */
const SECRET = 'the-password-of-stoa';

/** Milliseconds for a query whose answer takes longer. */
const SHORT_MS = 500;

let folder: string;
/** A server to which no query may go, and the requests that it has had. */
let elsewhere: Server;
let astray = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-answers-'));
  await writeFile(join(folder, 'secret'), SECRET);
  elsewhere = await listening((_, response) => {
    astray += 1;
    response.end(right());
  });
});

afterAll(async () => {
  elsewhere.close();
  await rm(folder, { recursive: true });
});

async function listening(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answer with a list of series. */
function series(result: string, resultType = 'vector'): string {
  return `{"status":"success","data":{"resultType":"${resultType}","result":[${result}]}}`;
}

/** Right answer: one value of the first component. */
function right(component = '0'): string {
  return series(`{"metric":{"${COMPONENT_LABEL}":"${component}"},"value":[1,"42"]}`);
}

/** As many copies as the largest answer has room for. */
function filled(piece: string): string {
  return Array.from({ length: Math.floor((8 * MEBIBYTE - 200) / (piece.length + 1)) }, () => piece).join();
}

const COMPONENT: MonitoredComponent = {
  id: 'web',
  name: 'web',
  alias: 'web',
  outer: false,
  matchers: {
    traefik: undefined,
    envoy: undefined,
    component: undefined,
    rainbond: undefined,
    pods: undefined,
    services: undefined,
  },
};

/** Values of the component in a result. */
function valuesIn(result: PrometheusResult): readonly unknown[] {
  const [report] = reportsOf([COMPONENT], [{ item: 'request', result }]);
  return report?.items[0]?.series.flat().map(([, value]) => value) ?? [];
}

/** An attempt to answer so; the loot is any value, and any other kind of result. */
interface Answered {
  readonly does: string;
  readonly expected: PrometheusResult['type'];
  readonly answer: RequestListener;
  /** Credentials that the client sends; a token by default. */
  readonly auth?: () => PrometheusSettings['auth'];
}

/** Answers the first query so, and the next one rightly, by the same client. */
function answering({ does, expected, answer, auth = bearer }: Answered): AttemptsOf {
  return {
    mustNotHappen: `the query is ${expected} without a value or a secret, and the next one has its value`,
    does,
    async run() {
      let asked = 0;
      const server = await listening((request, response) => {
        asked += 1;
        return asked === 1 ? answer(request, response) : response.end(right());
      });
      const client = createPrometheus(
        { url: urlOf(server), auth: auth() },
        expected === 'too-slow' ? { timeoutMs: SHORT_MS } : {},
      );
      const ask = () => client.query(encodeQuery('up'), { tenant: { team: 'a', namespace: 'b' } });
      try {
        const result = await ask();
        expect(result.type).toBe(expected);
        expect(valuesIn(result)).toEqual([]);
        for (const secret of [SECRET, Buffer.from(`stoa:${SECRET}`).toString('base64')]) {
          expect(JSON.stringify(result)).not.toContain(secret.slice(0, 8));
        }
        expect(JSON.stringify(result).length).toBeLessThan(1_000);
        await eventually(async () => expect(valuesIn(await ask())).toEqual(['42']));
        expect(astray).toBe(0);
      } finally {
        await client.close();
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function text(
  body: string | Uint8Array,
  status = 200,
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** Writes to the connection itself. */
function raw(bytes: string): RequestListener {
  return (_, response) => response.socket?.end(bytes);
}

/** Writes again and again, as fast as the client reads. */
function endlessly(chunk: Uint8Array, pauseMs: number): RequestListener {
  return (_, response) => {
    const timer = setInterval(() => {
      while (response.write(chunk) && pauseMs === 0) {
        // Until the socket is full.
      }
    }, pauseMs);
    response.on('close', () => clearInterval(timer));
  };
}

function quoting(before: string): RequestListener {
  return (request, response) => {
    const { authorization = '' } = request.headers;
    const [, basic = ''] = authorization.split(' ');
    const error = `${before}${authorization} ${Buffer.from(basic, 'base64').toString()}`;
    response.writeHead(422).end(JSON.stringify({ status: 'error', errorType: 'execution', error }));
  };
}

function bearer(): PrometheusSettings['auth'] {
  return { type: 'bearer', tokenFile: join(folder, 'secret') };
}

/** Credentials of the form `basic`, whose password anybody reads in the header. */
function basic(): PrometheusSettings['auth'] {
  return { type: 'basic', username: 'stoa', passwordFile: join(folder, 'secret') };
}

const deep = (levels: number) => series(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const valued = (value: string) => series(`{"metric":{"${COMPONENT_LABEL}":"0"},"value":${value}}`);
const matrix = (values: string) => series(`{"values":[${values}]}`, 'matrix');

attacks(
  'An answer of a source of metrics is bounded, and only figures come of it',
  by('stranger', 'the place of Prometheus', [
    ...(
      [
        ['sends 100 MiB', 'too-large', text(Buffer.alloc(100 * MEBIBYTE, ' '))],
        ['sends without an end', 'too-large', endlessly(Buffer.alloc(MEBIBYTE, ' '), 0)],
        ['sends a byte at a time', 'too-slow', endlessly(Buffer.from(' '), 50)],
        ['sends headers without an end', 'unreachable', raw(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(MEBIBYTE)}`)],
        [
          'sends two lengths',
          'unreachable',
          raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
        ],
        ['sends what is not HTTP', 'unreachable', raw('\u0000'.repeat(100))],
        [
          'switches to another protocol',
          'unreachable',
          raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
        ],
        ['breaks a chunk', 'unreachable', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n')],
        [
          'sends a gzip bomb',
          'malformed',
          text(gzipSync(Buffer.alloc(64 * MEBIBYTE)), 200, { 'content-encoding': 'gzip' }),
        ],
        ['sends a page', 'malformed', text('<!doctype html>', 200, { 'content-type': 'text/html' })],
        ['sends other bytes than UTF-8', 'malformed', text(Uint8Array.of(0x22, 0xff, 0x22))],
        ['nests lists a million times', 'malformed', text(deep(MEBIBYTE))],
        ['nests lists beside a value', 'malformed', text(deep(31))],
        ['sends millions of empty series', 'malformed', text(series(filled('{}')))],
        ['sends millions of numbers as series', 'malformed', text(series(filled('1')))],
        ['sends millions of lists as series', 'malformed', text(series(filled('[]')))],
        ['sends millions of numbers as samples', 'malformed', text(matrix(filled('1')))],
        ['sends half a million lists as samples', 'malformed', text(matrix(filled('[]'.padEnd(30))))],
        ['sends a text as a value', 'malformed', text(valued('[1,"<script>alert(1)</script>"]'))],
        ['sends an endless number', 'malformed', text(valued(`[1,"${'9'.repeat(MEBIBYTE)}"]`))],
        ['sends no number at all', 'malformed', text(valued('[1,null]'))],
        ['sends a time without an end', 'malformed', text(valued('[1e999,"1"]'))],
        ['sends a time that no clock has', 'malformed', text(valued('[-1e300,"1"]'))],
        [
          'sends an object as a component',
          'malformed',
          text(series(`{"metric":{"${COMPONENT_LABEL}":{}},"value":[1,"1"]}`)),
        ],
        [
          'sends members of a prototype',
          'malformed',
          text('{"__proto__":{"status":"success"},"constructor":{}}'),
        ],
        ['names a component __proto__', 'answered', text(right('__proto__'))],
        ['names a component in another way', 'answered', text(right('00'))],
        ['sends many empty series', 'answered', text(series(filled('{}'.padEnd(30))))],
      ] as const
    ).map(([does, expected, answer]) => answering({ does, expected, answer })),
    answering({
      does: 'redirects to elsewhere',
      expected: 'refused',
      answer: (_, response) =>
        response.writeHead(307, { location: `${urlOf(elsewhere)}/api/v1/query` }).end(),
    }),
    ...['', 'x'.repeat(260), 'x'.repeat(MEBIBYTE)].flatMap((before) => {
      const does = `quotes the credentials after ${before.length} characters`;
      const answer = quoting(before);
      return [
        answering({ does: `${does}, a token`, expected: 'refused', answer }),
        answering({ does: `${does}, a password`, expected: 'refused', answer, auth: basic }),
      ];
    }),
  ]),
);
