import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import { openApiDocument } from './document.ts';

/** The page and its own script. */
const PAGE = fileURLToPath(new URL('page', import.meta.url));

/** Folder of the viewer, an installed package. */
const VIEWER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Files of the page: path to folder and file name. */
const FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/docs': [PAGE, 'index.html'],
  '/docs/show.js': [PAGE, 'show.js'],
  '/docs/swagger-ui.css': [VIEWER, 'swagger-ui.css'],
  '/docs/swagger-ui-bundle.js': [VIEWER, 'swagger-ui-bundle.js'],
};

/** Policy of the page: it loads only from this server, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The OpenAPI document and a page that shows it; both are public, since they disclose no objects. */
export function addDocs(app: Express): void {
  let document: string | undefined;
  app.get('/openapi.json', (_request, response) => {
    // Most processes are never asked for it.
    document ??= JSON.stringify(openApiDocument());
    response.type('application/json').send(document);
  });
  for (const [path, [root, name]] of Object.entries(FILES)) {
    app.get(path, (_request, response) => {
      response.set('content-security-policy', POLICY).sendFile(name, { root });
    });
  }
}
