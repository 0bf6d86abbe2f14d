/** `node deploy/bundle/make.ts FOLDER`: writes the bundle of this repository to a folder. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { makeBundle } from './bundle.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('say in which folder');
}
try {
  await makeBundle(join(import.meta.dirname, '../..'), folder);
} catch (error) {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  // The bundler draws the place below what is wrong; a caller shows one line.
  const [what = '', place = ''] = message.replace(/^Build failed.*\n+/, '').split('\n');
  process.stderr.write(`${what} ${place.replace(/[^[]*\[ (.*) \]/, 'at $1')}\n`);
  process.exitCode = 1;
}
