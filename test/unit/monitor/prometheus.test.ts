import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createPrometheus, encodeQuery } from '../../../src/monitor/prometheus.ts';
import { eventually } from '../../support/eventually.ts';
import { EMPTY, NOW, served } from './support.ts';

function clientOf(base: string, timeoutMs?: number) {
  const client = createPrometheus({ url: base }, timeoutMs === undefined ? {} : { timeoutMs });
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
  expect(await client.query(encodeQuery('up{a="&=é"}'), NOW)).toEqual(answered);
  expect(await client.query(encodeQuery('up'), { ...NOW, range: { start: 1.5, end: 2, step: 60 } })).toEqual(
    answered,
  );
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
  expect(await clientOf(base, 50).query(encodeQuery('up'), NOW)).toEqual({ type: 'too-slow' });
});

it('times out on a response that does not end', async () => {
  const base = await served((_, response) => response.write('{'));
  expect(await clientOf(base, 50).query(encodeQuery('up'), NOW)).toEqual({ type: 'too-slow' });
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
  expect(await clientOf(base).query(encodeQuery('up'), NOW)).toEqual({ type: 'too-large' });
});

it('reports a refused and a broken connection as unreachable', async () => {
  const broken = await served((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{');
    response.destroy();
  });
  expect(await clientOf('http://127.0.0.1:1').query(encodeQuery('up'), NOW)).toEqual({
    type: 'unreachable',
    code: 'ECONNREFUSED',
  });
  expect(await clientOf(broken).query(encodeQuery('up'), NOW)).toMatchObject({ type: 'unreachable' });
});

/** A file with this text, until the test ends. */
function file(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-prometheus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
}

const TOKEN = 'secret-token';

it('shows its credentials, the tenant and the parameters with every query', async () => {
  const asked: unknown[] = [];
  const url = await served((request, response) => {
    const { authorization, 'x-scope-orgid': tenant, 'x-from': from } = request.headers;
    asked.push({ url: request.url, authorization, tenant, from });
    response.end(EMPTY);
  });
  const client = createPrometheus({
    url,
    auth: { type: 'bearer', tokenFile: file(TOKEN) },
    headers: { 'X-Scope-OrgID': 'a-$team', 'X-From': '$namespace' },
    query: { dedup: 'true', partial_response: 'false' },
  });
  onTestFinished(() => client.close());
  await client.query(encodeQuery('up'), NOW);
  expect(asked).toEqual([
    {
      url: '/api/v1/query?dedup=true&partial_response=false',
      authorization: `Bearer ${TOKEN}`,
      tenant: 'a-shop',
      from: 'team-shop',
    },
  ]);
});

it('sends no query without credentials, and none for a team whose name is no value of a header', async () => {
  let asked = 0;
  const url = await served((_, response) => {
    asked += 1;
    response.end(EMPTY);
  });
  const missing = createPrometheus({ url, auth: { type: 'bearer', tokenFile: '/none' } });
  const tenant = createPrometheus({ url, headers: { 'X-Scope-OrgID': '$team' } });
  onTestFinished(async () => {
    await missing.close();
    await tenant.close();
  });
  const reason = '/none: cannot be read (ENOENT)';
  expect(await missing.query(encodeQuery('up'), NOW)).toEqual({ type: 'no-credentials', reason });
  expect(missing.problems()).toEqual([reason]);
  const other = { tenant: { team: 'a|b', namespace: 'c' } };
  expect(await tenant.query(encodeQuery('up'), other)).toMatchObject({ type: 'refused' });
  expect(asked).toBe(0);
});

it('follows no redirect, so that credentials stay with their origin', async () => {
  let asked = 0;
  const elsewhere = await served((_, response) => {
    asked += 1;
    response.end(EMPTY);
  });
  const url = await served((_, response) => response.writeHead(307, { location: elsewhere }).end());
  const client = createPrometheus({ url, auth: { type: 'bearer', tokenFile: file(TOKEN) } });
  onTestFinished(() => client.close());
  const reason = 'status 307: redirects are not followed';
  expect(await client.query(encodeQuery('up'), NOW)).toEqual({ type: 'refused', reason });
  expect(asked).toBe(0);
});

it('a rejected query ends no other, and its reason does not repeat the secret', async () => {
  let asked = 0;
  const url = await served((request, response) => {
    asked += 1;
    const error = `no way for ${request.headers.authorization}`;
    response.statusCode = asked === 2 ? 401 : 200;
    response.end(asked === 2 ? JSON.stringify({ status: 'error', errorType: 'x', error }) : EMPTY);
  });
  const client = createPrometheus({ url, auth: { type: 'bearer', tokenFile: file(TOKEN) } });
  onTestFinished(() => client.close());
  const results = [];
  for (let index = 0; index < 3; index += 1) {
    results.push(await client.query(encodeQuery('up'), NOW));
  }
  expect(results.map(({ type }) => type)).toEqual(['answered', 'unauthorized', 'answered']);
  expect(results[1]).toMatchObject({ reason: 'status 401: x: no way for Bearer …' });
});

it.each([
  [
    'after a secret at its end',
    (secret: string) => `${'x'.repeat(265)}${secret}`,
    /^status 422: a: x{265}…$/,
  ],
  ['of any length', () => 'x'.repeat(10_000), /^status 422: a: x{285}$/],
])('keeps the beginning of an error %s as its reason', async (_, errorOf, reason) => {
  const url = await served((_request, response) => {
    response.statusCode = 422;
    response.end(JSON.stringify({ status: 'error', errorType: 'a', error: errorOf(TOKEN) }));
  });
  const client = createPrometheus({ url, auth: { type: 'bearer', tokenFile: file(TOKEN) } });
  onTestFinished(() => client.close());
  const result = await client.query(encodeQuery('up'), NOW);
  expect(result.type === 'refused' && result.reason).toMatch(reason);
});

it('a reason repeats no password that the header of its query has', async () => {
  const url = await served((request, response) => {
    const [, pair = ''] = request.headers.authorization?.split(' ') ?? [];
    const error = `${pair} is ${Buffer.from(pair, 'base64')}`;
    response.statusCode = 400;
    response.end(JSON.stringify({ status: 'error', errorType: 'a', error }));
  });
  const auth = { type: 'basic', username: 'stoa', passwordFile: file(`${TOKEN}:2`) } as const;
  const client = createPrometheus({ url, auth });
  onTestFinished(() => client.close());
  const reason = 'status 400: a: … is stoa:…';
  expect(await client.query(encodeQuery('up'), NOW)).toEqual({ type: 'refused', reason });
});

it('sends ten queries at a time, lets 200 wait, and refuses the rest', async () => {
  const waiting: ServerResponse[] = [];
  const url = await served((_, response) => {
    waiting.push(response);
    if (waiting.length > 10) {
      response.end(EMPTY);
    }
  });
  const client = clientOf(url);
  const results = Array.from({ length: 211 }, () => client.query(encodeQuery('up'), NOW));
  expect(await results[210]).toMatchObject({ type: 'busy' });
  await eventually(() => expect(waiting).toHaveLength(10));
  for (const response of waiting.slice(0, 10)) {
    response.end(EMPTY);
  }
  const types = new Set((await Promise.all(results.slice(0, 210))).map(({ type }) => type));
  expect([...types]).toEqual(['answered']);
});

it('a query that waited until its deadline is not sent', async () => {
  let asked = 0;
  const url = await served(() => {
    asked += 1;
  });
  const client = clientOf(url, 300);
  const results = await Promise.all(Array.from({ length: 20 }, () => client.query(encodeQuery('up'), NOW)));
  expect(new Set(results.map(({ type }) => type))).toEqual(new Set(['too-slow']));
  expect(asked).toBeLessThanOrEqual(10);
});
