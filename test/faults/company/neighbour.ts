import { changedAt, type Fields, fieldsOf } from '../../../src/base/fields.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { ignoreNotFound, isFailure } from '../../../src/kube/error.ts';
import type { KubeObject, ObjectDraft } from '../../../src/kube/object.ts';
import { apiVersionOf, type Resource } from '../../../src/kube/resource.ts';
import { eventually } from '../operatorrun.ts';
import { STEP_LIMIT_MS, StepTimeout } from '../steptimeout.ts';

/** Object in the namespace of a neighbour. */
export interface Target<T extends KubeObject = KubeObject> {
  readonly resource: Resource<T>;
  readonly name: string;
}

/** Other client that writes to the objects of a namespace, under a field manager of its own. */
export class Neighbour {
  /** Field manager. */
  readonly manager: string;
  readonly namespace: string;
  readonly #client: KubeClient;

  constructor(client: KubeClient, namespace: string, manager: string) {
    this.#client = client;
    this.namespace = namespace;
    this.manager = manager;
  }

  /** Applies fields of an object and owns them from then on, whoever owned them. */
  async apply({ resource, name }: Target, fields: Fields): Promise<void> {
    const metadata = { ...fieldsOf(fields.metadata), name, namespace: this.namespace };
    const head = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    await this.#client.apply(resource, { ...head, ...fields, metadata }, this.manager);
  }

  /** Edits the map at a path of an object, as `kubectl edit` does. */
  async edit(target: Target, path: readonly string[], change: (map: Fields) => Fields): Promise<void> {
    const edited = await eventually(async () => {
      try {
        const { apiVersion, kind, metadata, ...rest } = await this.read(target);
        const object = changedAt(
          { apiVersion, kind, metadata, ...rest },
          path,
          change,
        ) as unknown as ObjectDraft;
        await this.#client.replace(target.resource, object, this.manager);
        return true;
      } catch (error) {
        if (isFailure(error, 'conflict')) {
          return false;
        }
        throw error;
      }
    }, STEP_LIMIT_MS);
    if (!edited) {
      throw new StepTimeout(`${target.name} cannot be edited`);
    }
  }

  /** Object as it is stored. Throws if there is none. */
  read<T extends KubeObject>({ resource, name }: Target<T>): Promise<T> {
    return this.#client.get(resource, { namespace: this.namespace, name });
  }

  /** Deletes an object. */
  async remove({ resource, name }: Target): Promise<void> {
    const { uid } = (await this.read({ resource, name })).metadata;
    await this.#client.delete(resource, { namespace: this.namespace, name, uid });
  }

  /** Waits until an object exists and passes a check, or, without a check, does not exist. */
  async awaits<T extends KubeObject>(target: Target<T>, check?: (object: T) => boolean): Promise<void> {
    const passed = await eventually(async () => {
      const found = await ignoreNotFound(this.read(target));
      return check === undefined ? found === undefined : found !== undefined && check(found);
    }, STEP_LIMIT_MS);
    if (!passed) {
      throw new StepTimeout(
        `${target.resource.kind} ${target.name} does not become as ${this.manager} wants it`,
      );
    }
  }
}
