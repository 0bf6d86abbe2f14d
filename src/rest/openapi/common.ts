import type { ProblemName } from '../problem.ts';
import { APPLICATION } from '../routes.ts';

/** Where everything of an application is, as the document writes paths. */
export const OF_APPLICATION = inBraces(APPLICATION);

/** Errors of every operation. */
export const ANYWHERE: readonly ProblemName[] = [
  'unauthorized',
  'forbidden',
  'tooSlow',
  'tooManyRequests',
  'headersTooLarge',
  'internal',
  'regionUnreachable',
  'unavailable',
];

/** Errors of finding the application that a path names. */
export const FINDING: readonly ProblemName[] = [
  'teamNotFound',
  'regionNotFound',
  'appNotFound',
  'pathNotFound',
];

/** Errors of a request with a body. */
export const SENDING: readonly ProblemName[] = ['invalid', 'tooLarge', 'notJson'];

/** A path of the router as the document writes it: `/a/:b` → `/a/{b}`. */
export function inBraces(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
