import { createHash } from 'node:crypto';
import { type Fields, present } from '../base/fields.ts';
import { shortHash } from '../base/hash.ts';
import {
  type FreshRanges,
  type KeptChart,
  type KeptRelease,
  MOST_RELEASES,
  type SecretKey,
} from '../source/kept.ts';
import type { Course } from '../source/surroundings.ts';
import type { RenderRequest } from './rendering.ts';
import { keyedDigest } from './values.ts';

/** Most characters of the kept values of all releases, as JSON: they stand in one Secret, with the other allocations. */
const MAX_SPEC_VALUES = 128 * 1024;

/** Most keys that are kept of a release: a status does not show more. */
const MOST_RESTORED = 64;

/** Archive with its values: those of the spec, and all. */
type ValuedChart = Pick<RenderRequest, 'archive' | 'values'> & { readonly specValues: Fields };

/** Release that a rendering is for. */
export interface ChartRelease {
  /** Its number; 1 is an install, every other one an upgrade. */
  readonly revision: number;
  /** Digest of its number, archive and values. */
  readonly id: string;
  /** Whether the Jobs of its hooks run: on a way back they do not. */
  readonly runsHooks: boolean;
  /** Releases to keep. */
  readonly releases: readonly KeptRelease[];
  /** Keys of Secrets that kept the value before when it was rendered first; undefined where it has not been. */
  readonly restored?: readonly SecretKey[] | undefined;
  /** Time of its own; undefined where it has not been rendered, or by an earlier version of Stoa. */
  readonly time?: string | undefined;
  /** Draws of its own, or of the release before where it has not been rendered; undefined where none are known. */
  readonly fresh?: FreshRanges | undefined;
}

/** Findings of the first rendering of a release. */
interface FirstRendered extends Pick<KeptRelease, 'time' | 'fresh'> {
  readonly restored: readonly SecretKey[];
}

/**
 * Release of an archive with values. The same ones as last time are the same release, so that its hooks run once, and its
 * objects stay what they are. Until a version was in place, each is an install. On a way back, the release is the one
 * that was in place. Pure.
 */
export function chartRelease(
  { archive, values, specValues }: ValuedChart,
  { seed, releases }: KeptChart,
  course: Course,
): ChartRelease {
  const own = { archive: digestOf(archive), values: keyedDigest(values, seed).slice(0, 32) };
  const last = releases.at(-1);
  if (course === 'way-back') {
    const before = lastOf(own.archive, releases);
    return { ...numbered(own, before?.revision ?? 1), runsHooks: false, releases, ...renderedBefore(before) };
  }
  if (last !== undefined && last.archive === own.archive && last.values === own.values) {
    return { ...numbered(own, last.revision), runsHooks: true, releases, ...renderedBefore(last) };
  }
  const revision = course === 'install' || last === undefined ? 1 : last.revision + 1;
  const known = course === 'install' ? [] : releases;
  return {
    ...numbered(own, revision),
    runsHooks: true,
    releases: withinBounds([...known, { ...own, specValues, revision }]),
    ...present({ fresh: last?.fresh }),
  };
}

/** Findings that are kept of a release that has been rendered. */
function renderedBefore({ restored = [], time, fresh }: Partial<KeptRelease> = {}): FirstRendered {
  return { restored, ...present({ time, fresh }) };
}

/** Release that has been rendered; the first rendering says what is kept of it. Pure. */
export function renderedRelease(
  release: ChartRelease,
  { restored, ...first }: FirstRendered,
): ChartRelease & FirstRendered {
  if (release.restored !== undefined) {
    return { ...release, restored: release.restored };
  }
  const { fresh: _before, ...rest } = release;
  const found = { restored: restored.slice(0, MOST_RESTORED), ...present(first) };
  const releases = release.releases.map((each, at, { length }) =>
    at === length - 1 ? { ...each, ...found } : each,
  );
  return { ...rest, releases, ...found };
}

/** Values of the spec that the last release of an archive had; undefined where they are not kept. Pure. */
export function specValuesOf(
  archive: RenderRequest['archive'],
  { releases }: Pick<KeptChart, 'releases'>,
): Fields | undefined {
  return lastOf(digestOf(archive), releases)?.specValues;
}

function lastOf(archive: string, releases: readonly KeptRelease[]): KeptRelease | undefined {
  return releases.findLast((each) => each.archive === archive);
}

/** The latest releases, with the values of as many of them as fit. */
function withinBounds(releases: readonly KeptRelease[]): readonly KeptRelease[] {
  let room = MAX_SPEC_VALUES;
  return releases
    .slice(-MOST_RELEASES)
    .toReversed()
    .map(({ specValues, ...release }) => {
      room -= JSON.stringify(specValues ?? {}).length;
      return specValues === undefined || room < 0 ? release : { ...release, specValues };
    })
    .toReversed();
}

function numbered(
  { archive, values }: Pick<KeptRelease, 'archive' | 'values'>,
  revision: number,
): Pick<ChartRelease, 'revision' | 'id'> {
  return { revision, id: shortHash(`${revision}/${archive}/${values}`, 16) };
}

function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
