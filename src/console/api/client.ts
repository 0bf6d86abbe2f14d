import { createStoaClient } from '../../client/client.ts';
import { expire, presentSession } from '../session/session.ts';

/** Address of the API, which serves this page too: `https://stoa.example.com/prefix`. */
export const API = new URL('..', location.origin + location.pathname).href.replace(/\/$/, '');

/** Time (ms) after which a request counts as unanswered. */
const TIMEOUT_MS = 20_000;

/** Error of the API, as its problem tells it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Fields that are wrong, each with the reason. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];
  /** Type of the problem, such as `host-taken`; empty where the answer was no problem. */
  readonly type: string;

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? `The API answered with the status ${status}.`);
    this.status = status;
    this.type = problem.type?.split('/').pop() ?? '';
    this.fields = problem.errors ?? [];
  }
}

interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** Client of the API with the token of this tab. */
export const api = createStoaClient({
  url: API,
  token: () => presentSession()?.token ?? '',
  fetch: (request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
});

api.use({
  onResponse({ request, response }) {
    if (response.status === 401) {
      expire(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
    }
  },
});

/** Response of the API to a request with the token of this tab, for what the typed client has no way to say. */
export async function fetchAsCaller(
  path: string,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> },
): Promise<Response> {
  const token = presentSession()?.token ?? '';
  const response = await fetch(API + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  if (response.status === 401) {
    expire(token);
  }
  return response;
}

/** The data of an answer; throws an ApiError where the API refused the request. */
export async function dataOf<T>(
  answer: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) {
    throw new ApiError(
      response.status,
      (typeof error === 'object' && error !== null ? error : {}) as Problem,
    );
  }
  return data as T;
}
