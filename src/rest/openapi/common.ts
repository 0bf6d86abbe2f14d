import type { ProblemName } from '../problem/problem.ts';
import { APPLICATION } from '../scope.ts';

/** Where everything of an application is, as the document writes paths. */
export const OF_APPLICATION = inBraces(APPLICATION);

/** Errors of every operation. */
export const ANYWHERE: readonly ProblemName[] = [
  'invalid',
  'unauthorized',
  'forbidden',
  'tooSlow',
  'tooManyRequests',
  'headersTooLarge',
  'internal',
  'regionUnreachable',
  'unavailable',
];

/** Errors of every operation on an application; a body is looked at also where none is asked for. */
export const INSIDE: readonly ProblemName[] = [
  'teamNotFound',
  'regionNotFound',
  'appNotFound',
  'pathNotFound',
  'tooLarge',
  'notJson',
];

/** A path of the router as the document writes it: `/a/:b` → `/a/{b}`. */
export function inBraces(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
