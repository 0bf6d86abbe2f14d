import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { present } from '../../base/fields.ts';
import { inTurns } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import type { Busy, Source, SourceContent } from '../../source/source.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { AddressRange } from '../../store/guard.ts';
import { finderOf } from '../caches.ts';
import type { Writer } from '../writer.ts';
import { keptName, keptVersion, readKept, type StoredKept, writeKept } from './keptsecret.ts';
import { LackingPorts } from './lackingports.ts';
import { differInValues, evidenceOf, lostValues } from './lostvalues.ts';
import {
  expandModel,
  modified,
  type PlanRequest,
  readContent,
  readModel,
  type SurroundingsConfig,
  surroundingsOf,
} from './modelplan.ts';
import { type Plan, type PlanResult, plannedObjects } from './plan.ts';
import { PlanCache, planBytes } from './plancache.ts';
import type { NameConflict, Unplanned } from './problem.ts';
import { standingSets } from './standing.ts';
import {
  type ForeignNames,
  type GatewayPorts,
  hasAllServices,
  listForeignNames,
  NO_FOREIGN_NAMES,
  Reservations,
  reservationOf,
  reservationsOf,
  takenNamesOf,
} from './takennames.ts';
import { type FoundValues, readValuesFrom, type ValuesVersions, valuesVersions } from './valuesfrom.ts';

const turns = new EventLoopYielder();

/** Configuration of installs. */
export interface MarketConfig extends GatewayPorts, SurroundingsConfig {
  /** Ranges of the addresses that components may have that run elsewhere; none where undefined. */
  readonly endpoints?: readonly AddressRange[];
}

/** Plan that is neither stored nor reserved, and what it follows from. */
export interface DraftedPlan {
  readonly type: 'drafted';
  readonly plan: Plan;
  readonly stored: Extract<StoredKept, { type: 'kept' }>;
  /** Allocations that the plan follows from. */
  readonly allocated: Kept;
  /** Allocations to keep once the plan is made: with what its rendering adds. */
  readonly kept: Kept;
  readonly content: SourceContent;
  /** Whether the model asks for a port of the Gateway that it does not get. */
  readonly lacksPort: boolean;
  /** Versions of the objects of its values. */
  readonly versions: ValuesVersions;
}

/** Planner of installs, from the pinned template to the plan; caches the most recent plans. */
export class Planner {
  readonly config: MarketConfig;
  readonly source: Source;
  readonly reservations = new Reservations();
  readonly lackingPorts = new LackingPorts();
  readonly #cache = new PlanCache();

  constructor(config: MarketConfig, source: Source) {
    this.config = config;
    this.source = source;
  }

