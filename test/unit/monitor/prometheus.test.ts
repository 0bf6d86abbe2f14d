import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createPrometheus, encodeQuery } from '../../../src/monitor/prometheus.ts';
import { EMPTY, served } from './support.ts';

function clientOf(base: string, timeoutMs?: number) {
  const client = createPrometheus(base, timeoutMs === undefined ? {} : { timeoutMs });
  onTestFinished(() => client.close());
  return client;
}

it('evaluates a query now, or in a range, below the path of the base URL', async () => {
  const asked: [string | undefined, Record<string, string>][] = [];
  const base = await served(async (request, response) => {
    asked.push([request.url, Object.fromEntries(new URLSearchParams(await text(request)))]);
    response.end(EMPTY);
  });
  const client = clientOf(`${base}/prometheus`);
  const answered = { type: 'answered', series: [], partial: false };
  expect(await client.query(encodeQuery('up{a="&=é"}'))).toEqual(answered);
  expect(await client.query(encodeQuery('up'), { start: 1.5, end: 2, step: 60 })).toEqual(answered);
  expect(asked).toEqual([
    ['/prometheus/api/v1/query', { query: 'up{a="&=é"}', timeout: '10000ms' }],
    [
      '/prometheus/api/v1/query_range',
      { query: 'up', timeout: '10000ms', start: '1.5', end: '2', step: '60' },
    ],
  ]);
});

it('times out on a response that does not begin', async () => {
  const base = await served(() => undefined);
  expect(await clientOf(base, 50).query(encodeQuery('up'))).toEqual({ type: 'too-slow' });
});

it('times out on a response that does not end', async () => {
  const base = await served((_, response) => response.write('{'));
  expect(await clientOf(base, 50).query(encodeQuery('up'))).toEqual({ type: 'too-slow' });
});

it('stops reading a response at the size limit', async () => {
  const chunk = Buffer.alloc(2 ** 16, ' ');
  const base = await served((_, response) => {
    const go = () => {
      while (response.write(chunk)) {
        // Until the socket is full.
      }
    };
    response.on('drain', go);
    go();
  });
  expect(await clientOf(base).query(encodeQuery('up'))).toEqual({ type: 'too-large' });
});

it('reports a refused and a broken connection as unreachable', async () => {
  const broken = await served((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{');
    response.destroy();
  });
  expect(await clientOf('http://127.0.0.1:1').query(encodeQuery('up'))).toEqual({
    type: 'unreachable',
    code: 'ECONNREFUSED',
  });
  expect(await clientOf(broken).query(encodeQuery('up'))).toMatchObject({ type: 'unreachable' });
});
