import { type AdoptedPart, adoptedPartSchema, MAX_LISTED } from '../api/application.ts';
import { labelValueSchema } from '../api/grammar.ts';
import { LABELS } from '../api/group.ts';
import { pathText, unknownIn, unknownText } from '../api/unknown.ts';
import { uniqueBy } from '../base/unique.ts';
import type { KubeObject } from '../kube/object.ts';
import { byAge } from '../objects/age.ts';
import { type Service, selectsLabels } from '../objects/core.ts';
import { HELM_RELEASE } from '../objects/managed.ts';
import type { Application } from '../objects/stoa.ts';
import { templateLabels, type Workload } from '../objects/workload.ts';
import { isWorkload } from '../workload/kinds.ts';
import type { Exposure } from './exposure.ts';
import { ADOPTED_BY, isMember, type MemberLabels, ownLabels, seenAs } from './member.ts';

/** Objects of one namespace that decide on what its applications adopt. */
export interface Adoptable extends Exposure {
  readonly applications: readonly Application[];
}

/** Entry of `spec.components` that adopts nothing, or less than it says. */
export interface AdoptionFlaw {
  /** Name of the Application. */
  readonly application: string;
  /** Position of the entry. */
  readonly entry: number;
  readonly text: string;
}

/** Adoption by the applications of a namespace. */
export interface Adoption {
  /** Labels that adopted objects are seen with, by `memberKey`. */
  readonly members: ReadonlyMap<string, MemberLabels>;
  readonly flaws: readonly AdoptionFlaw[];
}

/** Most Services of a namespace that are looked at, in the order of their names. */
const MOST_SERVICES = 1_000;

/** Whether an Application adopts anything. */
export function adopts({ spec: { components = [] } }: Application): boolean {
  return components.length > 0;
}

/** Key of an object within its namespace. */
export function memberKey({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name}`;
}

/** Kind and name in a key of an object within its namespace. */
export function splitMemberKey(key: string): { readonly kind: string; readonly name: string } {
  const [kind = '', name = ''] = key.split('/');
  return { kind, name };
}

/**
 * Adoption of Services and workloads by the applications of their namespace, by `spec.components`. What has the labels of
 * a component, or belongs to an install, is not adopted; of two applications, the older one adopts; a Service belongs to
 * the component whose pods it selects: of several, the one of its name, else the first. Pure.
 */
export function adoptionIn({ applications, services, workloads }: Adoptable): Adoption {
  const rightful = uniqueBy(applications.toSorted(byAge), ({ spec }) => `${spec.id}`);
  const adopting = rightful.filter(adopts);
  if (adopting.length === 0) {
    return NO_ADOPTION;
  }
  const draft = new AdoptionDraft({
    services: services.toSorted(byName).slice(0, MOST_SERVICES),
    workloads: workloads.toSorted(byName),
  });
  for (const application of adopting) {
    draft.adopt(application);
  }
  draft.assignServices();
  return draft;
}

/** The Services and workloads as they are seen, with the labels of their adoption. Pure. */
export function asAdopted({ applications, services, workloads }: Adoptable): Exposure {
  const { members } = adoptionIn({ applications, services, workloads });
  const seen = <T extends KubeObject>(object: T) => seenAs(object, members.get(memberKey(object)));
  return { services: services.map(seen), workloads: workloads.map(seen) };
}

/** Adoption of nothing. */
export const NO_ADOPTION: Adoption = { members: new Map(), flaws: [] };

function byName(a: KubeObject, b: KubeObject): number {
  const [one, other] = [a, b].map(({ metadata, kind }) => `${metadata.name} ${kind}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** A Service or workload, and the id of the component that it becomes a part of. */
interface Candidate {
  readonly object: Service | Workload;
  readonly id: string;
}

/** Adoption as far as it is decided. */
class AdoptionDraft implements Adoption {
  readonly members = new Map<string, MemberLabels>();
  readonly flaws: AdoptionFlaw[] = [];
  readonly #objects: Exposure;
  /** Adopted workloads, in the order of their adoption. */
  readonly #adopted: Workload[] = [];

  constructor(objects: Exposure) {
    this.#objects = objects;
  }

  /** Adopts what the entries of an application name, as far as it may and there is room. */
  adopt(application: Application): void {
    application.spec.components?.forEach((part, entry) => {
      const text = this.#adoptPart(application, part);
      if (text !== undefined) {
        this.flaws.push({ application: application.metadata.name, entry, text });
      }
    });
  }

  /** Gives each Service that selects pods of adopted workloads to one of them. */
  assignServices(): void {
    const byPair = new Map<string, Workload[]>();
    for (const workload of this.#adopted) {
      for (const pair of Object.entries(templateLabels(workload)).map(pairOf)) {
        const others = byPair.get(pair) ?? [];
        others.push(workload);
        byPair.set(pair, others);
      }
    }
    for (const service of this.#objects.services.filter((each) => this.#isFree(each))) {
      const [rarest = []] = Object.entries(service.spec.selector ?? {})
        .map((entry) => byPair.get(pairOf(entry)) ?? [])
        .toSorted((a, b) => a.length - b.length);
      const behind = rarest.filter((workload) => selectsPodsOf(service, workload));
      const owner = behind.find(({ metadata }) => metadata.name === service.metadata.name) ?? behind[0];
      const labels = owner && this.members.get(memberKey(owner));
      if (labels !== undefined) {
        this.members.set(memberKey(service), labels);
      }
    }
  }

  /** Adopts what one entry names; returns what is wrong with it, if anything is. */
  #adoptPart(application: Application, part: AdoptedPart): string | undefined {
    const unknown = unknownSelection(part);
    if (unknown !== undefined) {
      return unknown;
    }
    const candidates = this.#candidates(part);
    const { free = [], taken: [taken] = [] } = Object.groupBy(candidates, ({ object }) =>
      this.#isFree(object) ? 'free' : 'taken',
    );
    const fitting = free.filter(({ id }) => labelValueSchema.safeParse(id).success);
    const added = fitting.slice(0, MAX_LISTED - this.#sizeOf(application));
    for (const each of added) {
      this.#add(application, each);
    }
    if (candidates.length === 0) {
      return `the namespace has no ${partText(part)}`;
    }
    if (taken !== undefined && (isNamed(part) || added.length === 0)) {
      return this.#takenText(application, taken.object);
    }
    if (fitting.length < free.length) {
      return `${partText(part)}: a name of more than 63 characters cannot be the id of a component`;
    }
    return added.length < fitting.length ? `an application adopts at most ${MAX_LISTED} objects` : undefined;
  }

  /** Objects that an entry names; with a Service, the workloads behind it that are free. */
  #candidates(part: AdoptedPart): readonly Candidate[] {
    const { services, workloads } = this.#objects;
    if (part.service === undefined) {
      return workloads
        .filter((workload) => isMeant(part, workload))
        .map((object) => ({ object, id: object.metadata.name }));
    }
    const service = services.find(({ metadata }) => metadata.name === part.service);
    if (service === undefined) {
      return [];
    }
    const behind = workloads.filter((each) => selectsPodsOf(service, each) && this.#isFree(each));
    return [service, ...behind].map((object) => ({ object, id: service.metadata.name }));
  }

  /** Why an application cannot have an object that is not free; undefined where it has it already. */
  #takenText(application: Application, object: Service | Workload): string | undefined {
    const what = `the ${object.kind} ${object.metadata.name}`;
    const labels = this.members.get(memberKey(object));
    if (labels === undefined) {
      return `${what} belongs to a component by its labels, or to an install`;
    }
    const by = labels[ADOPTED_BY];
    return by === application.metadata.name ? undefined : `${what} belongs to the older application ${by}`;
  }

  #sizeOf({ metadata }: Application): number {
    return [...this.members.values()].filter((labels) => labels[ADOPTED_BY] === metadata.name).length;
  }

  /** Whether no labels and no application say what an object belongs to. */
  #isFree(object: Service | Workload): boolean {
    return !this.members.has(memberKey(object)) && !isMember(ownLabels(object));
  }

  #add({ metadata, spec }: Application, { object, id }: Candidate): void {
    this.members.set(memberKey(object), {
      [LABELS.appId]: `${spec.id}`,
      [LABELS.componentId]: id,
      [ADOPTED_BY]: metadata.name,
    });
    if (isWorkload(object)) {
      this.#adopted.push(object);
    }
  }
}

