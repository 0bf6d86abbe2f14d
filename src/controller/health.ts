/** Phase of a manager. */
export type Phase = 'new' | 'syncing' | 'standby' | 'leading' | 'ending';

/** State of a source. */
interface SourceState {
  readonly name: string;
  readonly synced: boolean;
  /** Milliseconds since the API server last sent something, if known. */
  readonly silentMs?: number | undefined;
  /** Name of its kind, where the API server does not serve it. */
  readonly missingKind?: string | undefined;
}

/** Permissions of a process: not checked yet, or the missing ones. */
export type PermissionState =
  | { readonly type: 'unknown' }
  | { readonly type: 'known'; readonly missing: readonly string[] };

/** State on which readiness depends. */
export interface ManagerState {
  readonly phase: Phase;
  readonly sources: readonly SourceState[];
  readonly permissions: PermissionState;
}

/** Milliseconds of silence that count as a failure. An idle watch ends within five minutes. */
const SILENT_MS = 6 * 60_000;

/** Reasons why a manager is not ready, in words. A standby with synced caches is ready. */
export function unready({ phase, sources, permissions }: ManagerState): string[] {
  return [...phaseProblems(phase), ...sources.flatMap(sourceProblems), ...permissionProblems(permissions)];
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

function sourceProblems({ name, synced, silentMs = 0, missingKind }: SourceState): string[] {
  if (missingKind !== undefined) {
    return [`the API server does not serve ${missingKind}: is its CRD there?`];
  }
  if (!synced) {
    return [`no list of ${name} yet`];
  }
  return silentMs > SILENT_MS ? [`no news of ${name} for ${Math.round(silentMs / 1000)} s`] : [];
}

function permissionProblems(permissions: PermissionState): string[] {
  return permissions.type === 'unknown' ? ['permissions are not checked yet'] : missingProblems(permissions);
}

/** Missing permissions, in words; none before the first check. */
export function missingProblems(permissions: PermissionState): string[] {
  return permissions.type === 'unknown'
    ? []
    : permissions.missing.map((permission) => `may not ${permission}`);
}
