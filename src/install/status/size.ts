import type { MarketInstallStatus } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import type { Bounded } from '../../base/bounded.ts';
import { present } from '../../base/fields.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { type StatusFields, statusOf } from './status.ts';
import { type StatusDraft, stalled } from './verdicts.ts';

/** Most bytes of an install with its status: etcd takes 1.5 MiB, and the API server adds who writes which fields. */
const MOST_BYTES = 1_400_000;

/** Bytes that the uid of an object adds to its item, once the object exists. */
const UID_BYTES = Buffer.byteLength(',"uid":"00000000-0000-0000-0000-000000000000"');

/** Bytes of an install with a status, once all objects of its inventory exist. Pure. */
export function bytesWith({ metadata, spec }: MarketInstall, status: MarketInstallStatus): number {
  const open = (status.inventory ?? []).filter(({ uid }) => uid === undefined).length;
  return Buffer.byteLength(JSON.stringify({ metadata, spec, status })) + open * UID_BYTES;
}

/** Draft of an install whose status has no room for a plan; undefined where it has. Pure. */
export function withoutRoom(
  install: MarketInstall,
  draft: StatusDraft,
  fields: StatusFields,
  now: Date,
): StatusDraft | undefined {
  const bytes = bytesWith(install, statusOf(install, draft, fields, now));
  if (bytes <= MOST_BYTES) {
    return undefined;
  }
  const before = install.status?.inventory?.length ?? 0;
  const after = fields.inventory?.length ?? 0;
  const joined =
    before === 0
      ? `its ${after} objects`
      : `the ${before} objects that it has and ${after - before} others, which the status lists together until the former are deleted,`;
  return stalled(
    'Applied',
    REASONS.statusTooLarge,
    `with ${joined} the install would have ${bytes} bytes, and has room for ${MOST_BYTES}: have fewer objects or shorter names, or go there by a version between that has only a part of them`,
  );
}

/** Members of a status that may go where it is too large: nothing is decided by them that they would not bring back. */
const SPARE: readonly (keyof MarketInstallStatus)[] = [
  ...(['preview', 'tests', 'notApplied', 'chart'] as const),
  ...(['powers', 'progress'] as const),
];

/**
 * Statuses in place of one that the API server does not store, the fullest first: each says so, and has the inventory of
 * before. Pure.
 */
export function smallerStatuses(
  install: MarketInstall,
  { resolved }: StatusDraft,
  now: Date,
): readonly Bounded<MarketInstallStatus>[] {
  const draft = { ...stalled('Applied', REASONS.statusTooLarge, UNWRITTEN), ...present({ resolved }) };
  const { status = {} } = install;
  const spare = Object.entries(status).filter(([name]) => !SPARE.some((each) => each === name));
  const lean: MarketInstall = { ...install, status: Object.fromEntries(spare) };
  return [statusOf(install, draft, {}, now), statusOf(lean, draft, {}, now)];
}

/** Message on an install whose status cannot be written. */
export const UNWRITTEN =
  'the install is too large for the API server to store its status: remove labels, annotations or values of it, or go back to the version before';

/** Milliseconds until another attempt at an install that is too large to be written. */
export const TOO_LARGE_RECHECK_MS = 3_600_000;