  /**
   * Plan of an install for a template. Allocations are stored before they are used, so that the plan for a template
   * never changes; of one that `isHeld`, what its rendering adds is not. Throws KubeError.
   */
  async planFor(
    writer: Writer,
    request: PlanRequest,
    isHeld: (plan: Plan) => boolean,
  ): Promise<PlanResult | Unplanned | Busy> {
    const { install, template } = request;
    const { uid } = install.metadata;
    const surroundings = this.#around(writer, request);
    const { overrides, match, values, valuesFrom } = install.spec;
    const { version, digest, secretName } = template;
    // From before the plan is made: of one that is deleted meanwhile, the plan may still have the names.
    const sets = standingSets(writer.caches, install);
    const basis = (versions: ValuesVersions) =>
      JSON.stringify([
        version,
        digest,
        secretName,
        keptVersion(writer, install),
        surroundings,
        overrides,
        match,
        values,
        valuesFrom,
        versions,
      ]);
    const known = this.#cache.get(uid, basis(valuesVersions(writer.caches, install)), sets);
    if (known !== undefined) {
      return known;
    }
    const drafted = await this.draft(writer, request, (kept) => this.#reserveNames(writer, install, kept));
    if (drafted.type !== 'drafted') {
      return drafted;
    }
    if (writer.charge(() => isHeld(drafted.plan))) {
      return await this.#commit(writer, install, { ...drafted, kept: drafted.allocated });
    }
    const bytes = await inTurns(planBytes(drafted.plan), turns, writer.charge);
    const result = await this.#commit(writer, install, drafted);
    // A refusal may end without a change of its inputs: when a user deletes a Secret.
    if (result.type !== 'planned') {
      return result;
    }
    const planned = { ...result, plan: { ...result.plan, sets } };
    this.#cache.set(uid, { basis: basis(drafted.versions), sets, bytes, planned });
    return planned;
  }

  /**
   * Plan of an install for a template, of which nothing is written: what the install has no allocation for yet may get
   * another name, port or password later. `allocated` is called at once with the allocations: another install may be
   * about to allocate, too. Throws KubeError.
   */
  async draft(
    writer: Writer,
    request: PlanRequest,
    allocated: (kept: Kept) => void = () => undefined,
  ): Promise<DraftedPlan | Unplanned | Busy> {
    const { install, template } = request;
    const around = this.#around(writer, request);
    const inputs = await readInputs(writer, request);
    if (inputs.type !== 'read') {
      return inputs;
    }
    const { found, content, stored } = inputs;
    const read = await readModel(writer, request, content, this);
    if (read.type !== 'fits') {
      return read;
    }
    const { model } = read;
    const allocate = (foreign: ForeignNames) => {
      const taken = takenNamesOf(writer.caches, install, foreign, this);
      return writer.charge(() =>
        model.allocate(stored.kept, { install: around.install, taken, now: new Date(), random: randomHex }),
      );
    };
    const needsNoNames =
      'render' in model ||
      (hasAllServices(writer, install, template, stored.kept) &&
        isDeepStrictEqual(allocate(NO_FOREIGN_NAMES), stored.kept));
    const foreign = needsNoNames ? NO_FOREIGN_NAMES : await listForeignNames(writer, install);
    const { hub, publishedWith } = 'template' in content ? content : {};
    const { texts: valuesFrom, versions } = found;
    const given = {
      kept: allocate(foreign),
      around: { ...around, valuesFrom, ...present({ hub, publishedWith }) },
    };
    allocated(given.kept);
    const result = await expandModel(writer, request, read, given);
    if (result.type !== 'planned') {
      return result;
    }
    const { plan, kept } = result;
    const lost = await this.#lostValues(writer, request, { plan, kept, stored }, () =>
      expandModel(writer, request, read, { ...given, kept: allocate(foreign) }),
    );
    if (lost !== undefined) {
      return lost;
    }
    const lacksPort = model.lacksPort(kept);
    return { type: 'drafted', plan, stored, allocated: given.kept, kept, content, lacksPort, versions };
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

  /**
   * Refusal of a plan that generates values in place of lost ones; undefined where it generates none, or nothing says that
   * there were others. `drawAgain` plans the same with other values. Throws KubeError.
   */
  async #lostValues(
    writer: Writer,
    { install }: PlanRequest,
    drawn: Pick<DraftedPlan, 'plan' | 'kept' | 'stored'>,
    drawAgain: () => ReturnType<typeof expandModel>,
  ): Promise<Unplanned | Busy | undefined> {
    const isLost = drawn.stored.secret === undefined;
    const evidence = isLost ? await evidenceOf(writer, install, drawn.plan) : undefined;
    const other = evidence && (await drawAgain());
    if (evidence === undefined || other === undefined) {
      return undefined;
    }
    if (other.type !== 'planned') {
      return other;
    }
    return writer.charge(() => differInValues(drawn, other)) ? lostValues(install, evidence) : undefined;
  }

  #around({ caches, charge }: Writer, request: PlanRequest): Surroundings {
    return charge(() => surroundingsOf(caches, request, this.config));
  }

  /** Stores what a plan follows from, and reserves its objects. */
  async #commit(
    writer: Writer,
    install: MarketInstall,
    { plan, stored, kept, lacksPort }: DraftedPlan,
  ): Promise<PlanResult | NameConflict> {
    this.lackingPorts.note(install.metadata, isThere(writer, install) && lacksPort);
    await writeKept(writer, install, stored, kept);
    return this.#claim(writer, install, plan);
  }

  #reserveNames(writer: Writer, install: MarketInstall, kept: Kept): void {
    for (const reservation of reservationsOf(install, kept)) {
      this.#reserve(writer, install, reservation);
    }
  }

  /** Reserves the objects of a plan, unless another install has reserved one that this install has not made yet. */
  #claim(writer: Writer, install: MarketInstall, plan: Plan): PlanResult | NameConflict {
    const { uid } = install.metadata;
    const find = finderOf(writer.caches, install);
    const lost = plannedObjects(plan).find(
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

/** Objects that a plan follows from, or why there is no plan. */
type PlanInputs =
  | Unplanned
  | {
      readonly type: 'read';
      readonly found: FoundValues;
      readonly content: SourceContent;
      readonly stored: Extract<StoredKept, { type: 'kept' }>;
    };

async function readInputs(writer: Writer, request: PlanRequest): Promise<PlanInputs> {
  const { install, template } = request;
  const [found, content, stored] = await Promise.all([
    readValuesFrom(writer, install),
    readContent(writer, request),
    readKept(writer, install),
  ]);
  if (found.type !== 'found') {
    return found;
  }
  if (stored.type === 'foreign') {
    return { type: 'taken', object: `Secret ${keptName(install)}` };
  }
  return content === undefined || stored.type === 'modified'
    ? modified(content === undefined ? template.secretName : keptName(install))
    : { type: 'read', found, content, stored };
}

/** Whether an install still exists; it may have gone, and been forgotten, while it was planned. */
function isThere({ caches }: Writer, { metadata: { uid } }: MarketInstall): boolean {
  return caches.installs.store.by('uid', uid).length > 0;
}

/** Random hexadecimal digits. */
function randomHex(digits: number): string {
  return randomBytes(digits).toString('hex').slice(0, digits);
}
