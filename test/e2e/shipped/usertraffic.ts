import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Concurrent users, milliseconds between the requests of each, and their timeout in milliseconds. */
const USERS = 4;
const PAUSE_MS = 20;
const TIMEOUT_MS = 30_000;

/** Users who send requests through a gateway in sequence, and count those without status 200. */
export class UserTraffic {
  readonly #url: string;
  readonly #host: string;
  readonly #agent = new Agent({
    connect: { timeout: TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  readonly #stop = new AbortController();
  readonly #users: readonly Promise<void>[];
  #answered = 0;
  #failed: string[] = [];

  constructor(url: string, host: string) {
    this.#url = url;
    this.#host = host;
    this.#users = Array.from({ length: USERS }, () => this.#use());
  }

  /** Number of requests that were answered with status 200 since the last `takeUnharmed`. */
  get answered(): number {
    return this.#answered;
  }

  /** Number of requests since the last call, as text. Throws if one of them failed, or there was none. */
  takeUnharmed(): string {
    const [answered, failed] = [this.#answered, this.#failed];
    this.#answered = 0;
    this.#failed = [];
    if (failed.length > 0 || answered === 0) {
      throw new Error(
        `${failed.length} of ${answered + failed.length} requests failed: ${failed.slice(0, 3)}`,
      );
    }
    return `${answered} requests, none failed`;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#users);
    await this.#agent.close();
  }

  async #use(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const failure = await this.#send();
      if (failure === undefined) {
        this.#answered += 1;
      } else {
        this.#failed.push(failure);
      }
      await sleep(PAUSE_MS);
    }
  }

  async #send(): Promise<string | undefined> {
    try {
      const answer = await request(this.#url, { dispatcher: this.#agent, headers: { host: this.#host } });
      await answer.body.dump();
      return answer.statusCode === 200 ? undefined : String(answer.statusCode);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** Status of a gateway's response to one request; 0 if there is none. */
export async function statusOf(url: string, host: string): Promise<number> {
  try {
    const answer = await request(url, { headers: { host }, headersTimeout: TIMEOUT_MS });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return 0;
  }
}
