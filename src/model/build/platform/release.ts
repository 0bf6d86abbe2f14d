/** Release of the platform that a model was published with. */
export type Release = readonly [major: number, minor: number, patch: number];

const RELEASE = /^v?(\d{1,4})\.(?:(\d{1,4})(?:\.(\d{1,4}))?)?/;

/** Release as a store names it, such as `v5.17.1-release-2f45c815e`; undefined where it names none. */
export function platformRelease(text: string | undefined): Release | undefined {
  const found = RELEASE.exec(text ?? '');
  return found === null ? undefined : [Number(found[1]), Number(found[2] ?? 0), Number(found[3] ?? 0)];
}

/** Whether a release is surely older than another; false where it is unknown. */
export function isBefore(release: Release | undefined, other: Release): boolean {
  return release !== undefined && compare(release, other) < 0;
}

/** Whether a release is surely not older than another; false where it is unknown. */
export function isSince(release: Release | undefined, other: Release): boolean {
  return release !== undefined && compare(release, other) >= 0;
}

function compare(a: Release, b: Release): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
