import type { HistoryEntry } from '../../src/api/marketinstall.ts';
import type { MarketInstall } from '../../src/objects/stoa.ts';
import { installOf } from './install.ts';

/** An install whose spec asks for a version, with a history such as `1.0 Served`. */
export function versionsOf(appModelVersion: string, history: readonly string[]): MarketInstall {
  return installOf({ history: history.map(entryOf) }, { appModelVersion });
}

/** An entry of a history, such as `1.0 Served`. */
export function entryOf(text: string): HistoryEntry {
  const [version = '', outcome = ''] = text.split(' ');
  return {
    version,
    digest: `sha256:${version}`,
    size: 1,
    secretName: `template-${version}`,
    time: '2026-01-01T00:00:00Z',
    outcome: outcome as HistoryEntry['outcome'],
  };
}
