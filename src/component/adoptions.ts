import type { KubeObject } from '../kube/object.ts';
import type { Application } from '../objects/stoa.ts';
import { type Adoption, type AdoptionFlaw, memberKey } from './adoption.ts';
import { type MemberLabels, sameMember, seenAs } from './member.ts';

/** Adoption by the applications of all namespaces, as caches project it onto the adopted objects. */
export class Adoptions {
  readonly #byNamespace = new Map<string, Adoption>();
  readonly #handlers: ((namespace: string) => void)[] = [];

  /** Registers a handler of namespaces in which applications adopt other objects than before, or have other flaws. */
  onChange(handler: (namespace: string) => void): void {
    this.#handlers.push(handler);
  }

  /** An object as caches are to have it. */
  seen<T extends KubeObject>(object: T): T {
    return seenAs(object, this.#labelsIn(object.metadata.namespace ?? '', memberKey(object)));
  }

  /** Whether anything of a namespace is adopted, or has a flaw. */
  has(namespace: string): boolean {
    return this.#byNamespace.has(namespace);
  }

  /** Flaws of the entries of an Application. */
  flawsOf({ metadata }: Application): readonly AdoptionFlaw[] {
    const flaws = this.#byNamespace.get(metadata.namespace)?.flaws ?? [];
    return flaws.filter(({ application }) => application === metadata.name);
  }

  /** Takes down what is adopted in a namespace now; returns the `memberKey` of each object that is seen otherwise. */
  replace(namespace: string, adoption: Adoption): readonly string[] {
    const before = this.#byNamespace.get(namespace) ?? { members: new Map(), flaws: [] };
    const keys = new Set([...before.members.keys(), ...adoption.members.keys()]);
    const changed = [...keys].filter(
      (key) => !sameMember(before.members.get(key), adoption.members.get(key)),
    );
    if (adoption.members.size === 0 && adoption.flaws.length === 0) {
      this.#byNamespace.delete(namespace);
    } else {
      this.#byNamespace.set(namespace, adoption);
    }
    if (changed.length > 0 || textOf(before.flaws) !== textOf(adoption.flaws)) {
      for (const handler of this.#handlers) {
        handler(namespace);
      }
    }
    return changed;
  }

  #labelsIn(namespace: string, key: string): MemberLabels | undefined {
    return this.#byNamespace.get(namespace)?.members.get(key);
  }
}

function textOf(flaws: readonly AdoptionFlaw[]): string {
  return JSON.stringify(flaws);
}
