import { failureOf, KubeError, type StatusBody } from './error.ts';
import { linesOf } from './lines.ts';
import type { KubeObject, ObjectDraft, ObjectList } from './object.ts';
import { apiVersionOf, pathOf, type Resource, type Target } from './resource.ts';
import type { KubeRequest, Transport } from './transport.ts';

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Which objects a list or watch is about. */
export interface ListOptions extends CallOptions {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
}

/** One line of a watch. */
export type WatchEvent<T extends KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

/** Who a call is made for; sent as impersonation headers. */
export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
}

/** What to delete: only the object with `uid`, and how long it may take to end. */
export interface DeleteTarget extends Target {
  readonly uid: string;
  readonly gracePeriodSeconds?: number;
}

/** Objects per page of a list: what client-go asks for. */
const PAGE_SIZE = 500;

/** Seconds after which the server ends a watch, and how many more it may be silent before it counts as dead. */
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
  as({ user, groups }: Impersonation): KubeClient {
    if (user === '') {
      throw new Error('an empty user cannot be impersonated');
    }
    return new KubeClient(this.#transport, [
      ['Impersonate-User', user],
      ...groups.map((group) => ['Impersonate-Group', group] as const),
    ]);
  }

  /** Reads one object. */
  get<T extends KubeObject>(resource: Resource<T>, target: Target, options?: CallOptions): Promise<T> {
    return this.#json<T>({ method: 'GET', path: pathOf(resource, target), ...options });
  }

  /** Reads all objects page by page; every page shows the same version. Throws `gone` where paging took too long. */
  async *pages<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions = {},
  ): AsyncGenerator<ObjectList<T>> {
    // Items of a built-in kind's list do not say what they are.
    const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    let token: string | undefined;
    do {
      const page: ObjectList<T> = await this.#json<ObjectList<T>>({
        method: 'GET',
        path: pathOf(resource, options),
        query: { limit: String(PAGE_SIZE), continue: token, labelSelector: options.labelSelector },
        signal: options.signal,
      });
      yield { ...page, items: page.items.map((item) => ({ ...type, ...item })) };
      token = page.metadata.continue || undefined;
    } while (token !== undefined);
  }

  /** Reads all objects at once; for short lists. */
  async list<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<T[]> {
    const items: T[] = [];
    for await (const page of this.pages(resource, options)) {
      items.push(...page.items);
    }
    return items;
  }

  /**
   * Yields what changes after `resourceVersion` until the server ends the watch, which it does within five
   * minutes. Throws `gone` where the version is too old, in whichever form the server says so.
   */
  async *watch<T extends KubeObject>(
    resource: Resource<T>,
    resourceVersion: string,
    options: ListOptions = {},
  ): AsyncGenerator<WatchEvent<T>> {
    const body = await this.#send({
      method: 'GET',
      path: pathOf(resource, options),
      query: {
        watch: '1',
        allowWatchBookmarks: 'true',
        timeoutSeconds: String(WATCH_SECONDS),
        resourceVersion,
        labelSelector: options.labelSelector,
      },
      signal: options.signal,
      timeoutMs: (WATCH_SECONDS + WATCH_GRACE_SECONDS) * 1000,
    });
    for await (const line of linesOf(body)) {
      yield watchEvent<T>(line);
    }
  }

  /** Creates an object; throws `already-exists` where the name is taken. */
  create<T extends KubeObject>(resource: Resource<T>, object: ObjectDraft, fieldManager: string): Promise<T> {
    const { namespace } = object.metadata;
    const query = { fieldManager, fieldValidation: 'Strict' };
    return this.#json<T>({ method: 'POST', path: pathOf(resource, { namespace }), query, body: object });
  }

  /**
   * Server-side apply: the fields of `object` become those of `fieldManager`, taken from others where they
   * differ. With `metadata.uid` the object is only changed, never made anew after its deletion.
   */
  apply<T extends KubeObject>(
    resource: Resource<T>,
    object: ObjectDraft,
    fieldManager: string,
    options: CallOptions & { readonly subresource?: 'status' } = {},
  ): Promise<T> {
    const { namespace, name } = object.metadata;
    const { subresource, signal } = options;
    return this.#json<T>({
      method: 'PATCH',
      path: pathOf(resource, { namespace, name, ...(subresource ? { subresource } : {}) }),
      query: { fieldManager, force: 'true', fieldValidation: 'Strict' },
      contentType: 'application/apply-patch+yaml',
      body: { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind },
      signal,
    });
  }

  /** Deletes an object if it is still the one with `uid`; throws `conflict` where another has its name. */
  async delete(resource: Resource, target: DeleteTarget, options?: CallOptions): Promise<void> {
    const { uid, gracePeriodSeconds, ...rest } = target;
    const body = { propagationPolicy: 'Background', gracePeriodSeconds, preconditions: { uid } };
    await this.#json({ method: 'DELETE', path: pathOf(resource, rest), body, ...options });
  }

  /** Sends what has no method of its own, such as reviews and subresources, and answers the body. */
  post<T>(path: string, body: unknown, options?: CallOptions): Promise<T> {
    return this.#json<T>({ method: 'POST', path, body, ...options });
  }

  #send(request: KubeRequest) {
    return this.#transport.send({ ...request, headers: [...this.#headers, ...(request.headers ?? [])] });
  }

  async #json<T>(request: KubeRequest): Promise<T> {
    const body = await this.#send(request);
    return (await body.json()) as T;
  }
}

function watchEvent<T extends KubeObject>(line: string): WatchEvent<T> {
  const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: T & StatusBody };
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object };
    case 'BOOKMARK':
      return { type, resourceVersion: object.metadata.resourceVersion };
    default:
      throw new KubeError(
        failureOf(object.code ?? 500, object),
        object.message ?? 'the server ended the watch',
      );
  }
}
