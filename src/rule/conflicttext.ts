import type { Conflict } from './conflict.ts';
import type { EffectiveRule, EffectiveTcp } from './effective.ts';

/** Sentence on the conflict of a rule; `winner` names the other rule, as far as the reader may know of it. */
export function conflictText(type: Conflict['type'], rule: EffectiveRule, winner: string): string {
  const isHttp = rule.protocol === 'http';
  const path = isHttp ? `${rule.host}${rule.path}` : portText(rule);
  switch (type) {
    case 'redirect':
      return isHttp && rule.redirect
        ? `httptohttps needs ${path} for itself, and ${winner} is there`
        : `${winner} has ${path} for itself, as it redirects to HTTPS`;
    case 'duplicate':
      return `${winner} sends ${path} to the same port of the same component`;
    case 'address':
      return `${path} is taken by ${winner}`;
  }
}

function portText({ port, transport }: EffectiveTcp): string {
  return transport === undefined ? `${port}` : `${port} for ${transport}`;
}
