import { timestamp } from '../../api/condition.ts';
import type { HistoryEntry, Pinned } from '../../api/marketinstall.ts';
import { MAX_HISTORY } from '../../api/upgrade.ts';
import { partNames } from '../template/pin.ts';

type History = readonly HistoryEntry[];

/** Versions beside the present one whose templates are kept because they served. */
const KEPT_SERVED = 2;

/** History with a version whose roll-out begins; `serving` is in place, perhaps from before Stoa kept a history. */
export function begun(
  known: History,
  pinned: Pinned,
  serving: Pinned | undefined,
  now: Date,
): HistoryEntry[] {
  const isNew = serving !== undefined && !known.some(({ digest }) => digest === serving.digest);
  const history = isNew ? served(known, serving, now) : known;
  const last = history.at(-1);
  if (last?.digest === pinned.digest && last.outcome !== 'RolledBack' && last.outcome !== 'Held') {
    return [...history];
  }
  return appended(history, pinned, 'Progressing', now);
}

/** History with a version that is in place. */
export function served(history: History, pinned: Pinned, now: Date): HistoryEntry[] {
  const last = history.at(-1);
  if (last?.digest !== pinned.digest) {
    return appended(history, pinned, 'Served', now);
  }
  return last.outcome === 'Served' ? [...history] : withOutcome(history, 'Served', now);
}

/** History with a version that was given up; it is the last one. */
export function rolledBack(history: History, pinned: Pinned, now: Date): HistoryEntry[] {
  return history.at(-1)?.digest === pinned.digest
    ? withOutcome(history, 'RolledBack', now)
    : appended(history, pinned, 'RolledBack', now);
}

/** History with a version that is held; it is the last one. */
export function held(history: History, pinned: Pinned, now: Date): HistoryEntry[] {
  const last = history.at(-1);
  return last?.digest === pinned.digest && last.outcome === 'Held'
    ? [...history]
    : appended(history, pinned, 'Held', now);
}

function withOutcome(history: History, outcome: HistoryEntry['outcome'], now: Date): HistoryEntry[] {
  return history.map((entry, at) =>
    at === history.length - 1 ? { ...entry, outcome, time: timestamp(now) } : entry,
  );
}

function appended(
  history: History,
  pinned: Pinned,
  outcome: HistoryEntry['outcome'],
  now: Date,
): HistoryEntry[] {
  const isOpen = history.at(-1)?.outcome === 'Progressing';
  const before = isOpen ? withOutcome(history, 'Superseded', now) : history;
  return [...before, { ...pinned, outcome, time: timestamp(now) }].slice(-MAX_HISTORY);
}

/**
 * Names of the Secrets of templates that stay once a version is in place: its own, those of the last versions that
 * served, to which a user may go back, and that of the version that was given up or held last, so that another attempt
 * is one of the same bytes.
 */
export function keptTemplates(history: History, present: Pinned): ReadonlySet<string> {
  const latest = history.toReversed();
  const others = latest.filter(({ digest }) => digest !== present.digest);
  const good = new Map(
    others.filter(({ outcome }) => outcome === 'Served').map((entry) => [entry.secretName, entry]),
  );
  const given = latest.find(({ outcome }) => outcome === 'RolledBack' || outcome === 'Held');
  const kept = [
    present,
    ...[...good.values()].slice(0, KEPT_SERVED),
    ...(given === undefined ? [] : [given]),
  ];
  return new Set(kept.flatMap(partNames));
}
