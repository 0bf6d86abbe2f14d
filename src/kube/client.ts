import { readBounded } from '../base/body.ts';
import { present } from '../base/fields.ts';
import type { Gate } from '../base/gate.ts';
import { KubeError } from './error.ts';
import { type Impersonation, impersonationHeaders } from './impersonation.ts';
import { linesOf } from './lines.ts';
import type { KubeObject, ObjectDraft, ObjectList } from './object.ts';
import { readableAnswer } from './readable.ts';
import { type KubeRequest, ResponseTooLarge } from './request.ts';
import { apiVersionOf, pathOf, type Resource, type Target } from './resource.ts';
import type { Transport } from './transport.ts';
import { type WatchEvent, watchEvent } from './watchevent.ts';

export type { Impersonation, WatchEvent };

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the response must be complete; 30,000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** Options of every write. */
interface WriteOptions extends CallOptions {
  /** Whether the server only validates, and returns the object that it would store. */
  readonly dryRun?: boolean;
}

/** Options of a server-side apply. */
interface ApplyOptions extends WriteOptions {
  readonly subresource?: 'status';
  /** Whether conflicting fields are taken from other managers; `true` by default. */
  readonly force?: boolean;
}

/** Options of a patch. */
interface PatchOptions extends WriteOptions {
  readonly fieldManager: string;
}

/** Operation of a JSON patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: 'test' | 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** Selection of objects, and of their parts. */
export interface Selection {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Part of the objects that the server sends; all of them by default. */
  readonly only?: 'metadata' | undefined;
}

/** Selection of the objects of a list. */
export interface ListOptions extends CallOptions, Selection {
  readonly namespace?: string | undefined;
}

/** Selection of the objects of a watch. */
export type WatchOptions = Selection & Pick<ListOptions, 'namespace' | 'signal'>;

/** Object to delete, with its preconditions (`uid`, and `resourceVersion` if given) and its grace period. */
interface DeleteTarget extends Target {
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly gracePeriodSeconds?: number;
  /** Whether it goes after its dependents, or before them; before them where undefined. */
  readonly propagation?: 'Foreground' | 'Background';
}

/** Query of a text, and the most bytes that it may have. */
interface TextOptions extends CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/** Media types of metadata: of a list, and of the object in an event. */
const METADATA = {
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  event: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
};

/** Objects per page of a list, as in client-go. */
const PAGE_SIZE = 500;

/** Most bytes of a page with several objects, each of which can have 1.5 MB. */
const MAX_PAGE_BYTES = 16 * 2 ** 20;

/** Divisor of the number of objects of a page that is too large. */
const SMALLER = 8;

/** Page of a list, with the number of objects that fit into one. */
interface Page<T extends KubeObject> {
  readonly list: ObjectList<T>;
  readonly size: number;
}

/** Seconds after which the server ends a watch, and after which a watch that it did not end counts as dead. */
const WATCH_SECONDS = 290;
const WATCH_GRACE_SECONDS = 10;

/**
 * Client of the Kubernetes API on raw JSON: callers get exactly what the server sends, so unknown fields survive. All
 * methods throw KubeError.
 */
export class KubeClient {
  readonly #transport: Transport;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #isDry: boolean;

  constructor(transport: Transport, headers: readonly (readonly [string, string])[] = [], isDry = false) {
    this.#transport = transport;
    this.#headers = headers;
    this.#isDry = isDry;
  }

