import { objectOf, type Rendered } from '../../object.ts';
import { answerBuffers } from '../feature.ts';
import type { ListenerGroup } from '../group.ts';
import { isReachable } from './reach.ts';
import { MIDDLEWARES } from './resources.ts';

/** Most MiB of a request or an answer that Traefik writes to its disk, which all teams share. */
export const MOST_ON_DISK = 1024;

const MEBIBYTE = 1024 * 1024;

/**
 * The Middleware that limits requests and holds answers back. A limit of 0 is none, which is Traefik's own
 * way, as is passing answers on as they come.
 */
export function bufferingOf(group: ListenerGroup): readonly Rendered[] {
  const limit = requestLimit(group);
  if ((limit === 0 && !buffersAnswers(group)) || !isReachable(group)) {
    return [];
  }
  const { number, kibibytes } = answerBuffers(group.settings);
  const buffering = {
    ...(buffersAnswers(group) ? { memResponseBodyBytes: number * kibibytes * 1024 } : {}),
    // With either, Traefik writes both requests and answers to its disk: none may go on for ever.
    maxRequestBodyBytes: (limit || MOST_ON_DISK) * MEBIBYTE,
    maxResponseBodyBytes: MOST_ON_DISK * MEBIBYTE,
  };
  return [objectOf(group, MIDDLEWARES, { buffering })];
}

/** Limit of a request in MiB; 0 is none. */
export function requestLimit({ settings: { proxyBodySize = 0 } }: ListenerGroup): number {
  return proxyBodySize > MOST_ON_DISK ? 0 : proxyBodySize;
}

/** Whether a group requests that answers are held back. */
export function buffersAnswers({ settings }: ListenerGroup): boolean {
  return settings.proxyBuffering === 'on';
}
