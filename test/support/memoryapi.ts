import { KubeError } from '../../src/kube/error.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { KubeRequest } from '../../src/kube/request.ts';

/** Object in memory, as far as the server reads it. */
interface Stored {
  readonly metadata: Partial<KubeObject['metadata']> & { readonly name: string };
  readonly spec?: object;
}

/** Objects of the namespace `team` and the namespaces themselves, by the plural of their kind. */
type Objects = Readonly<Record<string, readonly Stored[]>>;

/** Answers to reviews: the caller is known, and may do everything. */
const REVIEWS: Readonly<Record<string, object>> = {
  selfsubjectreviews: { status: { userInfo: { username: 'ada' } } },
  selfsubjectaccessreviews: { status: { allowed: true } },
};

/**
 * API server in memory with one namespace, for clients that may do everything. It knows reads, creation, replacement,
 * apply and deletion, and selectors of labels; created objects have uids such as `gatewayrules-0`.
 */
export function memoryApi(objects: Objects): (request: KubeRequest) => Promise<unknown> {
  const kinds = new Map(Object.entries(objects).map(([plural, list]) => [plural, [...list]]));
  return async (request) => {
    const { plural, name } = placeOf(request.path);
    const stored = kinds.get(plural) ?? [];
    kinds.set(plural, stored);
    return (
      REVIEWS[plural] ?? (name === undefined ? ofAll(plural, stored, request) : ofOne(stored, name, request))
    );
  };
}

/** Kind and name in a path such as `/apis/stoa.dev/v1alpha1/namespaces/team/gatewayrules/web`. */
function placeOf(path: string): { readonly plural: string; readonly name: string | undefined } {
  const [plural = '', name] = path
    .replace(/^\/(api|apis\/[^/]+)\/[^/]+\//, '')
    .replace(/^namespaces\/[^/]+\/(?=.)/, '')
    .split('/');
  return { plural, name };
}

function ofAll(plural: string, stored: Stored[], { method, query = {}, body }: KubeRequest): unknown {
  if (method === 'GET') {
    // Rules are selected by fields where those of other teams are meant.
    const isOfOthers = plural === 'gatewayrules' && query.fieldSelector !== undefined;
    return { metadata: {}, items: isOfOthers ? [] : stored.filter(selectedBy(query.labelSelector ?? '')) };
  }
  const draft = body as Stored;
  if (stored.some(({ metadata }) => metadata.name === draft.metadata.name)) {
    throw new KubeError({ type: 'already-exists' }, 'x');
  }
  const metadata = {
    uid: `${plural}-${stored.length}`,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...draft.metadata,
  };
  const created = { ...draft, metadata };
  stored.push(created);
  return created;
}

function selectedBy(selector: string): (object: Stored) => boolean {
  const terms = selector.split(',').filter((term) => term !== '');
  return ({ metadata: { labels = {} } }) =>
    terms.every((term) => {
      const [name = '', value] = term.split('=');
      return value === undefined ? Object.hasOwn(labels, name) : labels[name] === value;
    });
}

function ofOne(stored: Stored[], name: string, { method, body }: KubeRequest): unknown {
  const index = stored.findIndex(({ metadata }) => metadata.name === name);
  const before = stored[index];
  if (before === undefined) {
    throw new KubeError({ type: 'not-found' }, 'x');
  }
  const draft = body as Stored;
  switch (method) {
    case 'GET':
      return before;
    case 'DELETE':
      stored.splice(index, 1);
      return {};
    default: {
      const isApply = method === 'PATCH';
      const spec = isApply ? { ...before.spec, ...draft.spec } : draft.spec;
      const after = {
        ...(isApply ? before : {}),
        ...draft,
        metadata: { ...before.metadata, ...draft.metadata },
        ...(spec === undefined ? {} : { spec }),
      };
      stored[index] = after;
      return after;
    }
  }
}
