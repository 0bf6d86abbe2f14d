import { literal } from '../base/promql.ts';
import type { Workload } from '../objects/workload.ts';
import { fits, formsOf, type NameForm, patternOf, RANDOM_LENGTH } from './podnames.ts';

/** Metadata of a pod, or of a ReplicaSet or Job that makes pods for a workload. */
export interface Owned {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly ownerReferences?: readonly Owner[];
  };
}

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
}

/** Pods of a namespace, and the ReplicaSets and Jobs that make pods. */
export interface PodOwnership {
  readonly pods: readonly Owned[];
  readonly makers: readonly Owned[];
}

/** Names of pods as regular expressions (RE2): of those to count, and of those among them not to count. */
export interface PodNames {
  readonly counted: readonly string[];
  readonly others: readonly string[];
}

/**
 * Names of the pods that belong to workloads by their owners. Pods that are there count by their names. Series may also
 * be of pods that are gone: they count by the names that the workloads give, and those that their ReplicaSets and Jobs
 * give, which stay for a while. A form of names counts only if nothing else in the namespace gives it, and not for pods
 * of others that are there.
 */
export class PodsByOwner {
  readonly #pods: readonly Owned[];
  /** Pods, and the ReplicaSets and Jobs, by the uids of their owners. */
  readonly #podsOf: ReadonlyMap<string, readonly Owned[]>;
  readonly #makersOf: ReadonlyMap<string, readonly Owned[]>;
  /** Pods by their names without a random end. */
  readonly #podsBefore: ReadonlyMap<string, readonly Owned[]>;
  /** Objects that give the names of each form, by its pattern. */
  readonly #givers: ReadonlyMap<string, readonly { readonly uid: string }[]>;

  /** `workloads` are those of all components. */
  constructor(workloads: readonly Workload[], { pods, makers }: PodOwnership) {
    this.#pods = pods;
    this.#podsOf = Map.groupBy(pods, ownerUid);
    this.#makersOf = Map.groupBy(makers, ownerUid);
    this.#podsBefore = Map.groupBy(pods, ({ metadata }) => metadata.name.slice(0, -RANDOM_LENGTH));
    const owners = pods.flatMap((pod) => ownerOf(pod) ?? []);
    const objects = [...workloads, ...makers].map(({ kind, metadata }) => ({ ...metadata, kind }));
    const all = new Map([...objects, ...owners].map((each) => [each.uid, each]));
    const given = [...all.values()].flatMap(({ kind, name, uid }) =>
      formsOf(kind, name).map((form) => ({ pattern: patternOf(form), uid })),
    );
    this.#givers = Map.groupBy(given, ({ pattern }) => pattern);
  }

  /** Names of the pods of some workloads. */
  namesOf(workloads: readonly Workload[]): PodNames {
    const makers = workloads.flatMap(({ metadata }) => this.#makersOf.get(metadata.uid) ?? []);
    const own = new Set([...workloads, ...makers].map(({ metadata }) => metadata.uid));
    const forms = [...workloads, ...makers]
      .flatMap(({ kind, metadata }) => formsOf(kind, metadata.name))
      .filter((form) => (this.#givers.get(patternOf(form)) ?? []).every(({ uid }) => own.has(uid)));
    const fitting = new Set(forms.flatMap((form) => this.#fitting(form)));
    const ownPods = [...own].flatMap((uid) => this.#podsOf.get(uid) ?? []);
    return {
      counted: [...new Set(forms.map(patternOf)), ...ownPods.filter((pod) => !fitting.has(pod)).map(exactly)],
      others: [...fitting].filter((pod) => !own.has(ownerUid(pod))).map(exactly),
    };
  }

  #fitting(form: NameForm): readonly Owned[] {
    const candidates = form.end === 'random' ? (this.#podsBefore.get(form.begin) ?? []) : this.#pods;
    return candidates.filter(({ metadata }) => fits(metadata.name, form));
  }
}

function ownerUid(object: Owned): string {
  return ownerOf(object)?.uid ?? '';
}

function ownerOf({ metadata }: Owned): Owner | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

function exactly({ metadata }: Owned): string {
  return literal(metadata.name);
}
