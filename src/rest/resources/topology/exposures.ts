import { LABELS } from '../../../api/group.ts';
import type { Exposure } from '../../../component/exposure.ts';
import { exposureOfTarget, idOfTarget, type Target, targetOfSpec } from '../../../component/target.ts';
import type { KubeObject } from '../../../kube/object.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';

/** Exposure of each component of an application, and the rules for it, found without a scan for each rule. */
export class Exposures {
  readonly #all: Exposure;
  readonly #services: ReadonlyMap<string, Exposure['services']>;
  readonly #workloads: ReadonlyMap<string, Exposure['workloads']>;
  readonly #rules: ReadonlyMap<string, readonly GatewayRule[]>;
  readonly #found = new Map<string, Exposure>();

  /** `all` is of the application with a number, with Services that its rules name. */
  constructor(appId: number, all: Exposure, rules: readonly GatewayRule[]) {
    const componentIdOf = ({ metadata: { labels = {} } }: KubeObject) =>
      labels[LABELS.appId] === String(appId) ? (labels[LABELS.componentId] ?? '') : '';
    this.#all = all;
    this.#services = Map.groupBy(all.services, componentIdOf);
    this.#workloads = Map.groupBy(all.workloads, componentIdOf);
    this.#rules = Map.groupBy(rules, (rule) => this.idOf(targetOfSpec(rule.spec)));
  }

  /** Id of the component of a target. */
  idOf(target: Target): string {
    return idOfTarget(target, this.#all.services);
  }

  /** Exposure of a component of the application. */
  ofComponent(id: string): Exposure {
    return this.#once(`component ${id}`, () => ({
      services: this.#services.get(id) ?? [],
      workloads: this.#workloads.get(id) ?? [],
    }));
  }

  /** Exposure of a target; of a Service, that one alone. */
  of(target: Target): Exposure {
    if (target.type === 'component') {
      return this.ofComponent(target.id);
    }
    return this.#once(`service ${target.name}`, () => exposureOfTarget(target, this.#all));
  }

  /** Rules that lead to a component. */
  rulesFor(id: string): readonly GatewayRule[] {
    return this.#rules.get(id) ?? [];
  }

  /** Exposure of a key, made once: what is derived of its ports is remembered by it. */
  #once(key: string, make: () => Exposure): Exposure {
    const found = this.#found.get(key) ?? make();
    this.#found.set(key, found);
    return found;
  }
}
