import { LABELS } from '../../src/api/group.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { aliasOf, componentIdOf } from '../../src/market/expand/name.ts';
import type { HttpRoute } from '../../src/objects/gatewayapi.ts';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import type { Entry } from './ledger.ts';
import { MADE } from './observer.ts';
import type { View } from './view.ts';

/** Values by path: what is compared between runs. */
export type Dump = Readonly<Record<string, unknown>>;

/** What one namespace holds, and the team whose name stands in it. */
export interface Holding {
  readonly team: string;
  readonly view: View;
}

/**
 * The specs and statuses of rules, installs and applications, the specs and owners of routes, and everything
 * that installs have made, with the team's name, uids and times replaced by what they stand for. Owners and
 * backends stand in the order of their names: which of two rules of one second is the older is decided by
 * their uids, which are random.
 */
export function dump(holding: Holding): Dump {
  const { view } = holding;
  const reported = [view.rules, view.installs, view.applications].flatMap((shelf) => [...shelf.values()]);
  const entries = [
    ...reported.map((object) => [nameOf(object), saidOf(object)] as const),
    ...[...view.routes.values()].map((route) => {
      const said = {
        owners: ownersOf(view, route),
        spec: inOrder(route.spec),
        labels: route.metadata.labels,
      };
      return [`route ${routeIdentity(route.metadata.name, view.known)}`, said] as const;
    }),
    ...madeIn(view).map((object) => [nameOf(object), contentOf(view, object)] as const),
  ];
  return flat(JSON.parse(maskOf(holding)(JSON.stringify(Object.fromEntries(entries)))));
}

function nameOf({ kind, metadata }: KubeObject): string {
  return kind === 'GatewayRule' ? `rule ${metadata.name}` : `${kind} ${metadata.name}`;
}

/**
 * What is written about an object by its user and its controller: conditions by type and without times,
 * components by name, since they come in the order of their ids.
 */
function saidOf(object: KubeObject) {
  const { metadata, spec, status } = object as KubeObject & {
    readonly spec?: unknown;
    readonly status?: {
      readonly conditions?: readonly { readonly type: string; lastTransitionTime: string }[];
      readonly components?: readonly { readonly name: string }[];
    };
  };
  const conditions = status?.conditions?.map(({ lastTransitionTime: _, ...rest }) => rest) ?? [];
  const byType = Object.fromEntries(conditions.map((one) => [one.type, one]));
  const components = Object.fromEntries((status?.components ?? []).map((one) => [one.name, one]));
  const { generation, finalizers } = metadata;
  return { generation, finalizers, spec, status: { ...status, conditions: byType, components } };
}

/** Everything that installs have made, but rules. */
export function madeIn(view: View): KubeObject[] {
  return MADE.flatMap((resource) => [...view.of(resource).values()]).filter(
    ({ metadata }) => metadata.labels?.[LABELS.install] !== undefined,
  );
}

/** What an install has written of an object; what others write into it has its own times. */
function contentOf(view: View, object: KubeObject) {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata,
    status: _status,
    ...content
  } = object as KubeObject & {
    readonly status?: unknown;
  };
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) =>
    key.startsWith('stoa.dev/'),
  );
  return {
    labels: metadata.labels,
    annotations: Object.fromEntries(annotations),
    owners: ownersOf(view, object),
    leaving: metadata.deletionTimestamp !== undefined,
    content,
  };
}

function ownersOf(view: View, { metadata }: KubeObject): string[] {
  const current = new Set(
    [...view.rules.values(), ...view.installs.values()].map(({ metadata: { uid } }) => uid),
  );
  const owners = metadata.ownerReferences ?? [];
  return owners.map(({ uid, name }) => (current.has(uid) ? name : `late ${name}`)).toSorted();
}

/** Replaces in a text whatever has another name in every run by what it stands for. */
export function maskOf({ team, view }: Holding): (text: string) => string {
  const installs = [...new Set(view.histories(MARKET_INSTALLS).flat())];
  const components = installs.flatMap(({ metadata, status }) =>
    (status?.components ?? []).flatMap(({ key }) => {
      const id = componentIdOf(metadata.uid, key);
      return [[id, `id of ${key}`] as const, [aliasOf(id), `alias-of-${key}`] as const];
    }),
  );
  const everMade = MADE.flatMap((resource) => view.histories(resource).flat());
  const hashes = everMade.flatMap(({ metadata }) => /-([0-9a-f]{8})$/.exec(metadata.name)?.[1] ?? []);
  const objects = [...view.rules.values(), ...view.installs.values(), ...madeIn(view)];
  const masks = new Map<string, string>([
    ...[...view.known.keys()].map((name) => [name, routeIdentity(name, view.known)] as const),
    ...components,
    // Names of what belongs to a component end in a hash that its id is in.
    ...hashes.map((hash) => [hash, 'HASH'] as const),
    ...objects.map((object) => [object.metadata.uid, `uid of ${nameOf(object)}`] as const),
    [team, 'TEAM'],
  ]);
  return (text) => [...masks].reduce((masked, [name, mask]) => masked.replaceAll(name, mask), text);
}

function inOrder(spec: HttpRoute['spec']): HttpRoute['spec'] {
  const rules = spec.rules.map((rule) => ({
    ...rule,
    backendRefs: rule.backendRefs.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }));
  return { ...spec, rules };
}

/** A route's host and path: its name holds a hash of the team's host. */
export function routeIdentity(name: string, known: ReadonlyMap<string, HttpRoute>): string {
  const spec = known.get(name)?.spec;
  const host = spec?.hostnames[0]?.split('.').slice(1).join('.');
  return spec === undefined ? name : `*.${host}${spec.rules[0]?.matches[0]?.path.value}`;
}

function flat(value: unknown, path = ''): Dump {
  if (typeof value !== 'object' || value === null) {
    return { [path]: value };
  }
  const inner = Object.entries(value).map(([key, one]) => flat(one, path === '' ? key : `${path}.${key}`));
  return Object.assign(inner.length === 0 ? { [path]: value } : {}, ...inner);
}

/** Paths at which two dumps differ. */
export function differing(a: Dump, b: Dump): string[] {
  const paths = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return paths.filter((path) => JSON.stringify(a[path]) !== JSON.stringify(b[path])).toSorted();
}

/** How often an operator created, updated and deleted each object: `created route *.example.com/` to a count. */
export type Counts = Readonly<Record<string, number>>;

/** Counts what calls have done to objects; what changed nothing does not count. */
export function counts(entries: readonly Entry[], holding: Holding): Counts {
  const mask = maskOf(holding);
  const names = entries.flatMap(({ effect, call: { resource }, name }) => {
    if (effect === 'none' || effect === 'unchanged') {
      return [];
    }
    return [mask(`${effect} ${labelOf(resource, name, holding.view)}`)];
  });
  return Object.fromEntries(
    [...new Set(names)].toSorted().map((name) => [name, names.filter((one) => one === name).length]),
  );
}

/** What counts call an object, by the plural name of its kind. */
export function labelOf(resource: string, name: string, { known }: View): string {
  return resource === 'httproutes' ? `route ${routeIdentity(name, known)}` : `${resource} ${name}`;
}
