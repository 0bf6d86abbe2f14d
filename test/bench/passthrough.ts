/**
 * The least that an API on Express can do for a write: it reads the body, sends it on to the API server in the name
 * of the caller, and answers what comes back. Started with the API server's address and the file of its CA; tells
 * its parent where it listens.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'undici';

const [url = '', ca = ''] = process.argv.slice(2);
const pool = new Pool(url, { connections: 64, connect: { ca: readFileSync(ca, 'utf8') } });

const app = express();
app.use(express.json());
app.post('/{*path}', async ({ originalUrl, headers, body }, response) => {
  const answer = await pool.request({
    method: 'POST',
    path: originalUrl,
    headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
    body: JSON.stringify(body),
  });
  response.status(answer.statusCode).json(await answer.body.json());
});

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());
