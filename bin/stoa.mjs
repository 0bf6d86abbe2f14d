#!/usr/bin/env node
/**
 * Behind `npm start`, `npm run stop` and `npm test`: installs the packages if need be, finds a Node that
 * runs TypeScript, and hands over to it. Plain JavaScript for Node >= 20 with nothing installed.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const scripts = {
  start: ['deploy/local/cli.ts', 'start'],
  stop: ['deploy/local/cli.ts', 'stop'],
  test: ['test/run.ts'],
};

/** A mistake or fault to tell in one line. */
class Fault extends Error {}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  if (majorVersion() < 20) throw new Fault(`Stoa needs Node 20 or newer; this is ${process.version}`);
  const script = Object.hasOwn(scripts, command ?? '') ? scripts[command] : undefined;
  if (!script) throw new Fault(`usage: node bin/stoa.mjs ${Object.keys(scripts).join('|')} [arguments]`);
  if (!packagesInstalled()) await installPackages();
  return await run(findNode(), [...script, ...args]);
}

function majorVersion() {
  return Number(process.versions.node.split('.')[0]);
}

/** Whether npm's own record of node_modules, which it writes last, agrees with the lock file. */
function packagesInstalled() {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    // Optional packages are left out on platforms that they are not for.
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    throw new Fault(`cannot read ${file} (${error.message}): restore it, or delete it and node_modules`);
  }
}

/** `npm ci`, by one process at a time; its output is shown only when it fails. */
async function installPackages() {
  const logs = join(root, '.stoa', 'logs');
  mkdirSync(logs, { recursive: true });
  const lock = join(root, '.stoa', 'npm-ci.lock');
  await takeLock(lock);
  try {
    if (packagesInstalled()) return;
    say('Installing the npm packages (npm ci), which takes up to a minute …');
    const log = join(logs, 'npm-ci.log');
    const code = await npmCi(log, lock);
    if (code !== 0)
      throw new Fault(`${errorLines(log)}\nnpm ci failed (exit code ${code}); all of it: ${log}`);
  } finally {
    rmSync(lock, { force: true });
  }
}

async function npmCi(log, lock) {
  const file = openSync(log, 'w');
  // The scripts' PATH begins with node_modules/.bin, whose Node `npm ci` deletes while it runs.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules));
  const child = spawn('npm', ['ci', '--include=dev', '--include=optional'], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ['ignore', file, file],
  });
  // Should this process be killed, npm still works on: the lock is also its own.
  if (child.pid) appendFileSync(lock, `\n${processOf(child.pid)}`);
  return await exitOf(child, 'npm');
}

/** What npm says of the failure, which its general advice follows. */
function errorLines(log) {
  const lines = readFileSync(log, 'utf8').split('\n');
  const errors = lines.filter((line) => /^npm (error|ERR!) \S/.test(line));
  return errors.slice(0, 12).join('\n');
}

/** Takes the lock, waiting for its owner to release it or to end. */
async function takeLock(lock) {
  for (let told = false; !tryLock(lock); ) {
    const owner = liveOwnerOf(lock);
    if (owner) {
      if (!told) say(`Waiting for process ${owner}, which is installing the npm packages …`);
      told = true;
      await delay(200);
    } else {
      rmSync(lock, { force: true });
    }
  }
}

/** A link to a complete file appears at once and never over another: no lock is without owner. */
function tryLock(lock) {
  const draft = `${lock}.${randomUUID()}`;
  try {
    writeFileSync(draft, processOf(process.pid));
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The pid of a process that the lock names and that still runs. */
function liveOwnerOf(lock) {
  try {
    const owners = readFileSync(lock, 'utf8').split('\n');
    return owners.map((owner) => owner.split(' ')[0]).find((pid, index) => processOf(pid) === owners[index]);
  } catch {
    return undefined;
  }
}

/** A live process as `<pid> <start>`: unlike a bare pid, no later process can have the same. */
function processOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** A Node that runs TypeScript as it is: this one, or the one that came with the packages. */
function findNode() {
  if (majorVersion() >= 24) return process.execPath;
  const bundled = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  throw new Fault(`no Node for ${process.platform}-${process.arch} came with the packages: install Node 24`);
}

async function run(node, args) {
  return await exitOf(spawn(node, args, { cwd: root, stdio: 'inherit' }), node);
}

/** Waits for the child, handing signals on; its exit code, or 128 + the number of the signal that ended it. */
function exitOf(child, name) {
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

function say(line) {
  process.stderr.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  say(error.message);
  process.exitCode = 1;
}
