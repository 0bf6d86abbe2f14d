import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../../../deploy/local/binaries/lock.ts';
import { eventually } from '../../../../support/eventually.ts';
import { contents, temporaryFolder } from './support.ts';

const never = async (): Promise<boolean> => false;
const ignore = (): void => undefined;

test('the lock is held by one at a time, and the waiter is told who holds it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, '.lock');
  const first = await takeLock(path, { settled: never, onWait: ignore });
  const holders: string[] = [];
  const order: string[] = [];
  const waiting = takeLock(path, { settled: never, onWait: (pid) => holders.push(pid) }).then((lock) => {
    order.push('second');
    return lock;
  });
  await eventually(() => expect(holders).toEqual([String(process.pid)]));
  order.push('released');
  await first?.[Symbol.asyncDispose]();
  const second = await waiting;
  expect(order).toEqual(['released', 'second']);
  await second?.[Symbol.asyncDispose]();
  expect(await contents(folder)).toEqual([]);
});

test('a lock is not waited for when its purpose is fulfilled', async () => {
  const path = join(await temporaryFolder(), '.lock');
  await using first = await takeLock(path, { settled: never, onWait: ignore });
  let done = false;
  const waiting = takeLock(path, { settled: async () => done, onWait: ignore });
  done = true;
  expect(await waiting).toBeUndefined();
  expect(first).toBeDefined();
});

test('an abort ends the waiting', async () => {
  const path = join(await temporaryFolder(), '.lock');
  await using first = await takeLock(path, { settled: never, onWait: ignore });
  const abort = new AbortController();
  const waiting = takeLock(path, { settled: never, onWait: () => abort.abort(), signal: abort.signal });
  await expect(waiting).rejects.toThrow(/abort/i);
  expect(first).toBeDefined();
});

test.each([
  ['of a process that has ended', async () => `${await deadPid()}-12345`],
  ['of an earlier process with this pid', async () => `${process.pid}-1`],
  ['that is damaged', async () => 'rubbish'],
])('a lock %s is taken over', async (_, owner) => {
  const folder = await temporaryFolder();
  const path = join(folder, '.lock');
  await writeFile(path, await owner());
  const held = { now: 0, most: 0 };
  async function hold(): Promise<void> {
    await using lock = await takeLock(path, { settled: never, onWait: ignore });
    expect(lock).toBeDefined();
    held.now += 1;
    held.most = Math.max(held.most, held.now);
    expect(await readFile(path, 'utf8')).toMatch(new RegExp(`^${process.pid}-`));
    held.now -= 1;
  }
  await Promise.all([hold(), hold(), hold()]);
  expect(held.most).toBe(1);
  expect(await contents(folder)).toEqual([]);
});

async function deadPid(): Promise<number | undefined> {
  const child = spawn('/bin/true');
  await once(child, 'exit');
  return child.pid;
}
