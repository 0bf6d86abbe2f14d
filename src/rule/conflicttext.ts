import type { Conflict } from './conflict.ts';
import type { EffectiveHttp, EffectiveTcp } from './effective.ts';

/** Sentence on the conflict of an HTTP rule; `winner` names the other rule, as far as the reader may know of it. */
export function httpConflictText(
  type: Exclude<Conflict['type'], 'address'>,
  { host, path, redirect }: EffectiveHttp,
  winner: string,
): string {
  switch (type) {
    case 'host-of-other-team':
      return `${host} belongs to the team of ${winner}`;
    case 'redirect':
      return redirect
        ? `httptohttps needs ${host}${path} for itself, and ${winner} is there`
        : `${winner} has ${host}${path} for itself, as it redirects to HTTPS`;
    case 'duplicate':
      return `${winner} sends ${host}${path} to the same port of the same component`;
  }
}

/** Sentence on the conflict of a TCP rule. */
export function tcpConflictText({ port }: EffectiveTcp, winner: string): string {
  return `${port} is taken by ${winner}`;
}
