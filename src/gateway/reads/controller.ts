import type { Cache } from '../../controller/cache.ts';
import { Controller, type ControllerOptions } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import { eitherSide, sidesOf, specChanged, watch } from '../../controller/watches.ts';
import type { KubeClient } from '../../kube/client.ts';
import { type KubeObject, keyOf, splitKey } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { Sources } from '../sources.ts';
import type { ReadMemory } from './memory.ts';

/** Objects that are read at the same time. */
const CONCURRENCY = 4;

/** Milliseconds between two reads of an object that changes all the time. */
const PACE_MS = 1_000;

/** Dependencies of a controller that reads what rules name. */
export interface ReadDependencies extends Pick<ControllerOptions, 'log' | 'metrics'> {
  readonly client: Pick<KubeClient, 'list'>;
  /** Called with the rules that name an object when something new is known of it. */
  readonly onChange: (rules: readonly GatewayRule[]) => void;
}

/** Kind of objects that rules name, and what is kept of them. */
interface Subject<T extends KubeObject, S> {
  readonly name: string;
  readonly resource: Resource<T>;
  /** The index of the cache of rules that has the objects which these name. */
  readonly index: 'secret' | 'authorities';
  readonly named: (rule: GatewayRule) => readonly string[];
  /** The objects of the kind, with their metadata only. */
  readonly metadata: Cache<KubeObject, never>;
  readonly memory: ReadMemory<S>;
  /** State of an object; undefined where there is none. */
  readonly stateOf: (found: T | undefined) => S;
}

/**
 * A controller that reads the objects of a kind which rules name; its keys are the objects. It reads each by its name, when
 * a rule names it and when its metadata change, and keeps what the content means to engines, not the content.
 */
export function createReadController<T extends KubeObject, S>(
  { caches }: Pick<Sources, 'caches'>,
  { name, resource, index, named, metadata, memory, stateOf }: Subject<T, S>,
  { client, log, metrics, onChange }: ReadDependencies,
): Controller {
  const { store } = caches.rules;
  const wanted = (rule: GatewayRule) => named(rule).map((key) => ({ metadata: splitKey(key) }));
  return new Controller({
    name,
    watches: [
      watch(caches.rules, { when: specChanged, wakes: eitherSide(wanted) }),
      watch(metadata, {
        rate: 'paced',
        wakes: (change) => sidesOf(change).filter((each) => store.first(index, keyOf(each)) !== undefined),
      }),
    ],
    log,
    metrics,
    concurrency: CONCURRENCY,
    paceMs: PACE_MS,
    reconcile: async (key, { signal }) => {
      if (store.first(index, key) === undefined) {
        memory.forget(key);
        return SETTLED;
      }
      const { namespace, name: ofObject } = splitKey(key);
      const fieldSelector = `metadata.name=${ofObject}`;
      const [found] = await client.list(resource, { namespace, fieldSelector, signal });
      if (memory.record(key, stateOf(found))) {
        onChange(store.by(index, key));
      }
      return SETTLED;
    },
  });
}
