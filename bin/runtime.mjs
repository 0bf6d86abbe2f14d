/**
 * Shared code of the programs of this folder: where the package is, and a Node that runs its TypeScript. Plain
 * JavaScript for Node >= 20 with nothing installed.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

/** The folder of the package, and that of the packages that it needs. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const modules = join(root, 'node_modules');

/** Environment of a Node that keeps what it has compiled, for itself and for those that it starts. */
export function environment() {
  return { NODE_COMPILE_CACHE: join(root, '.stoa', 'compiled'), ...process.env };
}

/** A mistake or fault to tell in one line. */
export class Fault extends Error {}

/** The major version of the Node that runs this. */
export function majorVersion() {
  return Number(process.versions.node.split('.')[0]);
}

/** A Node that runs TypeScript as it is: this one, or the one that came with the packages. */
export function findNode() {
  if (majorVersion() >= 24) {
    return process.execPath;
  }
  const bundled = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(bundled)) {
    return bundled;
  }
  throw new Fault(`no Node for ${process.platform}-${process.arch} came with the packages: install Node 24`);
}

/** Waits for the child, handing signals on; its exit code, or 128 + the number of the signal that ended it. */
export function exitOf(child, name) {
  // Ctrl-C on a terminal reaches the child too: handing it on would be a second one.
  const onTerminal = [0, 1, 2].some((fd) => isatty(fd));
  const interrupt = () => onTerminal || child.kill('SIGINT');
  const terminate = () => child.kill('SIGTERM');
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Fault(`cannot run ${name} (${error.code}): install Node 24`)));
    child.on('exit', (code, signal) => {
      process.off('SIGINT', interrupt).off('SIGTERM', terminate);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
