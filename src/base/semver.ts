/** Semantic version. */
export interface SemanticVersion {
  /** Numbers of its release; those that are not written are 0. */
  readonly release: readonly bigint[];
  /** Count of those that are written. */
  readonly written: number;
  /** Parts that say that it comes before its release; none for the release itself. */
  readonly early: readonly string[];
  /** Metadata of its build. */
  readonly build: string;
}

const VERSION =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** Version in a text, as charts and tags write it: with a v, and with _ in place of +; undefined for ranges and others. Pure. */
export function semanticVersionOf(text: string): SemanticVersion | undefined {
  const [all, ...parts] = text.length > 256 ? [] : (VERSION.exec(text.replace('_', '+')) ?? []);
  if (all === undefined) {
    return undefined;
  }
  const [early, build = ''] = parts.slice(3);
  const numbers = parts.slice(0, 3).filter((each) => each !== undefined);
  const release = [0, 1, 2].map((at) => BigInt(numbers[at] ?? 0));
  return { release, written: numbers.length, early: early?.split('.') ?? [], build };
}

/** Negative where a version comes before another one, positive where after it; metadata of builds says nothing. Pure. */
export function orderOfVersions(one: SemanticVersion, other: SemanticVersion): number {
  const at = one.release.findIndex((number, index) => number !== other.release[index]);
  if (at >= 0) {
    return (one.release[at] ?? 0n) < (other.release[at] ?? 0n) ? -1 : 1;
  }
  if (one.early.length === 0 || other.early.length === 0) {
    return Math.sign(other.early.length - one.early.length);
  }
  return compareEarly(one.early, other.early);
}

/** Whether two texts are one version, also in its metadata. Pure. */
export function areSameVersion(one: string, other: string): boolean {
  const [a, b] = [semanticVersionOf(one), semanticVersionOf(other)];
  return a === undefined || b === undefined
    ? one === other
    : orderOfVersions(a, b) === 0 && a.build === b.build;
}

function compareEarly(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  const [a, b] = at < 0 ? [] : [one[at], other[at]];
  return a === undefined || b === undefined ? Math.sign(one.length - other.length) : comparePart(a, b);
}

const NUMBER = /^\d+$/;

/** Numbers come before words. */
function comparePart(one: string, other: string): number {
  if (NUMBER.test(one) && NUMBER.test(other)) {
    return Math.sign(Number(BigInt(one) - BigInt(other)));
  }
  if (NUMBER.test(one) !== NUMBER.test(other)) {
    return NUMBER.test(one) ? -1 : 1;
  }
  return one < other ? -1 : 1;
}
