import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CHART_BOUNDS } from '../../../src/chart/bounds.ts';
import { Renderer } from '../../../src/chart/renderer.ts';
import { renderRequest } from '../../support/charts.ts';
import { sandboxScript } from '../../support/sandboxscript.ts';

/** Answers with the process in the message. */
const TELLING = `await answer(() => ({
  type: 'refused', refusal: { type: 'crashed', message: String(process.pid) },
}));`;

const REQUEST = renderRequest(Buffer.from('chart'));

async function rendererOf(code: string, module = import.meta.filename): Promise<Renderer> {
  const renderer = new Renderer({ script: await sandboxScript(code), module });
  onTestFinished(() => renderer.close());
  return renderer;
}

/** Message of a renderer's refusal. */
async function messageOf(renderer: Renderer): Promise<string> {
  const outcome = await renderer.render(REQUEST);
  return outcome.type === 'refused' && 'message' in outcome.refusal ? outcome.refusal.message : '';
}

/** Identifiers of the processes that this one has started. */
function childrenOf(): readonly string[] {
  return readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

function lives(pid: string): boolean {
  return existsSync(`/proc/${pid}/exe`);
}

it('one process renders one chart after the other, and another one when it has ended', async () => {
  const renderer = await rendererOf(TELLING);
  const [one, two] = await Promise.all([messageOf(renderer), messageOf(renderer)]);
  expect(two).toBe(one);
  expect(lives(one)).toBe(true);
  await renderer.close();
  expect(lives(one)).toBe(false);
  expect(await messageOf(renderer)).not.toBe(one);
});

it('a process after a failure is not ended by the time of the one before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const renderer = await rendererOf(TELLING);
  const abort = new AbortController();
  const rendering = renderer.render(REQUEST, abort.signal);
  await setImmediate();
  abort.abort(new Error('nobody waits'));
  await expect(rendering).rejects.toThrow('nobody waits');
  vi.advanceTimersByTime(30_000);
  renderer.prepare();
  const pid = await messageOf(renderer);
  vi.advanceTimersByTime(59_000);
  expect(await messageOf(renderer)).toBe(pid);
});

it('the process ends a minute after the last chart', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const renderer = await rendererOf(TELLING);
  const pid = await messageOf(renderer);
  vi.advanceTimersByTime(59_000);
  expect(await messageOf(renderer)).toBe(pid);
  vi.advanceTimersByTime(59_999);
  expect(lives(pid)).toBe(true);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => lives(pid)).toBe(false);
});

it('a process that is prepared renders, or ends a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const renderer = await rendererOf(TELLING);
  const before = childrenOf();
  const started = () => childrenOf().filter((each) => !before.includes(each));
  renderer.prepare();
  renderer.prepare();
  const [pid = '', ...more] = started();
  expect(more).toEqual([]);
  expect(await messageOf(renderer)).toBe(pid);
  await renderer.close();
  renderer.prepare();
  const [next = ''] = started();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => lives(next)).toBe(false);
});

it('a request that is too large reaches no process', async () => {
  const renderer = await rendererOf(TELLING, '/no/engine');
  const archive = Buffer.alloc(CHART_BOUNDS.archive + 1);
  const outcome = await renderer.render(renderRequest(archive));
  expect(outcome).toMatchObject({ refusal: { type: 'archive-too-large' } });
});

it('a missing engine is named, and used as soon as it is there', async () => {
  const module = `${await sandboxScript('')}.wasm`;
  const renderer = await rendererOf(TELLING, module);
  expect(await messageOf(renderer)).toBe(`the engine of charts is missing: ${module}`);
  await writeFile(module, '');
  expect(await messageOf(renderer)).toMatch(/^\d+$/);
});

it('what is no outcome is a crash, and so is the end of the process', async () => {
  const other = await rendererOf('await answer(() => ({ type: "rendered" }));');
  expect(await messageOf(other)).toBe('the answer has another shape');
  const ended = await rendererOf('console.error("no"); process.exit(1);');
  expect(await messageOf(ended)).toMatch(/^the sandbox ended with 1: no/);
});

it('an aborted rendering ends with its reason, and with the process', async () => {
  const renderer = await rendererOf('await answer(() => { for (;;) {} });');
  const abort = new AbortController();
  const rendering = renderer.render(REQUEST, abort.signal);
  abort.abort(new Error('nobody waits'));
  await expect(rendering).rejects.toThrow('nobody waits');
  await expect(renderer.render(REQUEST, AbortSignal.abort(new Error('no more')))).rejects.toThrow('no more');
});
