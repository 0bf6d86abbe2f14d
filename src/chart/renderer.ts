import { existsSync } from 'node:fs';
import { Deadline } from '../base/deadline.ts';
import { readAnswer } from './answer.ts';
import { CHART_BOUNDS } from './bounds.ts';
import type { ChartRefusal, RenderOutcome, RenderRequest } from './rendering.ts';
import { type SandboxFiles, SandboxProcess } from './sandboxprocess.ts';

/** Time (ms) without a rendering after which the process of the sandbox ends. */
const IDLE_MS = 10_000;

/** Share of the memory above which the engine collects garbage as often as it can. */
const HEAP_SHARE = 0.75;

/**
 * Renderer of Helm charts that nobody needs to trust: their templates run in WebAssembly, in a process of its own that
 * has no file, no network, and the clock and the random bytes of the request. The process starts with the first
 * rendering and ends some seconds after the last one. It renders one chart at a time.
 */
export class Renderer {
  readonly #files: SandboxFiles;
  #process: SandboxProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(files: SandboxFiles) {
    this.#files = files;
  }

  /** Renders a chart. Only the reason of an aborted `signal` is thrown. */
  async render(request: RenderRequest, signal?: AbortSignal): Promise<RenderOutcome> {
    const input = inputOf(request);
    if ('type' in input) {
      return refused(input);
    }
    const turn = this.#last.then(() => this.#take(request, input, signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the process, and with it a rendering that is under way. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#process = undefined;
    await process?.end();
  }

  async #take(
    { seed, time }: RenderRequest,
    input: readonly Uint8Array[],
    signal?: AbortSignal,
  ): Promise<RenderOutcome> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    if (!existsSync(this.#files.module)) {
      return refused({ type: 'crashed', message: `the engine of charts is missing: ${this.#files.module}` });
    }
    this.#process ??= new SandboxProcess(this.#files);
    const settings = { seed: Buffer.from(seed).toString('base64'), time: time.getTime() };
    const deadline = new Deadline(CHART_BOUNDS.wait, signal);
    try {
      const answer = await deadline.race(this.#process.ask(settings, ...input));
      return readAnswer(answer) ?? refused({ type: 'crashed', message: 'the answer has another shape' });
    } catch (error) {
      const late = deadline.signal.aborted;
      await this.close();
      signal?.throwIfAborted();
      return refused(late ? { type: 'too-slow' } : { type: 'crashed', message: (error as Error).message });
    } finally {
      deadline.clear();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS);
      this.#idle.unref();
    }
  }
}

function refused(refusal: ChartRefusal): RenderOutcome {
  return { type: 'refused', refusal };
}

/** Input of the module: a line of JSON, and the archive. */
function inputOf(request: RenderRequest): readonly Uint8Array[] | ChartRefusal {
  const { archive, values, release, capabilities, lookup } = request;
  if (archive.length > CHART_BOUNDS.archive) {
    return { type: 'archive-too-large', message: `the archive has more than ${CHART_BOUNDS.archive} bytes` };
  }
  const limits = { unpacked: CHART_BOUNDS.unpacked, heap: CHART_BOUNDS.memory * HEAP_SHARE };
  const line = Buffer.from(`${JSON.stringify({ values, release, capabilities, lookup, limits })}\n`);
  return line.length > CHART_BOUNDS.request ? { type: 'request-too-large' } : [line, archive];
}
