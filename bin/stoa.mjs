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
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EarlyBuild } from './early.mjs';
import { environment, exitOf, Fault, findNode, majorVersion, modules, root } from './runtime.mjs';

const scripts = {
  start: ['deploy/local/cli.ts', 'start'],
  stop: ['deploy/local/cli.ts', 'stop'],
  test: ['test/run.ts'],
  'test:unit': ['test/loop/run.ts', 'unit'],
  'test:cluster': ['test/loop/run.ts', 'cluster'],
};

async function main() {
  const [command, ...all] = process.argv.slice(2);
  const args = chooseVersions(command, all);
  if (majorVersion() < 20) {
    throw new Fault(`Stoa needs Node 20 or newer; this is ${process.version}`);
  }
  const script = Object.hasOwn(scripts, command ?? '') ? scripts[command] : undefined;
  if (!script) {
    throw new Fault(`usage: node bin/stoa.mjs ${Object.keys(scripts).join('|')} [arguments]`);
  }
  if (!packagesInstalled()) {
    await prepare(command === 'test' || isLocalStart(command, args));
  }
  return await run(findNode(), [...script, ...args]);
}

/** Options of versions, which count for all processes, and for the tests alone. */
const versionOptions = { '--kubernetes': 'STOA_KUBERNETES', '--gateway-api': 'STOA_GATEWAY_API' };

/** Arguments without those that choose versions, which are in the environment then. */
function chooseVersions(command, args) {
  return args.filter((arg) => {
    const [option, version] = arg.split('=');
    const variable = command?.startsWith('test') ? versionOptions[option] : undefined;
    if (variable === undefined) {
      return true;
    }
    process.env[variable] = version ?? '';
    return false;
  });
}

function isLocalStart(command, args) {
  return command === 'start' && !args.some((arg) => arg.startsWith('--cluster'));
}

/** Installs the packages; what takes longest on a machine without programs begins meanwhile. */
async function prepare(needsPrograms) {
  const began = performance.now();
  const build = needsPrograms ? new EarlyBuild() : undefined;
  try {
    await installPackages();
  } finally {
    await build?.end();
  }
  process.env.STOA_PACKAGES_SECONDS = ((performance.now() - began) / 1_000).toFixed(1);
}

/** Whether npm's own record of node_modules, which it writes last, agrees with the lock file. */
function packagesInstalled() {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) {
    return false;
  }
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') {
      return true;
    }
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
    if (packagesInstalled()) {
      return;
    }
    say('Installing the npm packages (npm ci) …');
    const log = join(logs, 'npm-ci.log');
    const code = await npmCi(log, lock);
    if (code !== 0) {
      throw new Fault(`${errorLines(log)}\nnpm ci failed (exit code ${code}); all of it: ${log}`);
    }
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
  if (child.pid) {
    appendFileSync(lock, `\n${processOf(child.pid)}`);
  }
  return await exitOf(child, 'npm');
}

/** Part of npm's output that describes the failure; general advice follows it. */
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
      if (!told) {
        say(`Waiting for process ${owner}, which is installing the npm packages …`);
      }
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
    if (error.code === 'EEXIST') {
      return false;
    }
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

/** Hands over; what is told of the time includes this process. */
async function run(node, args) {
  const env = { ...environment(), STOA_BEGAN: String(Math.round(performance.timeOrigin)) };
  return await exitOf(spawn(node, args, { cwd: root, stdio: 'inherit', env }), node);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Fault)) {
    throw error;
  }
  say(error.message);
  process.exitCode = 1;
}
