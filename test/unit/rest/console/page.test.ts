import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addConsole } from '../../../../src/rest/console/page.ts';
import { answerError } from '../../../../src/rest/problem/errorhandler.ts';
import { traced } from '../../../../src/rest/trace.ts';

const SCRIPT = 'show()';

let folder: string;
let url: string;
const server = createServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<meta nonce="NONCE">');
  await writeFile(join(folder, 'secret.js'), 'secret');
  await writeFile(join(folder, 'assets', 'a-1.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'a-1.js.gz'), gzipSync(SCRIPT));
  const app = express();
  app.use(traced(pino({ enabled: false })));
  const settings = { oidc: { issuer: 'https://issuer.example.com', client_id: 'stoa', scopes: ['openid'] } };
  addConsole(app, { settings, connect: ['https://issuer.example.com'], folder });
  app.use(answerError);
  server.on('request', app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

it('the page has a nonce of its own in each response, which its policy names', async () => {
  const nonces = new Set<string>();
  for (const _ of [1, 2]) {
    const { headers, body } = await request(`${url}/console/`);
    const nonce = /nonce="(.+)"/.exec(await body.text())?.[1] ?? '';
    nonces.add(nonce);
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://issuer.example.com;");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
  }
  expect(nonces.size).toBe(2);
});

it('the path without a slash leads to the page below whatever prefix a proxy has cut off', async () => {
  const { statusCode, headers } = await request(`${url}/console`);
  expect([statusCode, headers.location]).toEqual([308, 'console/']);
});

it.each([
  ['br', 'br', brotliCompressSync(SCRIPT)],
  ['gzip, deflate', 'gzip', gzipSync(SCRIPT)],
  ['gzip, br', 'br', brotliCompressSync(SCRIPT)],
  ['identity', undefined, Buffer.from(SCRIPT)],
])('a script is sent to a client that accepts %s as %s', async (accepted, encoding, content) => {
  const { headers, body } = await request(`${url}/console/assets/a-1.js`, {
    headers: { 'accept-encoding': accepted },
  });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  expect(headers['cache-control']).toContain('immutable');
  expect(Buffer.from(await body.arrayBuffer())).toEqual(content);
});

it.each(['..%2fsecret.js', 'secret.js', 'a-1.js.br', '%2e%2e%2findex.html', 'constructor', 'a-1.css'])(
  '%s is no file of the console',
  async (name) => {
    const { statusCode, body } = await request(`${url}/console/assets/${name}`);
    expect(await body.text()).not.toContain('secret"');
    expect(statusCode).toBe(404);
  },
);

it('the ways to sign in are told before anybody has', async () => {
  const { body } = await request(`${url}/console/settings.json`);
  expect(await body.json()).toMatchObject({ oidc: { client_id: 'stoa' } });
});
