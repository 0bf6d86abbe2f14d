/**
 * The minimal work of an Express API for a write: it reads the body, forwards it to the API server with the caller's
 * credentials, and returns the response. Arguments: the API server's address and the file of its CA. Reports its
 * address to its parent.
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
