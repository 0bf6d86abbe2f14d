import { existsSync } from 'node:fs';
import { Deadline } from '../base/deadline.ts';
import { present } from '../base/fields.ts';
import {
  readChoice,
  readDescription,
  readIdentity,
  readListing,
  readRendering,
  readValuesAnswer,
} from './answer.ts';
import { CHART_BOUNDS } from './bounds.ts';
import type {
  ChartReference,
  DescribeOutcome,
  IdentityOutcome,
  IndexBrowser,
  IndexOutcome,
  IndexReader,
  Listing,
  ListOutcome,
} from './fetch/indexreader.ts';
import type { ChartRefusal, RenderOutcome, RenderRequest } from './rendering.ts';
import {
  type Circumstances,
  type SandboxFiles,
  SandboxProcess,
  type SandboxSettings,
} from './sandboxprocess.ts';
import type { ReadValues, ValuesReader } from './values.ts';

/** Time (ms) without a rendering after which the process of the sandbox ends: whoever edits values is back within it. */
const IDLE_MS = 60_000;

/** Share of the memory above which the engine collects garbage as often as it can. */
const HEAP_SHARE = 0.75;

const LIMITS = { unpacked: CHART_BOUNDS.unpacked, heap: CHART_BOUNDS.memory * HEAP_SHARE };

/** Settings for what depends on no time and nothing random. */
const SETTLED: SandboxSettings = { seed: '', time: 0 };

/** Input of the module: a line of JSON, and the archive or the index. */
type Input = readonly [line: Uint8Array, content: Uint8Array];

/** Question to the module, and the reader of its answer. */
interface Question<T> {
  readonly settings: SandboxSettings;
  readonly input: Input;
  readonly read: (answer: Uint8Array) => T | undefined;
}

/** Outcome of a question that has no answer. */
interface Failed {
  readonly type: 'refused';
  readonly refusal: { readonly type: 'too-slow' } | { readonly type: 'crashed'; readonly message: string };
}

/**
 * Renderer of Helm charts that nobody needs to trust: their templates run in WebAssembly, in a process of its own that
 * has no file, no network, and the clock and the random bytes of the request. The process starts with the first
 * chart and ends a minute after the last one. It renders one chart at a time. It also reads the indexes of
 * repositories, the names in archives and texts of values, with the parser and within the bounds of charts.
 */
export class Renderer implements IndexReader, IndexBrowser, ValuesReader {
  readonly #files: SandboxFiles;
  #process: SandboxProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(files: SandboxFiles) {
    this.#files = files;
  }

  /** Starts the process for what is soon to be rendered, unless it runs. */
  prepare(): void {
    if (this.#process === undefined && existsSync(this.#files.module)) {
      this.#process = new SandboxProcess(this.#files);
      this.#rest();
    }
  }

  /** Renders a chart. Only the reason of an aborted `signal` is thrown. */
  async render(request: RenderRequest, signal?: AbortSignal): Promise<RenderOutcome> {
    const input = inputOf(request);
    if ('type' in input) {
      return { type: 'refused', refusal: input };
    }
    const { fresh, known } = request;
    const settings = { ...circumstancesOf(request), ...present({ fresh: fresh && circumstancesOf(fresh) }) };
    return this.#ask({ settings, input, read: (answer) => readRendering(answer, known) }, signal);
  }

  /** Chooses the version of a chart in the index of its repository. Only the reason of an aborted `signal` is thrown. */
  async choose(index: Uint8Array, chart: ChartReference, signal?: AbortSignal): Promise<IndexOutcome> {
    const line = Buffer.from(`${JSON.stringify({ index: chart, limits: LIMITS })}\n`);
    return this.#ask({ settings: SETTLED, input: [line, index], read: readChoice }, signal);
  }

  /** Lists a part of the index of a repository. Only the reason of an aborted `signal` is thrown. */
  async list(index: Uint8Array, part: Listing, signal?: AbortSignal): Promise<ListOutcome> {
    const line = Buffer.from(`${JSON.stringify({ list: part, limits: LIMITS })}\n`);
    return this.#ask({ settings: SETTLED, input: [line, index], read: readListing }, signal);
  }

  /** Says which chart an archive is, and whether it is the wanted one. Only the reason of an aborted `signal` is thrown. */
  async identify(
    archive: Uint8Array,
    { name, version }: ChartReference,
    signal?: AbortSignal,
  ): Promise<IdentityOutcome> {
    const line = Buffer.from(`${JSON.stringify({ identify: { name, version }, limits: LIMITS })}\n`);
    return this.#ask({ settings: SETTLED, input: [line, archive], read: readIdentity }, signal);
  }

  /** Reads the default values of a chart. Only the reason of an aborted `signal` is thrown. */
  async describe(archive: Uint8Array, signal?: AbortSignal): Promise<DescribeOutcome> {
    const line = Buffer.from(`${JSON.stringify({ describe: true, limits: LIMITS })}\n`);
    return this.#ask({ settings: SETTLED, input: [line, archive], read: readDescription }, signal);
  }

  /** Reads a text of values. Only the reason of an aborted `signal` is thrown. */
  async readValues(text: Uint8Array, signal?: AbortSignal): Promise<ReadValues> {
    const line = Buffer.from(`${JSON.stringify({ readValues: true, limits: LIMITS })}\n`);
    return this.#ask({ settings: SETTLED, input: [line, text], read: readValuesAnswer }, signal);
  }

  /** Ends the process, and with it a rendering that is under way. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#process = undefined;
    await process?.end();
  }

  #ask<T>(question: Question<T>, signal?: AbortSignal): Promise<T | Failed> {
    const turn = this.#last.then(() => this.#take(question, signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #take<T>({ settings, input, read }: Question<T>, signal?: AbortSignal): Promise<T | Failed> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    if (!existsSync(this.#files.module)) {
      return crashed(`the engine of charts is missing: ${this.#files.module}`);
    }
    this.#process ??= new SandboxProcess(this.#files);
    const deadline = new Deadline(CHART_BOUNDS.wait, signal);
    try {
      const answer = await deadline.race(this.#process.ask(settings, ...input));
      return read(answer) ?? crashed('the answer has another shape');
    } catch (error) {
      const late = deadline.signal.aborted;
      await this.close();
      signal?.throwIfAborted();
      return late ? { type: 'refused', refusal: { type: 'too-slow' } } : crashed((error as Error).message);
    } finally {
      deadline.clear();
      this.#rest();
    }
  }

  /** Ends the process after a time without a question. */
  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS);
    this.#idle.unref();
  }
}

function crashed(message: string): Failed {
  return { type: 'refused', refusal: { type: 'crashed', message } };
}

function circumstancesOf({ seed, time }: Pick<RenderRequest, 'seed' | 'time'>): Circumstances {
  return { seed: Buffer.from(seed).toString('base64'), time: time.getTime() };
}

function inputOf(request: RenderRequest): Input | ChartRefusal {
  const { archive, values, release, capabilities, lookup, known: { texts: known } = {} } = request;
  if (archive.length > CHART_BOUNDS.archive) {
    return { type: 'archive-too-large', message: `the archive has more than ${CHART_BOUNDS.archive} bytes` };
  }
  const fresh = request.fresh?.ranges ?? [];
  const asked = { values, release, capabilities, lookup, known, fresh, limits: LIMITS };
  const line = Buffer.from(`${JSON.stringify(asked)}\n`);
  return line.length > CHART_BOUNDS.request ? { type: 'request-too-large' } : [line, archive];
}
