import { type Impersonation, impersonationHeaders } from './impersonation.ts';
import { linesOf } from './lines.ts';
import type { KubeObject, ObjectDraft, ObjectList } from './object.ts';
import type { KubeRequest } from './request.ts';
import { apiVersionOf, pathOf, type Resource, type Target } from './resource.ts';
import type { Transport } from './transport.ts';
import { type WatchEvent, watchEvent } from './watchevent.ts';

export type { Impersonation, WatchEvent };

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the whole answer must be there; 30,000 where nothing is said. */
  readonly timeoutMs?: number | undefined;
}

/** Options of every call that changes something. */
interface WriteOptions extends CallOptions {
  /** Whether the server only checks and answers what would be stored. */
  readonly dryRun?: boolean;
}

/** How to apply. */
interface ApplyOptions extends WriteOptions {
  readonly subresource?: 'status';
  /** Whether fields are taken from other managers; `true` where nothing is said. */
  readonly force?: boolean;
}

/** Which objects a list or watch is about. */
export interface ListOptions extends CallOptions {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** Selection of the objects of a watch. */
export type WatchOptions = Pick<ListOptions, 'namespace' | 'labelSelector' | 'signal'>;

/** What to delete: only the object with `uid`, of that version where one is given, and how long it may take. */
interface DeleteTarget extends Target {
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly gracePeriodSeconds?: number;
}

const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Objects per page of a list: what client-go asks for. */
const PAGE_SIZE = 500;

/** Seconds after which the server ends a watch, and how many later one that it did not end counts as dead. */
const WATCH_SECONDS = 290;
const WATCH_GRACE_SECONDS = 10;

/**
 * The calls of the Kubernetes API that Stoa makes, on raw JSON: what the server sends is what the caller
 * gets, and fields that nobody here knows survive. All of them throw KubeError.
 */
export class KubeClient {
  readonly #transport: Transport;
  readonly #headers: readonly (readonly [string, string])[];

  constructor(transport: Transport, headers: readonly (readonly [string, string])[] = []) {
    this.#transport = transport;
    this.#headers = headers;
  }

  /** A client that acts for somebody else; an empty user is an error, never this client's own identity. */
  as(who: Impersonation): KubeClient {
    return new KubeClient(this.#transport, impersonationHeaders(who));
  }

  /** Reads one object. */
  get<T extends KubeObject>(resource: Resource<T>, target: Target, options?: CallOptions): Promise<T> {
    return this.#json<T>({ method: 'GET', path: pathOf(resource, target), ...options });
  }

  /** Reads all objects page by page; every page shows the same version. Throws `gone` where paging took too long. */
  pages<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions = {},
  ): AsyncGenerator<ObjectList<T>> {
    return this.#pages(resource, options);
  }

  /** Reads all objects at once; for short lists. */
  async list<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<T[]> {
    const pages = await Array.fromAsync(this.#pages(resource, options));
    return pages.flatMap(({ items }) => items);
  }

  /** Reads the metadata of all objects; what is in them stays where it is. */
  async listMetadata(resource: Resource, options: ListOptions = {}): Promise<KubeObject[]> {
    const pages = await Array.fromAsync(this.#pages(resource, options, [['accept', METADATA_ONLY]]));
    return pages.flatMap(({ items }) => items);
  }

  async *#pages<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions,
    headers: KubeRequest['headers'] = [],
  ): AsyncGenerator<ObjectList<T>> {
    // Items of a built-in kind's list do not say what they are.
    const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    const { labelSelector, fieldSelector, signal, timeoutMs } = options;
    const read = (token: string | undefined) =>
      this.#json<ObjectList<T>>({
        method: 'GET',
        path: pathOf(resource, options),
        query: { limit: String(PAGE_SIZE), continue: token, labelSelector, fieldSelector },
        headers,
        signal,
        timeoutMs,
      });
    let next: Promise<ObjectList<T>> | undefined = read(undefined);
    while (next !== undefined) {
      const page: ObjectList<T> = await next;
      // The server works on the next page while the reader works on this one.
      next = page.metadata.continue ? read(page.metadata.continue) : undefined;
      next?.catch(() => undefined);
      // An empty list of metadata has null for its items.
      yield { ...page, items: (page.items ?? []).map((item) => ({ ...type, ...item })) };
    }
  }

