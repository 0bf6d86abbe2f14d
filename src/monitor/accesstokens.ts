import { z } from 'zod';
import { backoffMs } from '../base/backoff.ts';
import { basicAuthorization } from '../base/basic.ts';
import { readBounded } from '../base/body.ts';
import { Deadline } from '../base/deadline.ts';
import { Connections } from './connections.ts';
import type { Auth } from './sourcesettings.ts';

/** Milliseconds for a request: half of those for a query, which waits for it. */
const TIMEOUT_MS = 5_000;

/** Bytes of an answer. */
const MAX_BYTES = 64 * 1024;

/** Validity of a token in seconds if the answer names none. */
const DEFAULT_SECONDS = 300;

/** Milliseconds before its end at which a token is replaced; a tenth of its validity if that is less. */
const EARLY_MS = 30_000;

/** Milliseconds in which a new token is not replaced, even if the source of metrics rejects it. */
const YOUNG_MS = 10_000;

/** Delays between failed requests. */
const BACKOFF = { firstMs: 1_000, maxMs: 60_000 };

const answerSchema = z.object({
  access_token: z
    .string()
    .max(16 * 1024)
    .regex(/^[!-~]+$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().min(1).max(31_536_000).default(DEFAULT_SECONDS),
});

const errorSchema = z.object({ error: z.string().regex(/^[a-z_]{1,64}$/) });

/** Settings of the client credentials grant. */
type OAuth2 = Auth & { readonly type: 'oauth2' };

/** A token with the times, by the clock of the process, from which it is replaced and not used any more. */
interface AccessToken {
  readonly text: string;
  readonly since: number;
  readonly staleAt: number;
  readonly endsAt: number;
}

/** Secrets and authorities for a request, as their files have them now. */
export interface TokenRequest {
  readonly secret: string;
  readonly ca: string | undefined;
}

/**
 * Access tokens by the client credentials grant of OAuth 2.0 (RFC 6749, section 4.4). A token serves until shortly
 * before its end; one request at a time asks for the next one, and failures are spread by a backoff.
 */
export class AccessTokens {
  readonly #settings: OAuth2;
  readonly #connections: Connections;
  #token: AccessToken | undefined;
  #asking: Promise<void> | undefined;
  #failures = 0;
  #retryAt = 0;
  #problem: string | undefined;

  constructor(settings: OAuth2) {
    this.#settings = settings;
    this.#connections = new Connections(new URL(settings.tokenUrl).origin, {
      connections: 1,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** Reason why the last request had no token, if it had none. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** A valid token. Rejects with an Error whose message is the reason why there is none. */
  async get(request: () => Promise<TokenRequest>): Promise<string> {
    if (performance.now() >= (this.#token?.staleAt ?? 0) && performance.now() >= this.#retryAt) {
      this.#asking ??= this.#renew(request).finally(() => {
        this.#asking = undefined;
      });
    }
    await this.#asking;
    if (this.#token === undefined || performance.now() >= this.#token.endsAt) {
      throw new Error(this.#problem);
    }
    return this.#token.text;
  }

  /** Replaces a token that the source of metrics rejects, unless it is new: the next one would fare the same. */
  reject(text: string): void {
    const token = this.#token;
    if (token?.text === text && performance.now() - token.since >= YOUNG_MS) {
      this.#token = { ...token, staleAt: 0 };
    }
  }

  close(): Promise<void> {
    return this.#connections.destroy();
  }

  async #renew(request: () => Promise<TokenRequest>): Promise<void> {
    try {
      const { text, seconds } = await this.#ask(await request());
      const since = performance.now();
      const endsAt = since + 1000 * seconds;
      this.#token = { text, since, endsAt, staleAt: endsAt - Math.min(EARLY_MS, 100 * seconds) };
      this.#failures = 0;
      this.#problem = undefined;
    } catch (error) {
      this.#failures += 1;
      this.#retryAt = performance.now() + backoffMs(BACKOFF, this.#failures);
      this.#problem = (error as Error).message;
    }
  }

  async #ask({ secret, ca }: TokenRequest): Promise<{ readonly text: string; readonly seconds: number }> {
    const deadline = new Deadline(TIMEOUT_MS);
    try {
      return await deadline.race(this.#post(secret, ca, deadline.signal));
    } catch (error) {
      throw new Error(`${this.#settings.tokenUrl}: ${reasonOf(error, deadline.signal.aborted)}`);
    } finally {
      deadline.clear();
    }
  }

  async #post(secret: string, ca: string | undefined, signal: AbortSignal) {
    const { tokenUrl, clientId, scopes } = this.#settings;
    const scope = scopes.length === 0 ? {} : { scope: scopes.join(' ') };
    const pool = this.#connections.of(ca === undefined ? {} : { ca });
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: new URL(tokenUrl).pathname,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: clientAuthorization(clientId, secret),
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...scope }).toString(),
      signal,
    });
    return tokenOf(statusCode, await readBounded(body, MAX_BYTES));
  }
}

/** Header of a client: RFC 6749, section 2.3.1, encodes both parts as in a form. */
function clientAuthorization(clientId: string, secret: string): string {
  const [id, password] = [clientId, secret].map((text) =>
    new URLSearchParams({ '': text }).toString().slice(1),
  );
  return basicAuthorization(`${id}:${password}`);
}

/** Problem of an answer or a connection, whose message has no text of the server but the code of its error. */
class TokenProblem extends Error {}

function reasonOf(error: unknown, late: boolean): string {
  if (late) {
    return `no answer within ${TIMEOUT_MS / 1000} s`;
  }
  if (error instanceof TokenProblem) {
    return error.message;
  }
  return `cannot be reached (${error instanceof Error && 'code' in error ? error.code : 'unknown error'})`;
}

function tokenOf(status: number, bytes: Uint8Array | undefined) {
  const json = jsonOf(bytes);
  if (status !== 200) {
    const { data } = errorSchema.safeParse(json);
    throw new TokenProblem(`status ${status}${data === undefined ? '' : `, ${data.error}`}`);
  }
  const answer = answerSchema.safeParse(json);
  if (!answer.success) {
    throw new TokenProblem('the answer has no bearer token');
  }
  return { text: answer.data.access_token, seconds: answer.data.expires_in };
}

function jsonOf(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
  } catch {
    return undefined;
  }
}
