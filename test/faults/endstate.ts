import { ANNOTATIONS, LABELS } from '../../src/api/group.ts';
import { probeHash } from '../../src/gateway/probe/rule.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { type HttpRoute, isForProbe } from '../../src/objects/httproute.ts';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { aliasOf, componentIdOf } from '../../src/source/componentid.ts';
import type { Entry } from './ledger.ts';
import { MADE_KINDS } from './observer.ts';
import type { View } from './view.ts';

/** Values by path, for comparison between runs. */
export type Dump = Readonly<Record<string, unknown>>;

/** View of one namespace, and its team. */
export interface NamespaceState {
  readonly team: string;
  readonly view: View;
}

/**
 * The specs and statuses of rules, installs and applications, the specs and owners of routes, and all objects of
 * installs, with placeholders for the team's name, uids and times. Owners and backends are sorted by name: the uids,
 * which are random, decide which of two rules of one second is the older.
 */
export function dump(state: NamespaceState): Dump {
  const { view } = state;
  const reported = [view.rules, view.installs, view.applications].flatMap((objects) => [...objects.values()]);
  const entries = [
    ...reported.map((object) => [nameOf(object), contentsByName(object)] as const),
    ...[...view.routes.values()].map((route) => {
      const said = {
        owners: ownersOf(view, route),
        spec: inOrder(route.spec),
        labels: route.metadata.labels,
      };
      return [`route ${routeIdentity(route.metadata.name, view.everyRoute)}`, said] as const;
    }),
    ...installObjects(view).map((object) => [nameOf(object), contentOf(view, object)] as const),
  ];
  return flat(JSON.parse(maskOf(state)(JSON.stringify(Object.fromEntries(entries)))));
}

function nameOf({ kind, metadata }: KubeObject): string {
  return kind === 'GatewayRule' ? `rule ${metadata.name}` : `${kind} ${metadata.name}`;
}

/**
 * Spec and status of an object: conditions by type, components by name, because they come in the order of their ids.
 * Conditions and the history of an install are without times, URLs without ports.
 */
function contentsByName(object: KubeObject) {
  const { metadata, spec, status } = object as KubeObject & {
    readonly spec?: unknown;
    readonly status?: {
      readonly url?: string;
      readonly conditions?: readonly { readonly type: string; lastTransitionTime: string }[];
      readonly components?: readonly { readonly name: string }[];
      readonly history?: readonly { readonly time: string }[];
    };
  };
  const conditions = status?.conditions?.map(({ lastTransitionTime: _, ...rest }) => rest) ?? [];
  const byType = Object.fromEntries(conditions.map((one) => [one.type, one]));
  const components = Object.fromEntries((status?.components ?? []).map((one) => [one.name, one]));
  const history = status?.history?.map(({ time: _, ...rest }) => rest);
  const { generation, finalizers } = metadata;
  // The gateway of each run has an address and ports of its own.
  const url = status?.url
    ?.replace(/^(https?:.*):\d+\//, '$1:PORT/')
    .replace(/^(tcp|udp):\/\/.*:/, '$1://ADDRESS:');
  return {
    generation,
    finalizers,
    spec,
    status: { ...status, url, conditions: byType, components, history },
  };
}

/** All objects of installs, except rules. */
export function installObjects(view: View): KubeObject[] {
  return MADE_KINDS.flatMap((resource) => [...view.of(resource).values()]).filter(
    ({ metadata }) => metadata.labels?.[LABELS.install] !== undefined,
  );
}

/** The fields of an object that an install has written; those of other writers have times of their own. */
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

/** Function that replaces run-specific names in a text by placeholders. */
export function maskOf({ team, view }: NamespaceState): (text: string) => string {
  const installs = [...new Set(view.histories(MARKET_INSTALLS).flat())];
  const components = installs.flatMap(({ metadata, status }) =>
    (status?.components ?? []).flatMap(({ key }) => {
      const id = componentIdOf(metadata.uid, key);
      return [[id, `id of ${key}`] as const, [aliasOf(id), `alias-of-${key}`] as const];
    }),
  );
  const everMade = MADE_KINDS.flatMap((resource) => view.histories(resource).flat());
  // Those that run elsewhere are in no status.
  const elsewhere = everMade.flatMap(({ metadata: { labels = {}, annotations = {} } }) => {
    const { [LABELS.componentId]: id, [LABELS.componentAlias]: alias } = labels;
    const name = annotations[ANNOTATIONS.componentName];
    return id === undefined || alias === undefined || name === undefined
      ? []
      : [[id, `id of ${name}`] as const, [alias, `alias-of-${name}`] as const];
  });
  const hashes = everMade.flatMap(({ metadata }) => /-([0-9a-f]{8})$/.exec(metadata.name)?.[1] ?? []);
  const objects = [...view.rules.values(), ...view.installs.values(), ...installObjects(view)];
  const masks = new Map<string, string>([
    ...[...view.everyRoute.keys()].map((name) => [name, routeIdentity(name, view.everyRoute)] as const),
    ...elsewhere,
    ...components,
    // Names of a component's objects end in a hash of its id.
    ...hashes.map((hash) => [hash, 'HASH'] as const),
    ...objects.map((object) => [object.metadata.uid, `uid of ${nameOf(object)}`] as const),
    [team, 'TEAM'],
  ]);
  return (text) => [...masks].reduce((masked, [name, mask]) => masked.replaceAll(name, mask), text);
}

function inOrder(spec: HttpRoute['spec']): HttpRoute['spec'] {
  const rules = spec.rules.map((rule) => ({
    ...rule,
    backendRefs: (rule.backendRefs ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }));
  // The rule by which the gateway answers the operator follows from uids.
  return {
    ...spec,
    rules: probeHash(spec) === undefined ? rules : rules.filter((rule) => !isForProbe(rule)),
  };
}

/** Host and path of a route: its name contains a hash of the team's host. */
function routeIdentity(name: string, known: ReadonlyMap<string, HttpRoute>): string {
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

/** Number of an operator's creates, updates and deletes by object: `created route *.example.com/` to a count. */
export type Counts = Readonly<Record<string, number>>;

/** Counts the effects of calls on objects, without calls that change nothing. */
export function counts(entries: readonly Entry[], state: NamespaceState): Counts {
  const mask = maskOf(state);
  const names = entries.flatMap(({ effect, call: { resource }, name }) => {
    if (effect === 'none' || effect === 'unchanged') {
      return [];
    }
    return [mask(`${effect} ${labelOf(resource, name, state.view)}`)];
  });
  return Object.fromEntries(
    [...new Set(names)].toSorted().map((name) => [name, names.filter((one) => one === name).length]),
  );
}

/** Label of an object in counts, from the plural name of its kind. */
export function labelOf(resource: string, name: string, { everyRoute }: View): string {
  return resource === 'httproutes' ? `route ${routeIdentity(name, everyRoute)}` : `${resource} ${name}`;
}
