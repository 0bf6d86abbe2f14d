import { z } from 'zod';
import type { Fields } from '../base/fields.ts';

/** Allocations of an install: values that never change once chosen. A Secret keeps them; upgrades only add to them. */
export interface Kept {
  /** Generated secrets, by the place of a `**None**` or the group of a `**None:group**`. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Names of workloads, from which those of volumes derive, by component key. */
  readonly workloads: Readonly<Record<string, string>>;
  /** Names of Services, by component key and the name in the model. */
  readonly services: Readonly<Record<string, string>>;
  /** Ports of the Gateway for outer ports that are not HTTP, by component key and port. */
  readonly ports: Readonly<Record<string, number>>;
  /** Claims of volumes, and templates of claims, that do not have the name that follows from their model. */
  readonly volumes: Readonly<Record<string, string>>;
  /** World as the templates of a chart see it; undefined for what is no chart. */
  readonly chart?: KeptChart;
}

/** World as the templates of a chart see it in every version, so that they generate the same values of Secrets again. */
export interface KeptChart {
  /** Source of everything random, in hexadecimal digits. */
  readonly seed: string;
  /** Source in renderings whose templates find Secrets, if another one: else what one finds could be what another makes. */
  readonly findingSeed?: string | undefined;
  /** Time of the first rendering, as ISO 8601. */
  readonly time: string;
  /** Secrets as they were last rendered, by name: their data, in base64. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The last releases, the latest last. */
  readonly releases: readonly KeptRelease[];
}

/** Range of draws, by their numbers: calls of templates that depend on chance or on the time. */
export type DrawRange = readonly [from: number, to: number];

/** Draws of a rendering that are fresh, of so many. */
export interface FreshRanges {
  readonly draws: number;
  readonly ranges: readonly DrawRange[];
}

/** Key of a Secret. */
export interface SecretKey {
  readonly name: string;
  readonly key: string;
}

/** Release of a chart: an archive with values. */
export interface KeptRelease {
  /** Digest of the archive. */
  readonly archive: string;
  /** Digest of the values. */
  readonly values: string;
  /** Values of the spec; undefined where they are too large to be kept, and in what earlier versions of Stoa kept. */
  readonly specValues?: Fields | undefined;
  /** Number of the release: 1 for the first one that was in place. */
  readonly revision: number;
  /** Keys that kept the value before at its first rendering; later ones would count those that came with it, too. */
  readonly restored?: readonly SecretKey[] | undefined;
  /** Time that its templates see but for values of Secrets, as ISO 8601; undefined in what earlier versions of Stoa kept. */
  readonly time?: string | undefined;
  /** Draws that have this time, and a seed of the release; undefined where they have those of the first rendering. */
  readonly fresh?: FreshRanges | undefined;
}

/** Most ranges of draws that are kept of a release. */
const MOST_RANGES = 64;

/** Most releases that are kept: as many as versions in the history of an install. */
export const MOST_RELEASES = 10;

/** Most allocations of one sort: an install has fewer objects, and what older versions had stays. */
const MOST = 10_000;

function bounded<T extends z.ZodType>(values: T) {
  return z
    .record(z.string(), values)
    .refine((entries) => Object.keys(entries).length <= MOST, `has more than ${MOST} entries`);
}

const texts = bounded(z.string());

/** Schema of stored allocations. */
export const keptSchema: z.ZodType<Kept> = z.object({
  secrets: texts,
  workloads: texts,
  services: texts,
  ports: bounded(z.int().min(1).max(65_535)),
  // Earlier releases had none.
  volumes: texts.default({}),
  chart: z
    .object({
      seed: z.string().max(128),
      findingSeed: z.string().max(128).optional(),
      time: z.iso.datetime(),
      secrets: bounded(texts),
      releases: z
        .array(
          z.object({
            archive: z.string().max(64),
            values: z.string().max(64),
            specValues: z.record(z.string(), z.unknown()).optional(),
            revision: z.int().min(1),
            restored: z.array(z.object({ name: z.string(), key: z.string() })).optional(),
            time: z.iso.datetime().optional(),
            fresh: z
              .object({
                draws: z.int().min(0),
                ranges: z.array(z.tuple([z.int().min(0), z.int().min(0)])).max(MOST_RANGES),
              })
              .optional(),
          }),
        )
        .max(MOST_RELEASES)
        .default([]),
    })
    .exactOptional(),
});

/** Allocations of an install before its first model. */
export const NOTHING_KEPT: Kept = { secrets: {}, workloads: {}, services: {}, ports: {}, volumes: {} };
