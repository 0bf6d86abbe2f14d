import { createHmac } from 'node:crypto';
import type { Env, ModelComponent } from '../model/component.ts';
import type { Findings } from '../model/findings.ts';
import type { ConfigGroup } from '../model/model.ts';
import type { Kept } from './expansion.ts';
import { type Renamed, renameInEnv } from './hostname.ts';
import { KEPT } from './kept.ts';
import { hash } from './name.ts';
import type { ContainerEnv } from './parts.ts';
import { fillPlaceholders, placeholdersOf } from './placeholder.ts';
import { interpolated, type Scope, type Value } from './scope.ts';
import { serviceSlots } from './slot.ts';

/** Characters of envs that a component can get from those that it depends on. */
const MAX_INHERITED = 131_072;

/** What the envs of one install are made of. */
export interface EnvContext {
  readonly kept: Kept;
  readonly renamed: Renamed;
  /** The config groups of a component, by its key. */
  readonly groupsOf: (key: string) => readonly ConfigGroup[];
  readonly aliasOf: (key: string) => string;
}

/** What a component says of itself, before other components are asked. */
export interface OwnEnvs {
  readonly groups: Scope;
  readonly own: Scope;
  /** For itself and for those that depend on it, with what it knows filled in. */
  readonly offered: Scope;
}

/** The items of a config group, with their secrets and the names of Services as they are here. */
export function valuesOfGroup(group: ConfigGroup, { kept, renamed }: EnvContext): Scope {
  return valuesOf(group.items, (name) => KEPT.item(group.name, name), kept, renamed);
}

/** Reads what a component has, and what it offers. */
export function ownEnvs(component: ModelComponent, context: EnvContext): OwnEnvs {
  const { kept, renamed } = context;
  const place = (name: string) => KEPT.env(component.key, name);
  const groups = new Map(
    context.groupsOf(component.key).flatMap((group) => [...valuesOfGroup(group, context)]),
  );
  const secretGroups = new Map([...groups].map(([name, { text }]) => [name, { text, secret: true }]));
  const own = valuesOf(component.envs, place, kept, renamed);
  const connect = new Map([
    ...valuesOf(component.connectEnvs, place, kept, renamed),
    ...connectionOf(component, context),
  ]);
  const filled = interpolated(new Map([...secretGroups, ...connect, ...own]));
  const offered = new Map(
    [...connect].map(([name, value]) => [name, offeredValue(name, value, own, filled)]),
  );
  return { groups: secretGroups, own, offered };
}

/** What others get under a name: that of the connection, though the component itself may have another. */
function offeredValue(name: string, value: Value, own: Scope, filled: Scope): Value {
  if (!own.has(name)) {
    return filled.get(name) ?? value;
  }
  return interpolated(new Map([...filled, [name, value]])).get(name) ?? value;
}

function valuesOf(
  envs: readonly Env[],
  placeOf: (name: string) => string,
  { secrets }: Kept,
  renamed: Renamed,
): Map<string, Value> {
  return new Map(
    envs.map(({ name, value }) => {
      const text = fillPlaceholders(renameInEnv(name, value, renamed), (group) => {
        const secret = secrets[group === undefined ? placeOf(name) : KEPT.group(group)];
        if (secret === undefined) {
          throw new Error(`no secret is kept for the env ${name}: keep() comes before expand()`);
        }
        return secret;
      });
      return [name, { text, secret: placeholdersOf(value).length > 0 }];
    }),
  );
}

/** `<ALIAS>_HOST` and `<ALIAS>_PORT` of every inner port. */
function connectionOf(component: ModelComponent, { kept, aliasOf }: EnvContext): [string, Value][] {
  const alias = aliasOf(component.key);
  return serviceSlots(component, alias).flatMap(({ key, wanted, ports }) =>
    ports
      .filter(({ inner }) => inner)
      .flatMap(({ alias: portAlias, containerPort }): [string, Value][] => {
        const prefix = (portAlias || `${alias}${containerPort}`).toUpperCase().replace(/[^A-Z0-9_]/g, '_');
        return [
          [`${prefix}_HOST`, { text: kept.services[key] ?? wanted, secret: false }],
          [`${prefix}_PORT`, { text: `${containerPort}`, secret: false }],
        ];
      }),
  );
}

/** The envs of a component's container, and the Secret that holds those of them that must be in one. */
export interface ResolvedEnvs {
  readonly envs: readonly ContainerEnv[];
  /** Keys and values of the Secret `secretName`; empty where none is needed. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Puts together what a component gets: config groups, what its dependencies offer, what it offers itself,
 * and its own; the last of a name counts. Values that hold a secret go into the Secret.
 */
export function resolveEnvs(
  component: ModelComponent,
  envsOf: (key: string) => OwnEnvs | undefined,
  secretName: string,
  findings: Findings,
): ResolvedEnvs {
  const mine = envsOf(component.key);
  const groups = mine?.groups ?? new Map<string, Value>();
  const given = new Map([
    ...inherited(component, envsOf, findings),
    ...(mine?.offered ?? []),
    ...(mine?.own ?? []),
  ]);
  const scope = interpolated(new Map([...groups, ...given]));
  const listed = [...scope].filter(
    ([name, { text }]) => given.has(name) || !isSecretKey(name) || groups.get(name)?.text !== text,
  );
  const secret = listed.filter(([, value]) => value.secret);
  return {
    envs: listed.map(([name, value]) =>
      value.secret ? { name, secret: { name: secretName, key: keyOf(name) } } : { name, value: value.text },
    ),
    secrets: Object.fromEntries(secret.map(([name, { text }]) => [keyOf(name), text])),
  };
}

function inherited(
  { path, dependsOn }: ModelComponent,
  envsOf: (key: string) => OwnEnvs | undefined,
  findings: Findings,
): Map<string, Value> {
  const envs = new Map<string, Value>();
  let size = 0;
  for (const [name, value] of dependsOn.flatMap((key) => [...(envsOf(key)?.offered ?? [])])) {
    size += name.length + value.text.length;
    if (size > MAX_INHERITED) {
      findings.lost(
        `${path}.dep_service_map_list`,
        `their connection envs have more than ${MAX_INHERITED} characters`,
      );
      return envs;
    }
    envs.set(name, value);
  }
  return envs;
}

/** Whether an env can be a key of a Secret as it is. */
export function isSecretKey(name: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(name) && !name.startsWith('..') && name !== '.';
}

/** Key of an env in a Secret. */
function keyOf(name: string): string {
  return isSecretKey(name) ? name : `env-${hash(name, 32)}`;
}

/** Changes with the values of Secrets, and says nothing of them to who does not know the key. */
export function digestOf(values: readonly Readonly<Record<string, string>>[], kept: Kept): string {
  const key = kept.secrets[KEPT.fingerprint] ?? '';
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex').slice(0, 32);
}
