import type { Pinned } from '../../api/marketinstall.ts';
import type { Kept } from '../../model/build/expansion.ts';
import { NOTHING_KEPT } from '../../model/build/kept.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import type { ModelContent } from '../source/source.ts';
import type { Writer } from '../writer.ts';
import { listForeignNames } from './foreignnames.ts';
import { keptName, peekKept } from './keptsecret.ts';
import { expandModel, modified, readModel } from './modelplan.ts';
import type { PlanResult } from './plan.ts';
import { type Planner, randomHex } from './planner.ts';
import type { UnfitOverrides } from './problem.ts';
import { surroundingsOf } from './surroundings.ts';
import { takenNamesOf } from './takennames.ts';

/** Plan for a preview, with the allocations that it follows from. */
interface PreviewedPlan {
  readonly planned: PlanResult | UnfitOverrides;
  readonly kept: Kept;
}

/**
 * Plan of an install for a model that it may never get. Nothing is written or reserved: what the install has no
 * allocation for yet may get another name, port or password when it is rolled out. Throws KubeError.
 */
export async function previewPlan(
  writer: Writer,
  { config, reservations }: Pick<Planner, 'config' | 'reservations'>,
  install: MarketInstall,
  application: Application,
  template: Pinned,
  content: ModelContent,
): Promise<PreviewedPlan> {
  const { caches, budget } = writer;
  const around = budget.run(() => surroundingsOf(caches, install, application, config));
  const kept = await peekKept(writer, install);
  if (kept === undefined) {
    return { planned: modified(keptName(install)), kept: NOTHING_KEPT };
  }
  const read = await readModel(writer, install, template, content, config);
  if (read.type !== 'fits') {
    return { planned: read, kept };
  }
  const foreign = await listForeignNames(writer, install);
  const taken = takenNamesOf(caches, install, foreign, reservations, config);
  const next = budget.run(() => read.model.allocate(kept, around, taken, randomHex));
  return { planned: await expandModel(writer, install, read, next, template, content, around), kept: next };
}
