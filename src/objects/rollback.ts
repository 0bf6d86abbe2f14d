import type { HistoryEntry } from '../api/marketinstall.ts';
import type { MarketInstall } from './stoa.ts';

/** Version to which an install may go back, or the reason why there is none. */
export type RollbackTarget =
  | { readonly type: 'found'; readonly entry: HistoryEntry }
  | { readonly type: 'none'; readonly message: string };

/**
 * Version to which an install goes back at the request of a user: the one that is asked for, else the last one that
 * was in place and is not the one of the spec. Pure.
 */
export function rollbackTarget({ metadata, spec, status }: MarketInstall, to?: string): RollbackTarget {
  const served = (status?.history ?? []).filter(({ outcome }) => outcome === 'Served').toReversed();
  const others = served.filter(({ version }) => version !== spec.appModelVersion);
  const entry = to === undefined ? others[0] : others.find(({ version }) => version === to);
  if (entry !== undefined) {
    return { type: 'found', entry };
  }
  if (to === spec.appModelVersion) {
    return none(`the spec of ${metadata.name} asks for version ${to} already`);
  }
  const versions = [...new Set(others.map(({ version }) => version))].join(', ');
  return to === undefined
    ? none(`no other version of ${metadata.name} was in place`)
    : none(`version ${to} of ${metadata.name} was never in place; others that were: ${versions || 'none'}`);
}

function none(message: string): RollbackTarget {
  return { type: 'none', message };
}
