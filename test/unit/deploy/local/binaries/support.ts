import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { create } from 'tar';
import { onTestFinished } from 'vitest';
import { type BinaryName, CATALOGUE } from '../../../../../deploy/local/binaries/catalogue.ts';
import { currentPlatform } from '../../../../../deploy/local/binaries/platform.ts';
import type { Progress } from '../../../../../deploy/local/progress.ts';

/** A folder of the test's own, removed at its end. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a shell script that may be run; the script finds no other program than by absolute path. */
export async function script(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

/** All files and folders below the folder, sorted. */
export async function contents(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

/** Progress that keeps its lines. */
export interface RecordedProgress extends Progress {
  readonly lines: string[];
}

/** Progress for a test to read. */
export function recordedProgress(): RecordedProgress {
  const lines: string[] = [];
  return {
    lines,
    info: (line) => lines.push(line),
    task: (title) => {
      lines.push(title);
      return {
        note: () => undefined,
        reached: () => undefined,
        done: () => lines.push(`done: ${title}`),
        failed: (text) => lines.push(`failed: ${title}: ${text}`),
      };
    },
  };
}

/** Answer of the mirror for a path. */
type Answer = Buffer | string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A local mirror of the publishers' hosts. */
export interface Mirror {
  readonly url: string;
  /** Paths below the base URL, without leading slash, and what they hold. */
  readonly files: Map<string, Answer>;
  /** Every path that was asked for, in order. */
  readonly asked: string[];
}

/** Starts a mirror under a base path; it ends with the test. */
export async function startMirror(): Promise<Mirror> {
  const files = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/base/', '');
    asked.push(path);
    const answer = files.get(path);
    if (answer === undefined) {
      response.writeHead(404).end();
    } else if (typeof answer === 'function') {
      answer(request, response);
    } else {
      response.end(answer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/base`, files, asked };
}

/** Publishes a release of the program with these bytes, and returns the mirror's path of it. */
export async function publish(mirror: Mirror, name: BinaryName, bytes: string): Promise<string> {
  const release = CATALOGUE[name].release(currentPlatform());
  const file = release.member === undefined ? Buffer.from(bytes) : await archive(release.member, bytes);
  const sum = createHash('sha256').update(file).digest('hex');
  const path = release.url.replace('https://', '');
  mirror.files.set(path, file);
  mirror.files.set(
    release.checksumUrl.replace('https://', ''),
    release.member === undefined ? sum : `${'0'.repeat(64)}  other.tar.gz\n${sum}  ${basename(path)}\n`,
  );
  return path;
}

async function archive(member: string, bytes: string): Promise<Buffer> {
  const folder = await temporaryFolder();
  await script(join(folder, member), bytes);
  await writeFile(join(folder, member), bytes);
  await writeFile(join(folder, 'LICENSE'), 'other files come with it');
  return create({ gzip: true, cwd: folder, portable: true }, ['LICENSE', member]).concat();
}
