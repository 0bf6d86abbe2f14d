import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pinned } from '../../api/marketinstall.ts';
import type { Kept, Surroundings } from '../../model/build/expansion.ts';
import { NOTHING_KEPT } from '../../model/build/kept.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import type { AddressRange } from '../../store/guard.ts';
import { installOf } from '../caches.ts';
import { finderOf } from '../lookup.ts';
import type { SourceModel } from '../source/source.ts';
import type { Writer } from '../writer.ts';
import { type ForeignNames, hasAllServices, listForeignNames, NO_FOREIGN_NAMES } from './foreignnames.ts';
import { keptDraft, keptIn, keptName, keptVersion, readKeptSecret, writeKeptSecret } from './keptsecret.ts';
import { LackingPorts } from './lackingports.ts';
import { expandModel, modified, readContent, readModel } from './modelplan.ts';
import { objectsOf, type Plan, type PlanResult } from './plan.ts';
import { PlanCache } from './plancache.ts';
import type { NameConflict, UnfitOverrides } from './problem.ts';
import { Reservations, reservationOf, reservationsOf } from './reservations.ts';
import { standingSets } from './standing.ts';
import { type SurroundingsConfig, surroundingsOf } from './surroundings.ts';
import { type GatewayPorts, takenNamesOf } from './takennames.ts';

/** Configuration of installs. */
export interface MarketConfig extends GatewayPorts, SurroundingsConfig {
  /** Ranges of the addresses that components may have that run elsewhere; none where undefined. */
  readonly endpoints?: readonly AddressRange[];
}

/** Planner of installs, from the pinned template to the plan; caches the most recent plans. */
export class Planner {
  readonly config: MarketConfig;
  readonly reservations = new Reservations();
  readonly lackingPorts = new LackingPorts();
  readonly #cache = new PlanCache();

  constructor(config: MarketConfig) {
    this.config = config;
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
      surroundingsOf(writer.caches, install, application, this.config),
    );
    const { overrides, match } = install.spec;
    const { version, digest, secretName } = template;
    // From before the plan is made: of one that is deleted meanwhile, the plan may still have the names.
    const sets = standingSets(writer.caches, install);
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
    const known = this.#cache.get(uid, basis(), sets);
    if (known !== undefined) {
      return known;
    }
    const result = await this.#plan(writer, install, template, surroundings);
    // A refusal may end without a change of its inputs: when somebody deletes a Secret.
    if (result.type !== 'planned') {
      return result;
    }
    const planned = { ...result, plan: { ...result.plan, sets } };
    this.#cache.set(uid, { basis: basis(), sets, size: template.size, planned });
    return planned;
  }

  /** Forgets plan and reservations of an install that is in place, or planned in vain: the next plan reserves anew. */
  forget(uid: string): void {
    this.#cache.delete(uid);
    this.reservations.release(uid);
  }

  /** Forgets all of an install that is gone. */
  forgetGone(uid: string): void {
    this.forget(uid);
    this.lackingPorts.delete(uid);
  }

  /** Forgets the plan of an install, which may come out differently now. */
  planAgain(uid: string): void {
    this.#cache.delete(uid);
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
    const read = await readModel(writer, install, template, content, this.config);
    if (read.type !== 'fits') {
      return read;
    }
    const next = await this.#allocate(writer, install, template, read.model, kept, around);
    this.lackingPorts.note(install.metadata, isThere(writer, install) && read.model.lacksPort(next));
    if (!isDeepStrictEqual(next, kept)) {
      await writeKeptSecret(writer, keptDraft(install, next), stored);
    }
    const planned = await expandModel(writer, install, read, next, template, content, around);
    return planned.type === 'planned' ? this.#claim(writer, install, planned.plan) : planned;
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
      const taken = takenNamesOf(writer.caches, install, foreign, this.reservations, this.config);
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

  /** Reserves the objects of a plan, unless another install has reserved one that this install has not made yet. */
  #claim(writer: Writer, install: MarketInstall, plan: Plan): PlanResult | NameConflict {
    const { uid } = install.metadata;
    const find = finderOf(writer.caches, install);
    const lost = objectsOf(plan).find(
      (planned) => !this.#reserve(writer, install, reservationOf(planned)) && find(planned) === undefined,
    );
    if (lost === undefined) {
      return { type: 'planned', plan };
    }
    // Two installs that wait for each other would wait for ever.
    this.reservations.release(uid);
    return { type: 'taken', object: `${lost.resource.kind} ${lost.draft.metadata.name}` };
  }

  /** Reserves a name or port; false where another install holds it. One that is gone by now, and forgotten, holds none. */
  #reserve(writer: Writer, install: MarketInstall, reservation: string): boolean {
    const { uid } = install.metadata;
    return isThere(writer, install)
      ? this.reservations.claim(uid, reservation)
      : !this.reservations.isHeldByOther(uid, reservation);
  }
}

/** Whether an install still exists; it may have gone, and been forgotten, while it was planned. */
function isThere({ caches }: Writer, { metadata: { uid } }: MarketInstall): boolean {
  return caches.installs.store.by('uid', uid).length > 0;
}

/** Random hexadecimal digits. */
export function randomHex(digits: number): string {
  return randomBytes(digits).toString('hex').slice(0, digits);
}
