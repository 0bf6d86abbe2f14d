import type { MarketInstallSpec, Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { present } from '../../base/fields.ts';
import { inTurns } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { DEFAULT_CLASS, SECRETS, type StorageClass as StoredClass } from '../../objects/core.ts';
import { SERVICE_MONITORS } from '../../objects/installable.ts';
import { type Application, installId, type MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import type {
  Busy,
  OverriddenSource,
  Rendering,
  Source,
  SourceContent,
  SourceModel,
} from '../../source/source.ts';
import type { StorageClass, Surroundings } from '../../source/surroundings.ts';
import type { AddressRange } from '../../store/guard.ts';
import { cacheOf, finderOf, type MarketCaches } from '../caches.ts';
import { servesBefore } from '../state.ts';
import { partNames, pinnedContent } from '../template/pin.ts';
import type { Writer } from '../writer.ts';
import { type PlanResult, planOf } from './plan.ts';
import type { PlanRefusal, UnfitOverrides } from './problem.ts';
import { withStandingTemplates } from './standing.ts';

/** Result of reading a model: the model with the overrides of its install, or why there is none. */
type InstallModel = ({ readonly type: 'fits' } & OverriddenSource) | PlanRefusal | UnfitOverrides;

const turns = new EventLoopYielder();

/** Source of models, and the ranges of the addresses that components may have that run elsewhere. */
interface ModelReader {
  readonly source: Source;
  readonly config: { readonly endpoints?: readonly AddressRange[] };
}

/** Install to plan for a version of its model. */
export interface PlanRequest {
  readonly install: MarketInstall;
  readonly application: Application;
  readonly template: Pinned;
  /** Content of the template; undefined where it is to be read from its Secret. */
  readonly content?: SourceContent;
}

/** Allocations of an install, and what else its objects follow from. */
export interface Allocated {
  readonly kept: Kept;
  readonly around: Surroundings;
}

/** Content of the template of a request; undefined where one of its Secrets has been modified. Throws KubeError. */
export async function readContent(
  writer: Writer,
  { install: { metadata }, template, content }: PlanRequest,
): Promise<SourceContent | undefined> {
  if (content !== undefined) {
    return content;
  }
  const { account, signal } = writer;
  const { namespace } = metadata;
  const secrets = await Promise.all(
    partNames(template).map((name) => account.get(SECRETS, { namespace, name }, { signal })),
  );
  return pinnedContent(secrets, template);
}

/**
 * Model of an install: the template as read, with the overrides of the install. Components that run elsewhere need
 * addresses of the ranges of `endpoints`.
 */
export async function readModel(
  { charge }: Writer,
  { install: { spec }, template }: PlanRequest,
  content: SourceContent,
  { source, config: { endpoints = [] } }: ModelReader,
): Promise<InstallModel> {
  const read = await inTurns(source.read(content, endpoints), turns, charge);
  return read.type === 'refused'
    ? refused(read.message)
    : charge(() => overriddenModel(read.model, spec, template));
}

/** Plan of a model with its allocations, `kept`, and those that are kept from then on. Throws KubeError. */
export async function expandModel(
  writer: Writer,
  { install, template }: PlanRequest,
  { model, problems }: OverriddenSource,
  given: Allocated,
): Promise<(Extract<PlanResult, { type: 'planned' }> & { readonly kept: Kept }) | PlanRefusal | Busy> {
  const made = await contentOf(writer, model, given);
  if (made.type !== 'rendered') {
    return made;
  }
  const { content, kept } = made;
  const notApplied = [...problems, ...content.notApplied];
  const result = writer.charge(() => {
    const standing = withStandingTemplates(content, finderOf(writer.caches, install));
    return planOf(template, { ...standing, notApplied });
  });
  return result.type === 'planned' ? { ...result, kept } : result;
}

async function contentOf(
  { charge, signal, again }: Writer,
  model: SourceModel,
  { kept, around }: Allocated,
): Promise<Rendering> {
  if ('render' in model) {
    return await model.render(kept, around, { signal, again, run: (work) => inTurns(work, turns, charge) });
  }
  return { type: 'rendered', content: await inTurns(model.expand(kept, around), turns, charge), kept };
}

/** Refusal of an install of which another client has modified a Secret of Stoa. */
export function modified(secret: string): PlanRefusal {
  return refused(`the Secret ${secret} has been modified: delete it`);
}

function refused(message: string): PlanRefusal {
  return { type: 'refused', reason: REASONS.templateInvalid, message };
}

/**
 * Model with the overrides of an install. Those that do not fit the version that is asked for are refused, because the
 * user would not get what the spec says; an older version, to which an upgrade goes back, does without them.
 */
function overriddenModel(
  model: SourceModel,
  spec: MarketInstallSpec,
  { version }: Pinned,
): Exclude<InstallModel, PlanRefusal> {
  const overridden = model.override(spec);
  const { problems } = overridden;
  return problems.length > 0 && version === spec.appModelVersion
    ? { type: 'unfit', problems }
    : { type: 'fits', ...overridden };
}

/** Configuration that is part of the surroundings of installs. */
export interface SurroundingsConfig extends Pick<Surroundings, 'nodeLabels' | 'storage' | 'mirrors'> {
  /** Domain of the host names of outer HTTP ports; without one, these ports get none. */
  readonly domain?: string | undefined;
}

/** Surroundings of an install, as the caches have them; without the registry, which its template names. */
export function surroundingsOf(
  caches: MarketCaches,
  { install, application, template }: PlanRequest,
  { domain, nodeLabels, storage, mirrors = {} }: SurroundingsConfig,
): Surroundings {
  const { metadata, spec, status } = install;
  const { namespace, name } = metadata;
  const isServed = status?.serving?.digest === template.digest;
  const next = isServed && servesBefore({ metadata, status }) ? 'way-back' : 'upgrade';
  return {
    namespace,
    app: { id: application.spec.id, name: application.metadata.name },
    install: { name, uid: installId(install) },
    course: status?.serving === undefined ? 'install' : next,
    grants: spec.grants ?? {},
    storageClasses: caches.storageClasses?.store.list().map(classOf),
    storage,
    nodeLabels,
    mirrors,
    serviceMonitors: cacheOf(caches, SERVICE_MONITORS) !== undefined,
    ...present({ domain, routes: spec.routes }),
  };
}

function classOf({ metadata: { name, annotations }, provisioner }: StoredClass): StorageClass {
  return { name, isDefault: annotations?.[DEFAULT_CLASS] === 'true', provisioner };
}
