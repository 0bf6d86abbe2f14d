import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource, Target } from '../../src/kube/resource.ts';
import { waiting } from '../report/meter.ts';

/** Default timeout, and pause after a watch that broke or an object that does not exist, in milliseconds. */
const TIMEOUT_MS = 45_000;
const PAUSE_MS = 50;

/** One object of a resource. */
type NamedTarget = Pick<Target, 'namespace'> & { readonly name: string };

/**
 * Waits until an object passes `check`, which throws until then, and returns its value; after the timeout, throws the last
 * error. It reads the object once and then watches it: repeated reads of a large object take CPU from what is awaited.
 */
export function reaches<T extends KubeObject, R>(
  client: Pick<KubeClient, 'get' | 'watch'>,
  resource: Resource<T>,
  target: NamedTarget,
  check: (object: T) => R,
  timeoutMs = TIMEOUT_MS,
): Promise<R> {
  return waiting('condition', async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    let failure: unknown = new Error(`${target.name} was not read within ${timeoutMs} ms`);
    const fails = (error: unknown) => {
      failure = error;
    };
    while (!signal.aborted) {
      const states = statesOf(client, resource, target, signal);
      const passed = await firstPassing(states, check, fails).catch((error) => {
        // The error of the end itself tells nothing.
        if (!signal.aborted) {
          fails(error);
        }
      });
      if (passed !== undefined) {
        return passed.value;
      }
      await sleep(PAUSE_MS);
    }
    throw failure;
  });
}

/** Value of the check for the first state that passes it; undefined where none does. */
async function firstPassing<T, R>(
  states: AsyncIterable<T>,
  check: (state: T) => R,
  onFailure: (error: unknown) => void,
): Promise<{ readonly value: R } | undefined> {
  for await (const state of states) {
    try {
      return { value: check(state) };
    } catch (error) {
      onFailure(error);
    }
  }
  return undefined;
}

/** Present state of an object, and each later one, until the watch ends. */
async function* statesOf<T extends KubeObject>(
  client: Pick<KubeClient, 'get' | 'watch'>,
  resource: Resource<T>,
  { namespace, name }: NamedTarget,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const object = await client.get(resource, { namespace, name }, { signal });
  yield object;
  const { resourceVersion } = object.metadata;
  const options = { namespace, fieldSelector: `metadata.name=${name}`, signal };
  for await (const event of client.watch(resource, resourceVersion, options)) {
    if (event.type === 'ADDED' || event.type === 'MODIFIED') {
      yield event.object;
    }
  }
}
