import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { inTurns } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { unlessGone } from '../../kube/error.ts';
import { keyOf, type ObjectDraft } from '../../kube/object.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { SERVICE_MONITORS } from '../../objects/installed.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, installOf } from '../caches.ts';
import { allocate } from '../expand/allocate.ts';
import type { Surroundings } from '../expand/expansion.ts';
import { NOTHING_KEPT } from '../expand/kept.ts';
import { parseModel } from '../model/parse.ts';
import { type PlanResult, planOf } from '../planning.ts';
import { contentOf, type TemplateContent } from '../template/pin.ts';
import type { MarketConfig } from '../view.ts';
import { deleteObject, FIELD_MANAGER, type Writer } from '../writer.ts';
import { keptDraft, keptIn, keptName } from './keptsecret.ts';
import { objectsOf, type Plan } from './plan.ts';
import { Reservations } from './reservations.ts';
import { listForeignNames, reservationOf, reservationsOf, takenNamesOf } from './takennames.ts';

/**
 * Bytes of the templates whose plans are remembered, those of installs that are being rolled out and ask again
 * and again; a plan takes about three times as much.
 */
const CACHE_BYTES = 8 * 2 ** 20;

interface CachedPlan {
  /** All that the plan depends on, in short. */
  readonly basis: string;
  /** Bytes of the template. */
  readonly size: number;
  readonly planned: PlanResult;
}

/** Somebody else has an object that an install needs, or is about to make it. */
export interface NameConflict {
  readonly type: 'taken';
  /** Kind and name. */
  readonly object: string;
}

/** Makes plans of pinned templates, and remembers the last few. */
export class Planner {
  readonly #config: MarketConfig;
  readonly #turns = new EventLoopYielder();
  readonly #reserved = new Reservations();
  readonly #remembered = new Map<string, CachedPlan>();

  constructor(config: MarketConfig) {
    this.#config = config;
  }

  /**
   * The plan of an install for a template. What has to be kept once is kept and kept first, so that
   * whatever happens later, the plan for the same template is the same. Throws KubeError.
   */
  async planFor(
    writer: Writer,
    install: MarketInstall,
    application: Application,
    template: Pinned,
  ): Promise<PlanResult | NameConflict> {
    const { uid } = install.metadata;
    const around = this.#surroundings(writer, install, application);
    const basis = () => JSON.stringify([template.digest, keptVersion(writer, install), around]);
    const known = this.#remembered.get(uid);
    if (known?.basis === basis()) {
      return known.planned;
    }
    const planned = await this.#plan(writer, install, template, around);
    // A refusal may be over without a change of the basis: when somebody has deleted a Secret.
    if (planned.type === 'planned') {
      this.#remember(uid, { basis: basis(), size: template.size, planned });
    }
    return planned;
  }

  /** Forgets what an install has, which is gone or in place. */
  forget(uid: string): void {
    this.#remembered.delete(uid);
    this.#reserved.release(uid);
  }

