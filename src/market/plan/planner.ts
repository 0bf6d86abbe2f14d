import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MarketInstallSpec, Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { inTurns, type Run } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { SECRETS } from '../../objects/core.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import { installOf } from '../caches.ts';
import type { Kept, Surroundings } from '../expand/expansion.ts';
import { NOTHING_KEPT } from '../expand/kept.ts';
import { finderOf } from '../lookup.ts';
import type { ModelContent, OverriddenSource, ReadTemplate, SourceModel } from '../source/source.ts';
import { sourceOf } from '../source/sources.ts';
import { contentOf } from '../template/pin.ts';
import type { Writer } from '../writer.ts';
import { type ForeignNames, hasAllServices, listForeignNames, NO_FOREIGN_NAMES } from './foreignnames.ts';
import {
  keptDraft,
  keptIn,
  keptName,
  keptVersion,
  peekKept,
  readKeptSecret,
  writeKeptSecret,
} from './keptsecret.ts';
import { objectsOf, type Plan, type PlanResult, planOf } from './plan.ts';
import { PlanCache } from './plancache.ts';
import type { NameConflict, UnfitOverrides } from './problem.ts';
import { Reservations, reservationOf, reservationsOf } from './reservations.ts';
import { withStandingTemplates } from './standing.ts';
import { type SurroundingsConfig, surroundingsOf } from './surroundings.ts';
import { type GatewayPorts, takenNamesOf } from './takennames.ts';

/** Configuration of installs. */
export interface MarketConfig extends GatewayPorts, SurroundingsConfig {}

/** Plan for a preview, with the allocations that it follows from. */
interface PreviewedPlan {
  readonly planned: PlanResult | UnfitOverrides;
  readonly kept: Kept;
}

/** Planner of installs, from the pinned template to the plan; caches the most recent plans. */
export class Planner {
  readonly #config: MarketConfig;
  readonly #turns = new EventLoopYielder();
  readonly #reservations = new Reservations();
  readonly #cache = new PlanCache();

  constructor(config: MarketConfig) {
    this.#config = config;
  }

