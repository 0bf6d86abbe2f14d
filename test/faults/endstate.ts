import type { HttpRoute } from '../../src/objects/gatewayapi.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';
import type { Entry } from './ledger.ts';

/** Values by path: what is compared between runs. */
export type Dump = Readonly<Record<string, unknown>>;

/** What one namespace holds, and the team whose name stands in it. */
export interface Holding {
  readonly team: string;
  readonly rules: readonly GatewayRule[];
  readonly routes: readonly HttpRoute[];
  /** Every route that ever was, by name. */
  readonly known: ReadonlyMap<string, HttpRoute>;
}

/**
 * The specs and statuses of rules and the specs and owners of routes, with the team's name, uids and times
 * replaced by what they stand for. Owners and backends stand in the order of their names: which of two rules
 * of one second is the older is decided by their uids, which are random.
 */
export function dump({ team, rules, routes, known }: Holding): Dump {
  const current = new Map(rules.map(({ metadata }) => [metadata.uid, metadata.name]));
  const entries = [
    ...rules.map(({ metadata, spec, status }) => {
      const conditions = status?.conditions?.map(({ lastTransitionTime: _, ...rest }) => rest);
      const byType = Object.fromEntries((conditions ?? []).map((one) => [one.type, one]));
      const said = { ...status, conditions: byType };
      return [`rule ${metadata.name}`, { generation: metadata.generation, spec, status: said }] as const;
    }),
    ...routes.map(({ metadata, spec }) => {
      const owners = (metadata.ownerReferences ?? []).map(
        ({ uid, name }) => current.get(uid) ?? `late ${name}`,
      );
      const said = { owners: owners.toSorted(), spec: inOrder(spec), labels: metadata.labels };
      return [`route ${routeIdentity(metadata.name, known)}`, said] as const;
    }),
  ];
  let text = JSON.stringify(Object.fromEntries(entries));
  for (const name of known.keys()) {
    text = text.replaceAll(name, routeIdentity(name, known));
  }
  return flat(JSON.parse(text.replaceAll(team, 'TEAM')));
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

/** Counts what calls have done to rules and routes; what changed nothing does not count. */
export function counts(entries: readonly Entry[], known: ReadonlyMap<string, HttpRoute>): Counts {
  const names = entries.flatMap(({ effect, call: { resource, name = '' } }) => {
    if (effect === 'none' || effect === 'unchanged') {
      return [];
    }
    const object = resource === 'httproutes' ? `route ${routeIdentity(name, known)}` : `${resource} ${name}`;
    return [`${effect} ${object}`];
  });
  return Object.fromEntries(
    [...new Set(names)].toSorted().map((name) => [name, names.filter((one) => one === name).length]),
  );
}
