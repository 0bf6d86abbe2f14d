import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { receiveBody } from '../../../../src/rest/guard/body.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const TYPE = 'send the header Content-Type: application/json; it is';
const UTF8 = 'send the body in UTF-8, with Content-Type: application/json; it is';
const ENCODING = 'send the body uncompressed, without Content-Encoding; it is';

/** Answer to a POST: the value of its body, or the text of the problem. */
async function answerTo(
  headers: Record<string, string>,
  body: string | Buffer = '{"a":"b"}',
): Promise<string> {
  const app = express();
  app.post('/', async (request, response) => {
    await receiveBody(request, response);
    response.send(JSON.stringify(request.body) ?? 'none');
  });
  const told: ErrorRequestHandler = ({ problem, message }, _request, response, _next) =>
    void response.send(`${problem}: ${message}`);
  app.use(told);
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = { ...headers, connection: 'close' };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: sent, body });
  return response.text();
}

it.each([
  ['application/json'],
  ['Application/JSON; charset=UTF-8'],
  ['application/json; charset="utf-8"'],
  ['application/json; version=1'],
  ['application/x-www-form-urlencoded', 'a=b'],
  ['application/x-www-form-urlencoded; charset=UTF-8', 'a=b'],
])('a body of the type %s is read', async (type, body?: string) => {
  expect(await answerTo({ 'content-type': type }, body)).toBe('{"a":"b"}');
});

it.each([
  ['said to be more than 64 KiB', 'tooLarge: send at most 64 KiB', `"${'x'.repeat(64 * 1024)}"`],
  ['that is JSON, as a form', 'notJson: send the header', '{}', 'application/x-www-form-urlencoded'],
])('refuses a body %s', async (_, told, body, type = 'application/json') => {
  expect(await answerTo({ 'content-type': type }, body)).toContain(told);
});

it.each([
  [TYPE, 'text/plain'],
  [TYPE, 'multipart/form-data; boundary=x'],
  [UTF8, 'application/x-www-form-urlencoded; charset=utf-16'],
  [UTF8, 'application/json; charset=utf-7'],
  [UTF8, 'application/json; charset="UTF-16"'],
  [UTF8, 'application/json; charset=latin1'],
  [UTF8, 'application/json; charset='],
  [UTF8, 'application/json; charset="ut\\f-7"'],
  [UTF8, 'application/json; charset=utf-8; charset=utf-7'],
  [UTF8, 'application/json; charset=utf-7; charset=utf-8'],
])('%s %s', async (told, type) => {
  expect(await answerTo({ 'content-type': type })).toBe(`notJson: ${told} ${type}`);
});

it.each(['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'identity, gzip', 'made-up'])(
  'a body of the encoding %s is refused',
  async (encoding) => {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    expect(await answerTo(headers, gzipSync('{}'))).toBe(`notJson: ${ENCODING} ${encoding}`);
  },
);

it('reads the encoding identity, and nothing where there is no body', async () => {
  expect(await answerTo({ ...JSON_TYPE, 'content-encoding': 'Identity' })).toBe('{"a":"b"}');
  expect(await answerTo({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }, '')).toBe('none');
});
