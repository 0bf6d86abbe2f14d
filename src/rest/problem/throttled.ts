import { Problem } from './problem.ts';

/** The Problem `tooManyRequests`, with what the header Retry-After says. */
export class Throttled extends Problem {
  readonly retryAfterSeconds: number;

  constructor(detail: string, retryAfterSeconds: number) {
    super('tooManyRequests', `${detail}; try again in ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
