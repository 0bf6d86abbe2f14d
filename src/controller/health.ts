/** Where a manager is. */
export type Phase = 'new' | 'syncing' | 'standby' | 'leading' | 'ending';

/** What is known of something that follows the API server. */
interface SourceState {
  readonly name: string;
  readonly synced: boolean;
  /** Milliseconds since the API server was last heard, where that is known. */
  readonly silentMs?: number | undefined;
}

/** What is known of a manager's rights: nothing yet, or what is missing of them. */
export type Rights =
  | { readonly type: 'unknown' }
  | { readonly type: 'known'; readonly missing: readonly string[] };

/** All that readiness depends on. */
export interface Standing {
  readonly phase: Phase;
  readonly sources: readonly SourceState[];
  readonly rights: Rights;
}

/** A watch ends within five minutes even where nothing happens; after this, several tries must have failed. */
const SILENT_MS = 6 * 60_000;

/**
 * What keeps a manager from doing its work, in words; none when it is ready. A standby whose caches are full
 * is ready: there is nothing that it waits for but the leader's end.
 */
export function unready({ phase, sources, rights }: Standing): string[] {
  return [...phaseProblems(phase), ...sources.flatMap(sourceProblems), ...rightsProblems(rights)];
}

function phaseProblems(phase: Phase): string[] {
  switch (phase) {
    case 'new':
      return ['not started'];
    case 'ending':
      return ['stopping'];
    default:
      return [];
  }
}

function sourceProblems({ name, synced, silentMs = 0 }: SourceState): string[] {
  if (!synced) {
    return [`no list of ${name} yet`];
  }
  return silentMs > SILENT_MS ? [`no news of ${name} for ${Math.round(silentMs / 1000)} s`] : [];
}

function rightsProblems(rights: Rights): string[] {
  return rights.type === 'unknown' ? ['permissions are not checked yet'] : missing(rights);
}

/** What rights are known to lack, in words. */
export function missing(rights: Rights): string[] {
  return rights.type === 'unknown' ? [] : rights.missing.map((permission) => `may not ${permission}`);
}
