import {
  boundedInstallStatus,
  type ChartFacts,
  type HistoryEntry,
  type InstalledComponent,
  type InventoryItem,
  type MarketInstallStatus,
  type NotApplied,
  type Pinned,
} from '../../api/marketinstall.ts';
import type { RecordedPower } from '../../api/powers.ts';
import type { TestRun } from '../../api/testrun.ts';
import type { UpgradeStatus } from '../../api/upgrade.ts';
import type { Bounded } from '../../base/bounded.ts';
import { present } from '../../base/fields.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { ComponentProgress, Rollout } from '../rollout/rollout.ts';
import { conditionsOf, type StatusDraft } from './verdicts.ts';

/** Fields of a status beside the conditions; missing ones stay as they are. */
export interface StatusFields {
  /** Identity that a restored install has found. */
  readonly identity?: NonNullable<MarketInstallStatus['identity']>;
  /** Template; null where a restored install has none. */
  readonly template?: Pinned | null;
  /** Digest of the template whose objects are in the inventory; null where all that was made of it is withdrawn. */
  readonly recorded?: string | null;
  /** Keyed digest of the values from objects that these are made with; null where there are none. */
  readonly recordedValues?: string | null;
  /** Powers of the objects in the inventory; null where the status has no room for all. */
  readonly powers?: readonly RecordedPower[] | null;
  readonly powersForm?: number;
  /** Template that was rolled out last; null where a restored install has none. */
  readonly serving?: Pinned | null;
  /** Upgrade that is limited in time; null where there is none any more. */
  readonly upgrade?: UpgradeStatus | null;
  readonly history?: readonly HistoryEntry[];
  readonly rollout?: Rollout;
  readonly waves?: number;
  readonly inventory?: readonly InventoryItem[];
  readonly notApplied?: readonly NotApplied[];
  readonly tests?: TestRun;
  /** Facts of the chart; null where the template is none. */
  readonly chart?: ChartFacts | null;
}

/** Most entries of `notApplied` in a status. */
const MAX_NOT_APPLIED = 64;

/** Status of an install. Pure. */
export function statusOf(
  install: MarketInstall,
  draft: StatusDraft,
  fields: StatusFields,
  now: Date,
): Bounded<MarketInstallStatus> {
  const { rollout, waves, notApplied, upgrade, ...found } = fields;
  const {
    conditions: _conditions,
    observedGeneration: _generation,
    storeStatus: _storeStatus,
    upgrade: upgradeBefore,
    ...before
  } = install.status ?? {};
  return boundedInstallStatus({
    ...withoutNulls({ ...before, ...found }),
    ...upgradeOf(upgrade, upgradeBefore),
    ...present({ storeStatus: draft.storeStatus }),
    observedGeneration: install.metadata.generation ?? 1,
    ...(rollout === undefined || waves === undefined
      ? {}
      : { components: rollout.components.map(installed), progress: progressOf(rollout, waves) }),
    ...(notApplied === undefined ? {} : { notApplied: shortened(notApplied) }),
    conditions: conditionsOf(servedBy(install, fields), draft, now),
  });
}

/** Fields of a status without those that it no longer has. */
function withoutNulls(fields: object): MarketInstallStatus {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Upgrade of a status, as it is known now or was before; nothing where there is none. */
function upgradeOf(
  now: UpgradeStatus | null | undefined,
  before: UpgradeStatus | undefined,
): Pick<MarketInstallStatus, 'upgrade'> {
  const upgrade = now === undefined ? before : now;
  return upgrade === undefined || upgrade === null ? {} : { upgrade };
}

/** Install whose status knows the version that is in place from now on. */
function servedBy(install: MarketInstall, { serving }: StatusFields): MarketInstall {
  return serving === undefined || serving === null
    ? install
    : { ...install, status: { ...install.status, serving } };
}

function installed({ component, wave, state, scaledBy }: ComponentProgress): InstalledComponent {
  const { key, id, name, workload } = component;
  return {
    key,
    id,
    name,
    kind: workload.resource.kind,
    workload: workload.draft.metadata.name,
    wave,
    ready: state.type === 'ready',
    ...(scaledBy === undefined ? {} : { scaledBy }),
  };
}

function progressOf({ components, wave }: Rollout, waves: number) {
  const ready = components.filter(({ state }) => state.type === 'ready').length;
  return { wave: `${wave}/${waves}`, ready: `${ready}/${components.length}` };
}

/** Entries that fit, the last of which counts the others. */
export function shortened(entries: readonly NotApplied[]): NotApplied[] {
  if (entries.length <= MAX_NOT_APPLIED) {
    return [...entries];
  }
  const shown = entries.slice(0, MAX_NOT_APPLIED - 1);
  const why = `${entries.length - shown.length} more parts have no effect here`;
  return [...shown, { path: '…', why }];
}
