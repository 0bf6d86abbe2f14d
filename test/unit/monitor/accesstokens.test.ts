import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { AccessTokens } from '../../../src/monitor/accesstokens.ts';
import { createPrometheus, encodeQuery } from '../../../src/monitor/prometheus.ts';
import { EMPTY, NOW, served } from './support.ts';

const SECRET = 'p%: w';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** A token server with these answers, one after the other, the last one for ever; and a client of it. */
async function granting(
  answers: readonly ((response: ServerResponse) => void)[],
  onRequest: (request: IncomingMessage) => Promise<void> | void = () => undefined,
) {
  let asked = 0;
  const origin = await served(async (request, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    await onRequest(request);
    answer?.(response);
  });
  const tokens = new AccessTokens(settingsOf(origin));
  onTestFinished(() => tokens.close());
  const get = () => tokens.get(async () => ({ secret: SECRET, ca: undefined }));
  return { tokens, get, origin, asked: () => asked };
}

function settingsOf(origin: string) {
  const scopes = ['read', 'query'];
  return {
    type: 'oauth2',
    tokenUrl: `${origin}/token/`,
    clientId: 'sto:a',
    clientSecretFile: '/none',
    scopes,
  } as const;
}

const grant = (token: string, more: object = { expires_in: 100 }) =>
  json(200, { access_token: token, token_type: 'Bearer', ...more });

function json(status: number, body: unknown) {
  return (response: ServerResponse) => response.writeHead(status).end(JSON.stringify(body));
}

it('asks once for all that wait, as the client, for its scopes', async () => {
  const requests: unknown[] = [];
  const { get, asked } = await granting([grant('one')], async (request) => {
    const { url, method, headers } = request;
    requests.push([method, url, headers.authorization, await text(request)]);
  });
  expect(await Promise.all([get(), get(), get()])).toEqual(['one', 'one', 'one']);
  expect(asked()).toBe(1);
  const authorization = `Basic ${Buffer.from('sto%3Aa:p%25%3A+w').toString('base64')}`;
  const body = 'grant_type=client_credentials&scope=read+query';
  expect(requests).toEqual([['POST', '/token/', authorization, body]]);
});

it('replaces a token shortly before its end', async () => {
  const { get } = await granting([grant('one'), grant('two')]);
  expect(await get()).toBe('one');
  vi.advanceTimersByTime(89_000);
  expect(await get()).toBe('one');
  vi.advanceTimersByTime(1_500);
  expect(await get()).toBe('two');
});

it('uses a valid token while no other one can be had, and asks less and less often', async () => {
  const { get, asked, tokens } = await granting([grant('one'), json(500, {})]);
  await get();
  vi.advanceTimersByTime(91_000);
  for (let second = 0; second < 8; second += 1) {
    expect(await get()).toBe('one');
    vi.advanceTimersByTime(1_000);
  }
  expect(asked()).toBeLessThanOrEqual(6);
  expect(tokens.problem).toMatch(/: status 500$/);
  vi.advanceTimersByTime(2_000);
  await expect(get()).rejects.toThrow(': status 500');
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await expect(get()).rejects.toThrow(': status 500');
  }
  expect(asked()).toBeLessThanOrEqual(7);
});

it('replaces a rejected token, but not one that is new', async () => {
  const { get, tokens, asked } = await granting([grant('one'), grant('two')]);
  await get();
  tokens.reject('one');
  expect(await get()).toBe('one');
  vi.advanceTimersByTime(10_000);
  tokens.reject('another');
  expect(await get()).toBe('one');
  tokens.reject('one');
  expect(await get()).toBe('two');
  expect(asked()).toBe(2);
});

it.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    'an error',
    json(401, { error: 'invalid_client', error_description: SECRET }),
    /: status 401, invalid_client$/,
  ],
  ['an error that is none', json(400, { error: SECRET }), /: status 400$/],
  ['a page', (response) => response.end('<html>'), /: the answer has no bearer token$/],
  ['another type of token', json(200, { access_token: 'a', token_type: 'mac' }), /no bearer token$/],
  ['a token of two lines', grant('a\r\nb'), /no bearer token$/],
  ['a token without end', grant('a', { expires_in: -1 }), /no bearer token$/],
  ['too much', json(200, 'x'.repeat(100_000)), /no bearer token$/],
  ['a redirect', (response) => response.writeHead(307, { location: '/' }).end(), /: status 307$/],
  ['nothing', (response) => response.destroy(), /: cannot be reached \(UND_ERR_SOCKET\)$/],
])('has no token of %s, and says so without the secret', async (_, answer, reason) => {
  const { get, origin } = await granting([answer]);
  const problem = await get().catch((error: Error) => error.message);
  expect(problem).toMatch(reason);
  expect(problem).toContain(origin);
  expect(problem).not.toContain(SECRET);
});

it('a query carries the token, and the next one that of a new secret after a rejection', async () => {
  const { origin } = await granting([grant('one'), grant('two')]);
  const seen: unknown[] = [];
  const url = await served((request, response) => {
    seen.push(request.headers.authorization);
    response.statusCode = request.headers.authorization === 'Bearer one' ? 401 : 200;
    response.end(EMPTY);
  });
  const folder = mkdtempSync(join(tmpdir(), 'stoa-oauth2-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clientSecretFile = join(folder, 'secret');
  const client = createPrometheus({ url, auth: { ...settingsOf(origin), clientSecretFile } });
  onTestFinished(() => client.close());
  expect(await client.query(encodeQuery('up'), NOW)).toMatchObject({
    type: 'no-credentials',
    reason: `${clientSecretFile}: cannot be read (ENOENT)`,
  });
  writeFileSync(clientSecretFile, SECRET);
  vi.advanceTimersByTime(10_000);
  expect(await client.query(encodeQuery('up'), NOW)).toMatchObject({ type: 'unauthorized' });
  vi.advanceTimersByTime(10_000);
  expect(await client.query(encodeQuery('up'), NOW)).toMatchObject({ type: 'unauthorized' });
  expect(await client.query(encodeQuery('up'), NOW)).toMatchObject({ type: 'answered' });
  expect(seen).toEqual(['Bearer one', 'Bearer one', 'Bearer two']);
  expect(client.problems()).toEqual([]);
});
