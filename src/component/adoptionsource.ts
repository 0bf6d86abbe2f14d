import { pause, waitAtMost } from '../base/pause.ts';
import { EventLoopYielder } from '../base/yielding.ts';
import type { Cache } from '../controller/cache.ts';
import type { Source } from '../controller/manager.ts';
import { changed, sidesOf } from '../controller/watches.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { SERVICES, type Service } from '../objects/core.ts';
import { HELM_RELEASE } from '../objects/managed.ts';
import type { Application } from '../objects/stoa.ts';
import { templateLabels, type Workload, type WorkloadResource } from '../objects/workload.ts';
import { adoptionIn, adopts, splitMemberKey } from './adoption.ts';
import type { Adoptions } from './adoptions.ts';
import { ownLabels } from './member.ts';

/** Milliseconds between two looks at changes, so that one who changes objects all the time costs little. */
const PACE_MS = 250;

/** Caches that decide on what is adopted, and that see it. */
interface AdoptionCaches {
  readonly adoptions: Adoptions;
  readonly applications: Cache<Application, 'namespace'>;
  readonly services: Cache<Service, 'namespace'>;
  readonly workloads: readonly {
    readonly resource: WorkloadResource<string>;
    readonly cache: Cache<Workload, 'namespace'>;
  }[];
}

/**
 * Source that keeps what applications adopt as their caches have it: at first of all namespaces, so that no controller
 * takes an adopted component for a missing one, then of each namespace in which something changes.
 */
export class AdoptionSource implements Source {
  readonly name = 'adoptions';
  readonly synced: Promise<void>;
  readonly #markSynced: () => void;
  readonly #caches: AdoptionCaches;
  readonly #due = new Set<string>();
  readonly #yielder = new EventLoopYielder();
  #wake = Promise.withResolvers<void>();

  constructor(caches: AdoptionCaches) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.synced = promise;
    this.#markSynced = resolve;
    this.#caches = caches;
  }

  /** Keeps it until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { applications, services, workloads } = this.#caches;
    const all = [applications, services, ...workloads.map(({ cache }) => cache)];
    await waitAtMost(undefined, Promise.all(all.map(({ synced }) => synced)), signal);
    this.#watch();
    for (const { metadata } of applications.store.list().filter(adopts)) {
      this.#due.add(metadata.namespace);
    }
    await this.#adoptDue();
    this.#markSynced();
    while (!signal.aborted) {
      await waitAtMost(undefined, this.#wake.promise, signal);
      await this.#adoptDue();
      await pause(PACE_MS, signal);
    }
  }

  #watch(): void {
    const { applications, services, workloads } = this.#caches;
    this.#follow(applications, changed(adoptingPart));
    this.#follow(services, changed(selectingPart));
    for (const { cache } of workloads) {
      this.#follow(cache, changed(adoptedPart));
    }
  }

  #follow<T extends KubeObject>(cache: Cache<T>, isOther: ReturnType<typeof changed<T>>): void {
    cache.onChange((change, origin) => {
      if (isOther(change, origin)) {
        this.#concern(sidesOf(change));
      }
    });
  }

  #concern(objects: readonly KubeObject[]): void {
    for (const { metadata } of objects) {
      const { namespace = '' } = metadata;
      const { adoptions, applications } = this.#caches;
      if (adoptions.has(namespace) || applications.store.by('namespace', namespace).some(adopts)) {
        this.#due.add(namespace);
        this.#wake.resolve();
      }
    }
  }

  async #adoptDue(): Promise<void> {
    const due = [...this.#due];
    this.#due.clear();
    this.#wake = Promise.withResolvers<void>();
    for (const namespace of due) {
      this.#adoptIn(namespace);
      await this.#yielder.yield();
    }
  }

  #adoptIn(namespace: string): void {
    const { adoptions, applications, services, workloads } = this.#caches;
    const adoption = adoptionIn({
      applications: applications.store.by('namespace', namespace),
      services: services.store.by('namespace', namespace),
      workloads: workloads.flatMap(({ cache }) => cache.store.by('namespace', namespace)),
    });
    for (const key of adoptions.replace(namespace, adoption)) {
      const { kind, name } = splitMemberKey(key);
      const cache =
        kind === SERVICES.kind ? services : workloads.find(({ resource }) => resource.kind === kind)?.cache;
      cache?.projectAgain(keyOf({ metadata: { namespace, name } }));
    }
  }
}

/** Parts of objects by which applications adopt: of an Application, of a Service, and of a workload. */
function adoptingPart({ metadata, spec }: Application): readonly unknown[] {
  return [metadata.creationTimestamp, metadata.uid, spec.id, spec.components];
}

function selectingPart(service: Service): readonly unknown[] {
  return [ownLabels(service), service.spec.selector];
}

function adoptedPart(workload: Workload): readonly unknown[] {
  const { annotations, ownerReferences } = workload.metadata;
  const release = Object.values(HELM_RELEASE).map((name) => annotations?.[name]);
  return [ownLabels(workload), templateLabels(workload), release, ownerReferences];
}
