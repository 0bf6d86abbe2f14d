import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';
import { Problem } from '../problem/problem.ts';
import type { ConsoleSettings } from './settings.ts';

/** Folder of the built console, beside the script that has this module in a bundle; sources have none. */
export const CONSOLE_FOLDER = 'console';

/** Encodings that files have beside themselves, the smallest first: token of HTTP to suffix. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Text in the page in whose place each response has a nonce of its own. */
const NONCE = /NONCE/g;

/** Names of the files below assets, which have a digest in them. */
const NAME = /^[\w.-]+\.(js|css)$/;

/** The console as a server offers it. */
export interface ConsolePage {
  readonly settings: ConsoleSettings;
  /** Origins beside this one that the page may ask, such as that of an issuer of tokens. */
  readonly connect: readonly string[];
  /** Folder with the built page; by default where a bundle has it. */
  readonly folder?: string;
}

/** Policy of the page: it runs and loads only what is of this server, and cannot be framed. */
function policyOf(nonce: string, connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The library of the page adds its styles at run time.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    // No script makes a text code, by eval, innerHTML or the address of a script.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The console below `/console`: a page that holds no truth of its own, so that whoever may load it learns nothing. */
export function addConsole(app: Express, { settings, connect, folder = besideScript() }: ConsolePage): void {
  app.get('/console', ({ originalUrl }, response) => {
    if (originalUrl.split('?')[0]?.endsWith('/')) {
      sendPage(response, folder, connect);
    } else {
      // Relative, since a proxy may have cut off the beginning of the path.
      response.status(308).set('location', 'console/').end();
    }
  });
  app.get('/console/settings.json', (_request, response) => {
    response.set('cache-control', 'no-store').json(settings);
  });
  const names = new Set<string>();
  app.get('/console/assets/:name', (request: Request<{ name: string }>, response) => {
    const assets = join(folder, 'assets');
    if (names.size === 0 && existsSync(assets)) {
      readdirSync(assets).map((name) => names.add(name));
    }
    const { name } = request.params;
    if (!NAME.test(name) || !names.has(name)) {
      throw new Problem('pathNotFound', `${request.path} is no file of the console`);
    }
    sendAsset(request, response, { assets, name, names });
  });
}

/** Folder with the built page beside a bundle; sources have none. */
export function besideScript(): string {
  return fileURLToPath(new URL(CONSOLE_FOLDER, import.meta.url));
}

function sendPage(response: Response, folder: string, connect: readonly string[]): void {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) {
    throw new Problem('pathNotFound', 'this build of Stoa has no console: npm start and the image have one');
  }
  const nonce = randomBytes(16).toString('base64');
  response
    .set({
      'content-security-policy': policyOf(nonce, connect),
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('html')
    .send(readFileSync(file, 'utf8').replace(NONCE, nonce));
}

/** A file below assets, and the names of all of them. */
interface Asset {
  readonly assets: string;
  readonly name: string;
  readonly names: ReadonlySet<string>;
}

function sendAsset(request: Request, response: Response, { assets, name, names }: Asset): void {
  // One by one: of several that a client likes as well, the first of ours.
  const found = Object.entries(ENCODINGS).find(
    ([token, suffix]) => names.has(name + suffix) && request.acceptsEncodings(token) !== false,
  );
  const [encoding, suffix = ''] = found ?? [];
  response
    .type(name)
    .set({ vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' });
  if (encoding !== undefined) {
    response.set('content-encoding', encoding);
  }
  response.sendFile(name + suffix, { root: assets, cacheControl: false });
}
