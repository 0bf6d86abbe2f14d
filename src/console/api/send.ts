import type { components } from '../../client/paths.d.ts';
import { expire, presentSession } from '../session/session.ts';
import { API, ApiError } from './client.ts';

/** A write of the API, as a form is about to make it. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Path from the root of the API, with its query: `/openapi/v1/teams/…`. */
  readonly path: string;
  readonly body?: unknown;
  /** Entity tag of what is written, as it was read: another one refuses the write. */
  readonly ifMatch?: string | undefined;
}

/** Answer of the API to `dryRun`: what a write would do. */
export type DryRun = components['schemas']['DryRun'];

/** Time (ms) after which a write counts as unanswered: an install waits for its plan. */
const TIMEOUT_MS = 60_000;

/** Makes a write, and resolves to the body of its answer; throws an ApiError where the API refuses it. */
export async function send<T>({ method, path, body, ifMatch }: Write, signal?: AbortSignal): Promise<T> {
  const token = presentSession()?.token ?? '';
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])];
  const response = await fetch(API + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any(signals),
  });
  if (response.status === 401) {
    expire(token);
  }
  const text = await response.text();
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  if (!response.ok) {
    throw new ApiError(response.status, answer as ConstructorParameters<typeof ApiError>[1]);
  }
  return answer as T;
}

/** Asks what a write would do. */
export function ask<T = DryRun>({ path, ...write }: Write, signal?: AbortSignal): Promise<T> {
  return send<T>({ ...write, path: `${path}${path.includes('?') ? '&' : '?'}dryRun=1` }, signal);
}