  /** Client that impersonates a user. Throws an Error for an empty user. */
  as(user: Impersonation): KubeClient {
    return new KubeClient(this.#transport, impersonationHeaders(user), this.#isDry);
  }

  /**
   * Client with the same identity that changes nothing: each write of an object is a dry run, in which the server
   * decides on rights and admission as for the write.
   */
  dry(): KubeClient {
    return new KubeClient(this.#transport, this.#headers, true);
  }

  /** Client with the same identity, each of whose calls takes a place of `gate`; watches take none. */
  within(gate: Gate): KubeClient {
    const { call, open, close } = this.#transport;
    return new KubeClient(
      { call: (request) => inPlace(gate, () => call(request)), open, close },
      this.#headers,
      this.#isDry,
    );
  }

  /** Object by its name, without what is too large to be read. */
  async get<T extends KubeObject>(resource: Resource<T>, target: Target, options?: CallOptions): Promise<T> {
    const path = pathOf(resource, target);
    return readableAnswer(placed(resource, await this.#json<T>({ method: 'GET', path, ...options })));
  }

  /** Pages of a list, all at one resource version, with the objects as they are. Throws `gone` if the version expires between pages. */
  pages<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions = {},
  ): AsyncGenerator<ObjectList<T>> {
    return this.#pages(resource, options);
  }

  /** Present resource version of a kind: no object of it has a later one yet. */
  async versionOf(resource: Resource, options: ListOptions = {}): Promise<string> {
    const { metadata } = await this.#json<ObjectList<KubeObject>>({
      method: 'GET',
      path: pathOf(resource, options),
      query: { limit: '1' },
      headers: accepting({ only: 'metadata' }, METADATA.list),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    return metadata.resourceVersion;
  }

  /** Objects of a list, all in memory, each without what is too large to be read; for short lists. */
  async list<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<T[]> {
    const pages = await Array.fromAsync(this.#pages(resource, options));
    return pages.flatMap(({ items }) => items.map(readableAnswer));
  }

  /** Metadata of the objects of a list, without their spec and status. */
  async listMetadata(resource: Resource, options: ListOptions = {}): Promise<KubeObject[]> {
    return this.list(resource, { ...options, only: 'metadata' });
  }

  async *#pages<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions,
  ): AsyncGenerator<ObjectList<T>> {
    // List items of built-in kinds lack apiVersion and kind.
    const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    const { labelSelector, fieldSelector, signal, timeoutMs } = options;
    const read = (token: string | undefined, limit: number) =>
      pageWithin(limit, (size, maxBytes) =>
        this.#json<ObjectList<T>>({
          method: 'GET',
          path: pathOf(resource, options),
          query: { limit: String(size), continue: token, labelSelector, fieldSelector },
          headers: accepting(options, METADATA.list),
          signal,
          timeoutMs,
          maxBytes,
        }),
      );
    let next: Promise<Page<T>> | undefined = read(undefined, PAGE_SIZE);
    while (next !== undefined) {
      const { list: page, size }: Page<T> = await next;
      // The server reads the next page while the caller processes this one.
      const token: string | undefined = page.metadata.continue;
      next = token ? read(token, Math.min(2 * size, PAGE_SIZE)) : undefined;
      next?.catch(() => undefined);
      // The items of an empty metadata list are null.
      yield {
        ...page,
        items: (page.items ?? []).map((item) => placed(resource, item.kind ? item : { ...type, ...item })),
      };
    }
  }

  /**
   * Events after `resourceVersion`, until the server ends the watch within five minutes. Throws `gone` if the version
   * is too old, and `unreachable` if the connection breaks, falls silent or delivers a malformed event.
   */
  async *watch<T extends KubeObject>(
    resource: Resource<T>,
    resourceVersion: string,
    { namespace, labelSelector, fieldSelector, only, signal }: WatchOptions = {},
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
        fieldSelector,
      },
      headers: [...this.#headers, ...accepting({ only }, METADATA.event)],
      signal,
      timeoutMs: (WATCH_SECONDS + WATCH_GRACE_SECONDS) * 1000,
    });
    for await (const line of linesOf(bytes)) {
      const event = watchEvent<T>(line);
      yield event.type === 'BOOKMARK' ? event : { ...event, object: placed(resource, event.object) };
    }
  }

  /** Creates an object; throws `already-exists` if the name is taken. */
  create<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    { dryRun = this.#isDry, ...options }: WriteOptions = {},
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

  /**
   * Replaces an object; throws `conflict` unless its `metadata.resourceVersion` is current, and `invalid` for one that
   * was not read as a whole: the rest would be lost.
   */
  async replace<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    { dryRun = this.#isDry, ...options }: WriteOptions = {},
  ): Promise<T> {
    const { namespace, name } = object.metadata;
    if (object.unread !== undefined) {
      throw new KubeError(
        { type: 'invalid', causes: [] },
        `${resource.kind} ${name} cannot be read: ${object.unread}`,
      );
    }
    return this.#json<T>({
      method: 'PUT',
      path: pathOf(resource, { namespace, name }),
      query: { fieldManager, fieldValidation: 'Strict', ...dryRunQuery(dryRun) },
      body: object,
      ...options,
    });
  }

  /**
   * Server-side apply: `fieldManager` owns the fields of `object` and releases those that it applied before and now
   * omits. A field that another manager owns with another value is taken over with `force`, and throws
   * `field-conflict` without. A `metadata.uid` prevents that a deleted object is created again. The server ignores
   * the uid for a status; there, `metadata.resourceVersion` protects a new object of the same name. Both throw
   * `conflict`.
   */
  apply<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    { subresource, force = true, dryRun = this.#isDry, ...options }: ApplyOptions = {},
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

  /**
   * Changes an object by all of some operations, or by none; throws `invalid` where a test among them fails, or where a
   * path is missing.
   */
  patch<T extends KubeObject>(
    resource: Resource<T>,
    target: Target,
    operations: readonly PatchOperation[],
    { fieldManager, dryRun = this.#isDry, ...options }: PatchOptions,
  ): Promise<T> {
    return this.#json<T>({
      method: 'PATCH',
      path: pathOf(resource, target),
      query: { fieldManager, fieldValidation: 'Strict', ...dryRunQuery(dryRun) },
      contentType: 'application/json-patch+json',
      body: operations,
      ...options,
    });
  }

  /** Deletes an object; throws `conflict` unless the preconditions of `target` hold. */
  async delete(
    resource: Resource,
    target: DeleteTarget,
    { dryRun = this.#isDry, ...options }: WriteOptions = {},
  ): Promise<void> {
    const { uid, resourceVersion, gracePeriodSeconds, propagation = 'Background', ...rest } = target;
    const preconditions = { uid, resourceVersion };
    await this.#json({
      method: 'DELETE',
      path: pathOf(resource, rest),
      query: dryRunQuery(dryRun),
      // The server ignores the query of a DELETE with a body.
      body: { propagationPolicy: propagation, gracePeriodSeconds, preconditions, ...dryRunBody(dryRun) },
      ...options,
    });
  }

  /** Response to a GET of any path, in the media type `accept`. */
  read<T>(path: string, { accept, ...options }: CallOptions & { readonly accept: string }): Promise<T> {
    return this.#json<T>({ method: 'GET', path, headers: [['accept', accept]], ...options });
  }

  /** Text that a GET of any path answers, such as the log of a pod. Throws ResponseTooLarge beyond `maxBytes`. */
  async text(path: string, { query, maxBytes, ...options }: TextOptions): Promise<string> {
    const request: KubeRequest = {
      method: 'GET',
      path,
      ...present({ query }),
      headers: [...this.#headers, ['accept', '*/*']],
      ...options,
    };
    const bytes = await readBounded(await this.#transport.open(request), maxBytes);
    if (bytes === undefined) {
      throw new ResponseTooLarge(`the response has more than ${maxBytes} bytes`);
    }
    return bytes.toString();
  }

  /** Response to a POST to any path, such as that of a review or a subresource. */
  post<T>(path: string, body: unknown, options?: CallOptions): Promise<T> {
    return this.#json<T>({ method: 'POST', path, body, ...options });
  }

  async #json<T>(request: KubeRequest): Promise<T> {
    const headers = [...this.#headers, ...(request.headers ?? [])];
    return (await this.#transport.call({ ...request, headers })) as T;
  }
}

/** Object as read; throws `unreachable` if it lacks the namespace that its resource demands. */
function placed<T extends KubeObject>({ namespaced, kind }: Resource<T>, object: T): T {
  const { namespace, name } = object.metadata;
  if (namespaced && !namespace) {
    throw new KubeError({ type: 'unreachable' }, `the response has the ${kind} ${name} without a namespace`);
  }
  return object;
}

/** Header that asks for a part of objects. */
function accepting({ only }: Selection, metadata: string): NonNullable<KubeRequest['headers']> {
  return only === undefined ? [] : [['accept', metadata]];
}

/** First page of at most `limit` objects that is not too large; a page of one object has any size. */
async function pageWithin<T extends KubeObject>(
  limit: number,
  read: (size: number, maxBytes: number | undefined) => Promise<ObjectList<T>>,
): Promise<Page<T>> {
  for (let size = limit; size > 1; size = Math.ceil(size / SMALLER)) {
    try {
      return { list: await read(size, MAX_PAGE_BYTES), size };
    } catch (error) {
      if (!(error instanceof ResponseTooLarge)) {
        throw error;
      }
    }
  }
  return { list: await read(1, undefined), size: 1 };
}

/** Result of `work`, which begins with a place of `gate`. Throws `throttled` if too many wait for one. */
async function inPlace<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  const leave = await gate.enter();
  if (leave === undefined) {
    throw new KubeError({ type: 'throttled', retryAfterSeconds: undefined }, 'too many calls wait');
  }
  try {
    return await work();
  } finally {
    leave();
  }
}

function dryRunQuery(dryRun: boolean | undefined): Readonly<Record<string, string>> {
  return dryRun ? { dryRun: 'All' } : {};
}

function dryRunBody(dryRun: boolean | undefined): object {
  return dryRun ? { dryRun: ['All'] } : {};
}
