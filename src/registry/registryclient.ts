import type { Gate } from '../store/exchange.ts';
import { resultOf } from '../store/get.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import { askRegistry, type LocatedAnswer, type Question } from './ask.ts';
import { authorizationOf } from './credential.ts';
import type { RegistryPlace } from './registryplace.ts';
import { challengeOf, fetchToken } from './token.ts';

/** Request to a registry. */
interface RegistryQuestion extends Omit<Question, 'authorization'> {
  /** Meaning of status 404. */
  readonly absent: StoreRefusal;
}

/** Write to a registry. */
interface RegistryWrite extends Pick<Question, 'url' | 'contentType' | 'content'> {
  readonly method: 'POST' | 'PUT';
}

/** Most bytes of the answer to a write. */
const MAX_ANSWER = 64 * 1024;

/** Content that a registry has. */
interface Content extends Pick<LocatedAnswer, 'headers'> {
  readonly type: 'content';
  readonly bytes: Buffer;
}

/** Client of one repository of a registry. It sends a user and a password only where the registry asks for them. */
export class RegistryClient {
  readonly #place: RegistryPlace;
  readonly #gate: Gate;
  #authorization: string | undefined;

  constructor(place: RegistryPlace, gate: Gate) {
    const { credential } = place;
    this.#place = place;
    this.#gate = gate;
    this.#authorization = credential.type === 'bearer' ? authorizationOf(credential) : undefined;
  }

  /** Name of the repository. */
  get repository(): string {
    return this.#place.repository;
  }

  /** URL of something in the repository, such as `tags/list`. */
  urlOf(path: string): URL {
    const { base, repository } = this.#place;
    return new URL(`/v2/${repository}/${path}`, base);
  }

  /** Content at a URL of the registry, or a refusal. */
  async get(question: RegistryQuestion, signal: AbortSignal): Promise<Content | StoreRefusal> {
    const answer = await this.#ask(question, signal);
    if (answer.type !== 'answer') {
      return answer;
    }
    const keySent = this.#place.credential.type !== 'none';
    const got = resultOf(answer, { absent: question.absent, keySent });
    return got.type === 'body' ? { type: 'content', bytes: got.bytes, headers: answer.headers } : got;
  }

  /** Sends a write to a URL of the registry; the answer, or a refusal. */
  send(write: RegistryWrite, signal: AbortSignal): Promise<Content | StoreRefusal> {
    const absent = { type: 'rejected', status: 404 } as const;
    return this.get({ ...write, accept: '*/*', encoding: 'identity', maxBytes: MAX_ANSWER, absent }, signal);
  }

  /** Sends a request, and sends it again where the registry says what it lacks. */
  async #ask(question: RegistryQuestion, signal: AbortSignal): Promise<LocatedAnswer | StoreRefusal> {
    const authorization = this.#authorization;
    const first = await askRegistry({ ...question, authorization }, this.#gate, signal);
    // Where a redirect leads, nobody has a say in who gets the access key.
    const { origin } = this.#place.base;
    if (
      authorization !== undefined ||
      first.type !== 'answer' ||
      first.status !== 401 ||
      first.url.origin !== origin
    ) {
      return first;
    }
    const allowed = await this.#authorize(first, signal);
    return allowed.type === 'allowed'
      ? askRegistry({ ...question, authorization: this.#authorization }, this.#gate, signal)
      : allowed;
  }

  /** Follows the challenge in an answer. */
  async #authorize(
    { headers }: LocatedAnswer,
    signal: AbortSignal,
  ): Promise<{ readonly type: 'allowed' } | StoreRefusal> {
    const { credential } = this.#place;
    const challenge = challengeOf([headers['www-authenticate'] ?? ''].flat().join());
    if (challenge.type !== 'bearer') {
      this.#authorization = challenge.type === 'basic' ? authorizationOf(credential) : undefined;
      return this.#authorization === undefined
        ? { type: 'unauthorized', keySent: false }
        : { type: 'allowed' };
    }
    const found = await fetchToken({ ...this.#place, challenge }, this.#gate, signal);
    if (found.type !== 'found') {
      return found;
    }
    this.#authorization = `Bearer ${found.value}`;
    return { type: 'allowed' };
  }
}
