/** Report of long work to the user. */
export interface Progress {
  /** Prints a line that belongs to no task. */
  info(line: string): void;
  /** Begins a task. */
  task(title: string): ProgressTask;
}

/** Task under way; ends with exactly one `done` or `failed`. */
export interface ProgressTask {
  /** Sets the present state, such as `12 of 40`. */
  note(text: string): void;
  /** Sets the share that is done (0 to 1), and the estimated seconds that are left. */
  reached(share: number, secondsLeft?: number): void;
  /** Ends the task; `text` adds to the title. */
  done(text?: string): void;
  /** Ends the task without success; `text` is the reason. */
  failed(text: string): void;
}

/** Stream for progress: standard error or output, or a stand-in. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Progress as one line that is rewritten on a terminal; elsewhere a line at the start, every 30 s and at the end. */
export function terminalProgress(stream: ProgressStream): Progress {
  return stream.isTTY ? new TerminalProgress(stream) : new PlainProgress(stream);
}

const TERMINAL_INTERVAL_MS = 1_000;
const PLAIN_INTERVAL_MS = 30_000;
const CLEAR_LINE = '\r\u001b[2K';

/** State of one task as text. */
class Task {
  readonly title: string;
  readonly #start = performance.now();
  noteText = '';

  constructor(title: string) {
    this.title = title;
  }

  running(): string {
    const note = this.noteText && `, ${this.noteText}`;
    return `${this.title}: ${this.#elapsed()}${note}`;
  }

  ending(mark: string, text: string | undefined): string {
    return `${mark} ${this.title}${text ? `: ${text}` : ''} (${this.#elapsed()})`;
  }

  #elapsed(): string {
    return duration((performance.now() - this.#start) / 1_000);
  }
}

/** `38 %, about 2 min 10 s left`. */
function reachedText(share: number, secondsLeft: number | undefined): string {
  const percent = `${Math.floor(share * 100)} %`;
  return secondsLeft === undefined ? percent : `${percent}, about ${estimate(secondsLeft)} left`;
}

/** Estimate in words, rounded to ten seconds where it is longer. */
function estimate(seconds: number): string {
  return duration(seconds < 10 ? Math.max(1, seconds) : Math.round(seconds / 10) * 10);
}

class TerminalProgress implements Progress {
  readonly #stream: ProgressStream;
  readonly #tasks: Task[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  info(line: string): void {
    this.#stream.write(`${CLEAR_LINE}${line}\n`);
    this.#draw();
  }

  task(title: string): ProgressTask {
    const task = new Task(title);
    this.#tasks.push(task);
    this.#timer ??= setInterval(() => this.#draw(), TERMINAL_INTERVAL_MS).unref();
    this.#draw();
    const note = (text: string): void => {
      if (task.noteText === text) {
        return;
      }
      task.noteText = text;
      this.#draw();
    };
    return {
      note,
      reached: (share, secondsLeft) => note(reachedText(share, secondsLeft)),
      done: (text) => this.#end(task, task.ending('✓', text)),
      failed: (text) => this.#end(task, task.ending('✗', text)),
    };
  }

  #end(task: Task, line: string): void {
    this.#tasks.splice(this.#tasks.indexOf(task), 1);
    if (this.#tasks.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.info(line);
  }

  /** Draws the latest task, cut to the width: a wrapped line could not be rewritten. */
  #draw(): void {
    const line = this.#tasks.at(-1)?.running();
    if (line === undefined) {
      return;
    }
    this.#stream.write(`${CLEAR_LINE}${line.slice(0, (this.#stream.columns || 80) - 1)}`);
  }
}

class PlainProgress implements Progress {
  readonly #stream: ProgressStream;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  info(line: string): void {
    this.#stream.write(`${line}\n`);
  }

  task(title: string): ProgressTask {
    const task = new Task(title);
    this.info(title);
    const timer = setInterval(() => this.info(task.running()), PLAIN_INTERVAL_MS).unref();
    const end = (line: string): void => {
      clearInterval(timer);
      this.info(line);
    };
    return {
      note: (text) => {
        task.noteText = text;
      },
      reached: (share, secondsLeft) => {
        task.noteText = reachedText(share, secondsLeft);
      },
      done: (text) => end(task.ending('✓', text)),
      failed: (text) => end(task.ending('✗', text)),
    };
  }
}

/** `38 s`, `4 min`, `1 min 05 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) {
    return `${whole} s`;
  }
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} min${rest ? ` ${String(rest).padStart(2, '0')} s` : ''}`;
}
