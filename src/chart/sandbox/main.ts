/**
 * `node main.ts MODULE`: the process in which charts are rendered and chosen. For each frame on stdin, a line of settings and the
 * input of the module, it writes a frame with the outcome to stdout. It ends with its stdin; in the middle of a program, it
 * ends with the process that started it.
 */
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { CHART_BOUNDS } from '../bounds.ts';
import { framed, framesIn } from '../frames.ts';
import type { ChartRefusal, RenderOutcome } from '../rendering.ts';
import type { Circumstances, SandboxSettings } from '../sandboxprocess.ts';
import { RandomBytes } from './random.ts';
import { type End, WasiInstance, type World } from './wasi.ts';

/** The process that asks has the first right to the CPU. */
const PRIORITY = 10;

const LINE_FEED = 10;

const parent = process.ppid;

/** Ends this process where nobody waits for it: a process whose parent has ended gets another one. */
function endWithParent(): void {
  if (process.ppid !== parent) {
    process.exit();
  }
}

function outcomeOf(program: WasiInstance, frame: Uint8Array): Uint8Array {
  const end = frame.indexOf(LINE_FEED);
  const settings = JSON.parse(Buffer.from(frame.subarray(0, end)).toString()) as SandboxSettings;
  const ended = answerOf(program, {
    stdin: frame.subarray(end + 1),
    ...circumstancesOf(settings),
    fresh: settings.fresh && circumstancesOf(settings.fresh),
    maxOutput: CHART_BOUNDS.output,
    maxTime: CHART_BOUNDS.time,
    onClock: endWithParent,
  });
  if (ended === 0) {
    return program.output;
  }
  const refusal = typeof ended === 'object' ? ended : refusalOfEnd(ended, program.errors);
  const outcome: RenderOutcome = { type: 'refused', refusal };
  return Buffer.from(JSON.stringify(outcome));
}

function circumstancesOf({ time, seed }: Circumstances): Pick<World, 'time' | 'random'> {
  return { time, random: new RandomBytes(Buffer.from(seed, 'base64')) };
}

/** End of an answer, or the refusal by what the JavaScript engine throws: a RangeError at the end of its stack. */
function answerOf(program: WasiInstance, world: World): End | ChartRefusal {
  try {
    return program.call('answer', world);
  } catch (error) {
    return error instanceof RangeError
      ? { type: 'too-deep' }
      : refusalOfFailure(program.errors || String(error));
  }
}

function refusalOfEnd(end: End, errors: string): ChartRefusal {
  return typeof end === 'string' ? { type: end } : refusalOfFailure(errors);
}

/** Refusal by the last words of a program: the Go runtime ends itself when its memory does not grow. */
function refusalOfFailure(message: string): ChartRefusal {
  return /out of memory|cannot allocate memory/.test(message)
    ? { type: 'out-of-memory' }
    : { type: 'crashed', message };
}

setPriority(PRIORITY);
const [file = ''] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
const most = Math.max(CHART_BOUNDS.archive, CHART_BOUNDS.index) + 2 * CHART_BOUNDS.request;
// Each question has an instance of its own, which is made before it comes.
let next = await WasiInstance.of(module);
for await (const frame of framesIn(process.stdin, most)) {
  process.stdout.write(framed(outcomeOf(next, frame)));
  next = await WasiInstance.of(module);
}