/** Text on an entry that chooses objects by what this version does not know: it would adopt more than meant. */
function unknownSelection(part: AdoptedPart): string | undefined {
  const { service, workload, helmRelease } = part;
  const isPlain = [service, workload, helmRelease].some((each) => each !== undefined);
  const [first] = isPlain ? [] : unknownIn(adoptedPartSchema, part);
  return first && `${pathText(first.path)}: ${unknownText(first)}`;
}

/** Whether an entry names one object, and not whatever is found. */
function isNamed({ service, workload }: AdoptedPart): boolean {
  return service !== undefined || workload !== undefined;
}

/** Whether an entry that does not name a Service means a workload; Jobs of a CronJob belong to that. */
function isMeant({ workload, selector, helmRelease }: AdoptedPart, { kind, metadata }: Workload): boolean {
  if (metadata.ownerReferences?.some((owner) => owner.kind === 'CronJob' && owner.controller === true)) {
    return false;
  }
  if (workload !== undefined) {
    return workload.kind === kind && workload.name === metadata.name;
  }
  if (selector !== undefined) {
    return Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels?.[name] === value);
  }
  const { [HELM_RELEASE.name]: release, [HELM_RELEASE.namespace]: namespace } = metadata.annotations ?? {};
  return release === helmRelease && namespace === metadata.namespace;
}

/** Objects that an entry names, in words. */
function partText({ service, workload, selector, helmRelease }: AdoptedPart): string {
  if (service !== undefined) {
    return `Service ${service}`;
  }
  if (workload !== undefined) {
    return `${workload.kind} ${workload.name}`;
  }
  return selector === undefined
    ? `workload of the Helm release ${helmRelease}`
    : `workload with the labels ${Object.entries(selector.matchLabels).map(pairOf).join(', ')}`;
}

function pairOf([name, value]: readonly [string, string]): string {
  return `${name}=${value}`;
}

/** Whether a Service selects the pods of a workload, by the labels of its pod template. */
function selectsPodsOf(service: Service, workload: Workload): boolean {
  return selectsLabels(service, templateLabels(workload));
}