  /**
   * Yields what changes after `resourceVersion` until the server ends the watch, which it does within five
   * minutes. Throws `gone` where the version is too old, in whichever form the server says so, and
   * `unreachable` where the connection breaks, falls silent or brings what is no event.
   */
  async *watch<T extends KubeObject>(
    resource: Resource<T>,
    resourceVersion: string,
    { namespace, labelSelector, signal }: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>> {
    const bytes = await this.#transport.open({
      method: 'GET',
      path: pathOf(resource, { namespace }),
      query: {
        watch: '1',
        allowWatchBookmarks: 'true',
        timeoutSeconds: String(WATCH_SECONDS),
        resourceVersion,
        labelSelector,
      },
      headers: this.#headers,
      signal,
      timeoutMs: (WATCH_SECONDS + WATCH_GRACE_SECONDS) * 1000,
    });
    for await (const line of linesOf(bytes)) {
      yield watchEvent<T>(line);
    }
  }

  /** Creates an object; throws `already-exists` where the name is taken. */
  create<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    { dryRun, ...options }: WriteOptions = {},
  ): Promise<T> {
    const { namespace } = object.metadata;
    return this.#json<T>({
      method: 'POST',
      path: pathOf(resource, { namespace }),
      query: { fieldManager, fieldValidation: 'Strict', ...dryRunQuery(dryRun) },
      body: object,
      ...options,
    });
  }

  /** Replaces an object whose `metadata.resourceVersion` is still the given one; throws `conflict` where it is not. */
  replace<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    { dryRun, ...options }: WriteOptions = {},
  ): Promise<T> {
    const { namespace, name } = object.metadata;
    return this.#json<T>({
      method: 'PUT',
      path: pathOf(resource, { namespace, name }),
      query: { fieldManager, fieldValidation: 'Strict', ...dryRunQuery(dryRun) },
      body: object,
      ...options,
    });
  }

  /**
   * Server-side apply: the fields of `object` become those of `fieldManager`, and those that it applied
   * before and now leaves out are given up. With `force`, they are taken from others where they differ;
   * without, that throws `field-conflict`. With `metadata.uid` the object is only changed, never made anew
   * after its deletion. The server does not look at the uid of a status: there, `metadata.resourceVersion`
   * keeps it from another object of the same name. Both throw `conflict`.
   */
  apply<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    { subresource, force = true, dryRun, ...options }: ApplyOptions = {},
  ): Promise<T> {
    const { namespace, name } = object.metadata;
    return this.#json<T>({
      method: 'PATCH',
      path: pathOf(resource, { namespace, name, ...(subresource ? { subresource } : {}) }),
      query: { fieldManager, force: String(force), fieldValidation: 'Strict', ...dryRunQuery(dryRun) },
      contentType: 'application/apply-patch+yaml',
      body: { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind },
      ...options,
    });
  }

  /** Deletes an object if it is still as `target` says; throws `conflict` where it is another, or another version. */
  async delete(
    resource: Resource,
    target: DeleteTarget,
    { dryRun, ...options }: WriteOptions = {},
  ): Promise<void> {
    const { uid, resourceVersion, gracePeriodSeconds, ...rest } = target;
    const preconditions = { uid, resourceVersion };
    await this.#json({
      method: 'DELETE',
      path: pathOf(resource, rest),
      query: dryRunQuery(dryRun),
      // The server does not read the query of a delete that has a body.
      body: { propagationPolicy: 'Background', gracePeriodSeconds, preconditions, ...dryRunBody(dryRun) },
      ...options,
    });
  }

  /** Reads a path that is no object's, in the media type `accept`. */
  read<T>(path: string, { accept, ...options }: CallOptions & { readonly accept: string }): Promise<T> {
    return this.#json<T>({ method: 'GET', path, headers: [['accept', accept]], ...options });
  }

  /** Sends what has no method of its own, such as reviews and subresources, and answers the body. */
  post<T>(path: string, body: unknown, options?: CallOptions): Promise<T> {
    return this.#json<T>({ method: 'POST', path, body, ...options });
  }

  async #json<T>(request: KubeRequest): Promise<T> {
    const headers = [...this.#headers, ...(request.headers ?? [])];
    return (await this.#transport.call({ ...request, headers })) as T;
  }
}

function dryRunQuery(dryRun: boolean | undefined): Readonly<Record<string, string>> {
  return dryRun ? { dryRun: 'All' } : {};
}

function dryRunBody(dryRun: boolean | undefined): object {
  return dryRun ? { dryRun: ['All'] } : {};
}
