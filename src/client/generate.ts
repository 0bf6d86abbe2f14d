/**
 * `npm run generate:client`: writes paths.d.ts, the types of the REST API, from docs/openapi.json. It needs the npm
 * registry, since the generator works with an older compiler than Stoa. A test fails where the types are stale.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shortHash } from '../base/hash.ts';

const PACKAGES = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];

const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** Path of the generated file. */
export const TYPES = fileURLToPath(new URL('paths.d.ts', import.meta.url));

/** First line of the types of an OpenAPI document, given as text. */
export function headerOf(document: string): string {
  return `// Generated from docs/openapi.json (${shortHash(document, 16)}) by \`npm run generate:client\`.\n`;
}

if (import.meta.main) {
  const document = await readFile(DOCUMENT, 'utf8');
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', ...PACKAGES.map((each) => `--package=${each}`), 'openapi-typescript', DOCUMENT],
    { maxBuffer: 2 ** 24 },
  );
  await writeFile(TYPES, headerOf(document) + stdout.slice(stdout.indexOf('export interface paths')));
}
