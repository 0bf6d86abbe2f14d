import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { CHART_BOUNDS } from '../../../src/chart/bounds.ts';
import type { Renderer } from '../../../src/chart/renderer.ts';
import { renderRequest } from '../../support/charts.ts';
import { anyArchive, anyIndex } from './archives.ts';
import { LOOT } from './loot.ts';
import type { SandboxSeen } from './watch.ts';

/** MiB of the process beside the memory of the engine: JavaScript, the module, and the request. */
const BESIDE_MIB = 320;

const MOST_MIB = CHART_BOUNDS.memory / 2 ** 20 + BESIDE_MIB;

/** Question in how many is asked again: the answer must be the same. */
const AGAIN = 10;

/** Counts of a campaign, and what must not be. */
export interface Counts {
  /** Questions by the type of their outcome. */
  readonly outcomes: Record<string, number>;
  readonly findings: string[];
  peakMib: number;
  slowestMs: number;
}

/** Renderer, as far as it is asked. */
type Asked = Pick<Renderer, 'render' | 'choose'>;

/** Renderer, and its processes as the system sees them. */
interface Subject {
  readonly renderer: Asked;
  readonly seen: () => readonly SandboxSeen[];
}

/** Asks a renderer one question that follows from a seed, and counts what comes of it. */
export async function askOne({ renderer, seen }: Subject, seed: number, counts: Counts): Promise<void> {
  const ask = questionOf(seed);
  const began = performance.now();
  const answer = await ask(renderer);
  counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began);
  const type = typeOf(answer);
  counts.outcomes[type] = (counts.outcomes[type] ?? 0) + 1;
  const say = (what: string) => void counts.findings.push(`seed ${seed}: ${what}`);
  if (JSON.stringify(answer).includes(LOOT.content)) {
    say('the chart has read a file of the host');
  }
  for (const { opened, peakMib } of seen()) {
    counts.peakMib = Math.max(counts.peakMib, peakMib);
    if (opened.length > 0 || peakMib > MOST_MIB) {
      say(`the sandbox has ${peakMib.toFixed()} MiB and ${opened.join(', ') || 'no file'}`);
    }
  }
  if (seed % AGAIN === 0 && type !== 'too-slow' && !isDeepStrictEqual(await ask(renderer), answer)) {
    say(`another outcome than ${type} at the second time`);
  }
}

type Answer = Awaited<ReturnType<Renderer['render'] | Renderer['choose']>>;

function questionOf(seed: number): (renderer: Asked) => Promise<Answer> {
  if (seed % 8 === 7) {
    const index = sampleOf(anyIndex, seed);
    const version = sampleOf(fc.constantFrom('', '1.0.0', '^1', '>', '*'), seed);
    return (renderer) => renderer.choose(index, { name: 'odd', version });
  }
  const archive = sampleOf(anyArchive, seed);
  const values = sampleOf(fc.dictionary(fc.constantFrom('a', 'deep', 'x'), fc.jsonValue()), seed);
  return (renderer) => renderer.render(renderRequest(archive, { values: values as Record<string, unknown> }));
}

function sampleOf<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as T;
}

function typeOf(answer: Answer): string {
  return answer.type === 'refused' ? answer.refusal.type : answer.type;
}
