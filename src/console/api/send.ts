import type { components } from '../../client/paths.d.ts';
import { ApiError, fetchAsCaller } from './client.ts';

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

/** Answer to a write. */
export interface Sent<T> {
  readonly answer: T;
  /** Path of what was made; empty where the API names none. */
  readonly location: string;
}

/** Makes a write, and resolves to the body of its answer; throws an ApiError where the API refuses it. */
export async function send<T>(write: Write, signal?: AbortSignal): Promise<T> {
  return (await sendForLocation<T>(write, signal)).answer;
}

/** Makes a write that may make something, and resolves to its answer; throws an ApiError where the API refuses it. */
export async function sendForLocation<T>(
  { method, path, body, ifMatch }: Write,
  signal?: AbortSignal,
): Promise<Sent<T>> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])];
  const response = await fetchAsCaller(path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any(signals),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  if (!response.ok) {
    throw new ApiError(response.status, answer as ConstructorParameters<typeof ApiError>[1]);
  }
  return { answer: answer as T, location: response.headers.get('location') ?? '' };
}

/** Question what a write would do. */
export function dryRunOf({ path, ...write }: Write): Write {
  return { ...write, path: `${path}${path.includes('?') ? '&' : '?'}dryRun=1` };
}

/** Asks what a write would do. */
export function ask<T = DryRun>(write: Write, signal?: AbortSignal): Promise<T> {
  return send<T>(dryRunOf(write), signal);
}
