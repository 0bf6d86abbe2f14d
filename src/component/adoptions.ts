import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../kube/object.ts';
import type { Application } from '../objects/stoa.ts';
import { type Adoption, type AdoptionFlaw, memberKey, NO_ADOPTION } from './adoption.ts';
import { seenAs } from './member.ts';

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
    const { members } = this.#adoptionIn(object.metadata.namespace);
    return seenAs(object, members.get(memberKey(object)));
  }

  /** Whether anything of a namespace is adopted, or has a flaw. */
  has(namespace: string): boolean {
    return this.#byNamespace.has(namespace);
  }

  /** Flaws of the entries of an Application. */
  flawsOf({ metadata }: Application): readonly AdoptionFlaw[] {
    const { flaws } = this.#adoptionIn(metadata.namespace);
    return flaws.filter(({ application }) => application === metadata.name);
  }

  /** Takes down what is adopted in a namespace now; returns the `memberKey` of each object that is seen otherwise. */
  replace(namespace: string, adoption: Adoption): readonly string[] {
    const before = this.#adoptionIn(namespace);
    const keys = new Set([...before.members.keys(), ...adoption.members.keys()]);
    const changed = [...keys].filter(
      (key) => !isDeepStrictEqual(before.members.get(key), adoption.members.get(key)),
    );
    if (adoption.members.size === 0 && adoption.flaws.length === 0) {
      this.#byNamespace.delete(namespace);
    } else {
      this.#byNamespace.set(namespace, adoption);
    }
    if (changed.length > 0 || !isDeepStrictEqual(before.flaws, adoption.flaws)) {
      for (const handler of this.#handlers) {
        handler(namespace);
      }
    }
    return changed;
  }

  #adoptionIn(namespace = ''): Adoption {
    return this.#byNamespace.get(namespace) ?? NO_ADOPTION;
  }
}