  async #plan(
    writer: Writer,
    install: MarketInstall,
    template: Pinned,
    around: Surroundings,
  ): Promise<PlanResult | NameConflict> {
    const content = await readContent(writer, install, template);
    const stored = await storedKept(writer, install);
    if (stored !== undefined && !installOf(stored).includes(install.metadata.uid)) {
      return { type: 'taken', object: `Secret ${stored.metadata.name}` };
    }
    const kept = stored === undefined ? NOTHING_KEPT : keptIn(stored);
    if (content === undefined || kept === undefined) {
      const name = content === undefined ? template.secretName : keptName(install);
      return refused(`the Secret ${name} was changed by somebody: delete it`);
    }
    const parsed = await inTurns(parseModel(content.template), this.#turns);
    if (parsed.type === 'refused') {
      return refused(parsed.message);
    }
    const foreign = await listForeignNames(writer, install, template, kept);
    // From what is free to what is reserved in one go: another install may be about to choose, too.
    const taken = takenNamesOf(writer, install, foreign, this.#reserved, this.#config);
    const next = allocate(parsed.model, kept, around, taken, randomHex);
    for (const thing of reservationsOf(install, next)) {
      this.#reserved.claim(install.metadata.uid, thing);
    }
    if (!isDeepStrictEqual(next, kept)) {
      await writeKept(writer, keptDraft(install, next), stored);
    }
    const { hub } = content;
    const surroundings = { ...around, ...(hub === undefined ? {} : { hub }) };
    const planned = await inTurns(planOf(template, parsed.model, next, surroundings), this.#turns);
    return planned.type === 'planned' ? this.#claimed(install, planned.plan) : planned;
  }

  /** A plan, unless another install is about to make an object of it. */
  #claimed({ metadata: { uid } }: MarketInstall, plan: Plan): PlanResult | NameConflict {
    const lost = objectsOf(plan).find((wanted) => !this.#reserved.claim(uid, reservationOf(wanted)));
    if (lost === undefined) {
      return { type: 'planned', plan };
    }
    // Of two that each have what the other wants, one must be able to go on.
    this.#reserved.release(uid);
    return { type: 'taken', object: `${lost.resource.kind} ${lost.draft.metadata.name}` };
  }

  #surroundings({ caches }: Writer, { metadata }: MarketInstall, application: Application): Surroundings {
    const { namespace = '', name, uid } = metadata;
    const { domain } = this.#config;
    return {
      namespace,
      app: { id: application.spec.id, name: application.metadata.name },
      install: { name, uid },
      storageClasses: caches.storageClasses?.store
        .list()
        .map(({ metadata: { name: storage, annotations } }) => ({
          name: storage,
          isDefault: annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true',
        })),
      serviceMonitors: cacheOf(caches, SERVICE_MONITORS) !== undefined,
      ...(domain === undefined ? {} : { domain }),
    };
  }

  #remember(uid: string, remembered: CachedPlan): void {
    this.#remembered.delete(uid);
    this.#remembered.set(uid, remembered);
    let bytes = [...this.#remembered.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [oldest, { size }] of this.#remembered) {
      if (bytes <= CACHE_BYTES || oldest === uid) {
        return;
      }
      this.#remembered.delete(oldest);
      bytes -= size;
    }
  }
}

function refused(message: string): PlanResult {
  return { type: 'refused', reason: REASONS.templateInvalid, message };
}

function keptVersion({ caches }: Writer, install: MarketInstall): string | undefined {
  const key = `${install.metadata.namespace}/${keptName(install)}`;
  return cacheOf(caches, SECRETS)?.store.get(key)?.metadata.resourceVersion;
}

async function readContent(
  writer: Writer,
  { metadata: { namespace } }: MarketInstall,
  template: Pinned,
): Promise<TemplateContent | undefined> {
  const { client, signal } = writer;
  const secret = await client.get(SECRETS, { namespace, name: template.secretName }, { signal });
  return contentOf(secret, template);
}

/**
 * The Secret with what was kept once; from the API server, since a cache may not have heard of it yet. An
 * install that had the name before may have left one that is about to go with it: nothing is built on that.
 */
async function storedKept(writer: Writer, install: MarketInstall): Promise<Secret | undefined> {
  const { client, signal } = writer;
  const { namespace, uid } = install.metadata;
  const secret = await unlessGone(client.get(SECRETS, { namespace, name: keptName(install) }, { signal }));
  const [maker = uid] = secret === undefined ? [] : installOf(secret);
  if (secret !== undefined && maker !== uid) {
    await deleteObject(writer, SECRETS, secret);
    return undefined;
  }
  return secret;
}

/**
 * Keeps what was kept, on condition that nobody has kept anything meanwhile: a write that was given up and
 * arrives late must not change what others have built on.
 */
async function writeKept(writer: Writer, draft: ObjectDraft, stored: Secret | undefined): Promise<void> {
  const { client, caches, signal } = writer;
  const { resourceVersion } = stored?.metadata ?? {};
  const options = { signal };
  const secrets = cacheOf(caches, SECRETS);
  const keepIt = () =>
    resourceVersion === undefined
      ? client.create(SECRETS, draft, FIELD_MANAGER, options)
      : client.replace(
          SECRETS,
          { ...draft, metadata: { ...draft.metadata, resourceVersion } },
          FIELD_MANAGER,
          options,
        );
  const written = await (secrets?.writing(keyOf(draft), keepIt) ?? keepIt());
  secrets?.wrote(written);
}

function randomHex(digits: number): string {
  return randomBytes(digits).toString('hex').slice(0, digits);
}
