import { expect, it, onTestFinished, vi } from 'vitest';
import { SandboxProcess } from '../../../src/chart/sandboxprocess.ts';
import { sandboxScript } from '../../support/sandboxscript.ts';

const SETTINGS = { seed: 'c2VlZA==', time: 5 };

async function processOf(script: string): Promise<SandboxProcess> {
  const sandbox = new SandboxProcess({ script: await sandboxScript(script), module: '/no/module' });
  onTestFinished(() => sandbox.end());
  return sandbox;
}

async function answerOf(sandbox: SandboxProcess, ...input: readonly Uint8Array[]): Promise<unknown> {
  return JSON.parse(Buffer.from(await sandbox.ask(SETTINGS, ...input)).toString());
}

it('the process has nothing of the environment of the one that asks', async () => {
  vi.stubEnv('TOKEN', 'of the operator');
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  onTestFinished(() => void vi.unstubAllEnvs());
  const sandbox = await processOf(`
    const { readFileSync } = await import('node:fs');
    await answer(() => ({ env: process.env, initial: readFileSync('/proc/self/environ', 'utf8'), args: process.argv.slice(2) }));
  `);
  expect(await answerOf(sandbox)).toEqual({ env: {}, initial: '', args: ['/no/module'] });
});

it('asks with a line of settings and the input behind it', async () => {
  const sandbox = await processOf('await answer((frame) => frame.toString());');
  const asked = `${JSON.stringify(SETTINGS)}\n`;
  expect(await answerOf(sandbox, Buffer.from('one'), Buffer.from('two'))).toBe(`${asked}onetwo`);
  expect(await answerOf(sandbox)).toBe(asked);
});

it('says how the process ended, and its last words', async () => {
  const sandbox = await processOf('console.error("not today"); process.exit(7);');
  await expect(sandbox.ask(SETTINGS)).rejects.toThrow('the sandbox ended with 7: not today');
});

it('says that a process was ended', async () => {
  const sandbox = await processOf('await answer(() => process.kill(process.pid, "SIGKILL"));');
  await expect(sandbox.ask(SETTINGS)).rejects.toThrow('the sandbox ended with SIGKILL');
});