  /**
   * Plan of an install for a template. Allocations are stored before they are used, so that the plan for a template
   * never changes. Throws KubeError.
   */
  async planFor(
    writer: Writer,
    install: MarketInstall,
    application: Application,
    template: Pinned,
  ): Promise<PlanResult | NameConflict | UnfitOverrides> {
    const { uid } = install.metadata;
    const surroundings = writer.budget.run(() =>
      surroundingsOf(writer.caches, install, application, this.#config),
    );
    const { overrides, match } = install.spec;
    const { version, digest, secretName } = template;
    const basis = () =>
      JSON.stringify([
        version,
        digest,
        secretName,
        keptVersion(writer, install),
        surroundings,
        overrides,
        match,
      ]);
    const known = this.#cache.get(uid, basis());
    if (known !== undefined) {
      return known;
    }
    const planned = await this.#plan(writer, install, template, surroundings);
    // A refusal may end without a change of its inputs: when somebody deletes a Secret.
    if (planned.type === 'planned') {
      this.#cache.set(uid, { basis: basis(), size: template.size, planned });
    }
    return planned;
  }

  /**
   * Plan of an install for a model that it may never get. Nothing is written or reserved: what the install has no
   * allocation for yet may get another name, port or password when it is rolled out. Throws KubeError.
   */
  async preview(
    writer: Writer,
    install: MarketInstall,
    application: Application,
    template: Pinned,
    content: ModelContent,
  ): Promise<PreviewedPlan> {
    const around = writer.budget.run(() => surroundingsOf(writer.caches, install, application, this.#config));
    const kept = await peekKept(writer, install);
    if (kept === undefined) {
      return { planned: modified(keptName(install)), kept: NOTHING_KEPT };
    }
    const read = await this.#read(writer, install, content);
    if (read.type === 'refused') {
      return { planned: refused(read.message), kept };
    }
    const overridden = writer.budget.run(() => overriddenModel(read.model, install.spec, template));
    if (overridden.type === 'unfit') {
      return { planned: overridden, kept };
    }
    const foreign = await listForeignNames(writer, install);
    const taken = takenNamesOf(writer.caches, install, foreign, this.#reservations, this.#config);
    const next = writer.budget.run(() => overridden.model.allocate(kept, around, taken, randomHex));
    return {
      planned: await this.#expand(writer, install, overridden, next, template, content, around),
      kept: next,
    };
  }

  /** Forgets plan and reservations of an install that is gone, in place, or planned in vain: the next plan reserves anew. */
  forget(uid: string): void {
    this.#cache.delete(uid);
    this.#reservations.release(uid);
  }

  async #plan(
    writer: Writer,
    install: MarketInstall,
    template: Pinned,
    around: Surroundings,
  ): Promise<PlanResult | NameConflict | UnfitOverrides> {
    const content = await readContent(writer, install, template);
    const stored = await readKeptSecret(writer, install);
    if (stored !== undefined && !installOf(stored).includes(install.metadata.uid)) {
      return { type: 'taken', object: `Secret ${stored.metadata.name}` };
    }
    const kept = stored === undefined ? NOTHING_KEPT : keptIn(stored);
    if (content === undefined || kept === undefined) {
      return modified(content === undefined ? template.secretName : keptName(install));
    }
    const read = await this.#read(writer, install, content);
    if (read.type === 'refused') {
      return refused(read.message);
    }
    const overridden = writer.budget.run(() => overriddenModel(read.model, install.spec, template));
    if (overridden.type === 'unfit') {
      return overridden;
    }
    const next = await this.#allocate(writer, install, template, overridden.model, kept, around);
    if (!isDeepStrictEqual(next, kept)) {
      await writeKeptSecret(writer, keptDraft(install, next), stored);
    }
    const planned = await this.#expand(writer, install, overridden, next, template, content, around);
    return planned.type === 'planned' ? this.#claim(writer, install, planned.plan) : planned;
  }

  async #read(writer: Writer, { spec }: MarketInstall, { template }: ModelContent): Promise<ReadTemplate> {
    return await inTurns(sourceOf(spec).read(template), this.#turns, (work) => writer.budget.run(work));
  }

  async #expand(
    writer: Writer,
    install: MarketInstall,
    { model, problems }: OverriddenSource,
    kept: Kept,
    template: Pinned,
    { template: _, ...beside }: ModelContent,
    around: Surroundings,
  ): Promise<PlanResult> {
    const run: Run = (work) => writer.budget.run(work);
    const surroundings = { ...around, ...beside };
    const expansion = await inTurns(model.expand(kept, surroundings), this.#turns, run);
    const notApplied = [...problems, ...expansion.notApplied];
    return run(() => {
      const components = withStandingTemplates(expansion.components, finderOf(writer.caches, install));
      return planOf(template, { ...expansion, components, notApplied });
    });
  }

  async #allocate(
    writer: Writer,
    install: MarketInstall,
    template: Pinned,
    model: SourceModel,
    kept: Kept,
    around: Surroundings,
  ): Promise<Kept> {
    const beside = (foreign: ForeignNames) => {
      const taken = takenNamesOf(writer.caches, install, foreign, this.#reservations, this.#config);
      return writer.budget.run(() => model.allocate(kept, around, taken, randomHex));
    };
    const isComplete = () =>
      hasAllServices(writer, install, template, kept) && isDeepStrictEqual(beside(NO_FOREIGN_NAMES), kept);
    const foreign = isComplete() ? NO_FOREIGN_NAMES : await listForeignNames(writer, install);
    // No await from here to the claims: another install may be about to allocate, too.
    const next = beside(foreign);
    for (const reservation of reservationsOf(install, next)) {
      this.#reserve(writer, install, reservation);
    }
    return next;
  }

  /** Reserves the objects of a plan, unless another install has reserved one of them. */
  #claim(writer: Writer, install: MarketInstall, plan: Plan): PlanResult | NameConflict {
    const { uid } = install.metadata;
    const lost = objectsOf(plan).find((planned) => !this.#reserve(writer, install, reservationOf(planned)));
    if (lost === undefined) {
      return { type: 'planned', plan };
    }
    // Two installs that wait for each other would wait for ever.
    this.#reservations.release(uid);
    return { type: 'taken', object: `${lost.resource.kind} ${lost.draft.metadata.name}` };
  }

  /** Reserves a name or port; false where another install holds it. One that is gone by now, and forgotten, holds none. */
  #reserve({ caches }: Writer, { metadata: { uid } }: MarketInstall, reservation: string): boolean {
    return caches.installs.store.by('uid', uid).length > 0
      ? this.#reservations.claim(uid, reservation)
      : !this.#reservations.isHeldByOther(uid, reservation);
  }
}

/**
 * Model with the overrides of an install. Those that do not fit the version that is asked for are refused, because the
 * user would not get what the spec says; an older version, to which an upgrade goes back, does without them.
 */
function overriddenModel(
  model: SourceModel,
  spec: MarketInstallSpec,
  { version }: Pinned,
): ({ readonly type: 'fits' } & OverriddenSource) | UnfitOverrides {
  const overridden = model.override(spec);
  const { problems } = overridden;
  return problems.length > 0 && version === spec.appModelVersion
    ? { type: 'unfit', problems }
    : { type: 'fits', ...overridden };
}

function modified(secret: string): PlanResult {
  return refused(`the Secret ${secret} has been modified: delete it`);
}

function refused(message: string): PlanResult {
  return { type: 'refused', reason: REASONS.templateInvalid, message };
}

/** Model of a pinned template; undefined where its Secret has been modified. Throws KubeError. */
export async function readContent(
  writer: Writer,
  { metadata: { namespace } }: MarketInstall,
  template: Pinned,
): Promise<ModelContent | undefined> {
  const { account, signal } = writer;
  const secret = await account.get(SECRETS, { namespace, name: template.secretName }, { signal });
  return contentOf(secret, template);
}

function randomHex(digits: number): string {
  return randomBytes(digits).toString('hex').slice(0, digits);
}
