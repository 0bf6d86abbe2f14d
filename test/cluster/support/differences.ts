/** Part in which two entrances answered a request differently. */
export interface SeenDifference {
  readonly family: string;
  readonly about: string;
  readonly scheme: string;
  readonly path: string;
  /** Whether the host has a certificate. */
  readonly tls: boolean;
  /** The part, and its two values: `status 200 → 404`. */
  readonly change: string;
  readonly line: string;
}

/** Reason for a difference, as narrow as the difference is. */
export interface Reason {
  readonly why: string;
  /** Families that it is for, each of which must need it; all where it is missing. */
  readonly families?: readonly string[];
  readonly about?: string;
  readonly scheme?: 'http' | 'https';
  readonly tls?: boolean;
  readonly path?: RegExp;
  readonly change: RegExp;
}

const LINE =
  /^(?<about>[^:]+): [A-Z]+ (?<scheme>https?):\/\/(?<host>[^/]+)(?<path>\/\S*)(?: .*)?: (?<changes>.+)$/;

/** Differences that a line of a proof has; throws for a line that is none. Pure. */
export function differencesIn(
  line: string,
  familyAt: (host: string) => Pick<SeenDifference, 'family' | 'tls'>,
): readonly SeenDifference[] {
  const found = LINE.exec(line)?.groups;
  if (found === undefined) {
    throw new Error(`no line of a proof: ${line}`);
  }
  const { about = '', scheme = '', host = '', path = '', changes = '' } = found;
  const request = { about, scheme, path, line, ...familyAt(host) };
  return changes.split(', ').map((change) => ({ ...request, change }));
}

/** Whether a reason is for a difference. Pure. */
export function explains(reason: Reason, seen: SeenDifference): boolean {
  return (
    (reason.families?.includes(seen.family) ?? true) &&
    (reason.about ?? seen.about) === seen.about &&
    (reason.scheme ?? seen.scheme) === seen.scheme &&
    (reason.tls ?? seen.tls) === seen.tls &&
    (reason.path?.test(seen.path) ?? true) &&
    reason.change.test(seen.change)
  );
}

/** Reasons that explain nothing, with the families that do not need them. Pure. */
export function deadReasons(reasons: readonly Reason[], seen: readonly SeenDifference[]): readonly string[] {
  const narrowed = reasons.flatMap(({ families, ...reason }): readonly Reason[] =>
    families === undefined ? [reason] : families.map((family) => ({ ...reason, families: [family] })),
  );
  return narrowed
    .filter((reason) => !seen.some((each) => explains(reason, each)))
    .map(({ why, families = ['any family'] }) => `${families.join()}: ${why}`);
}
