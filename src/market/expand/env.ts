import { createHmac } from 'node:crypto';
import { shortHash } from '../../base/hash.ts';
import type { Env, ModelComponent } from '../model/component.ts';
import type { ConfigGroup } from '../model/model.ts';
import type { Kept } from './expansion.ts';
import { type Renamed, renameInEnv } from './hostname.ts';
import { KEPT } from './kept.ts';
import type { ContainerEnv } from './parts.ts';
import { fillPlaceholders, placeholdersOf } from './placeholder.ts';
import { interpolated } from './scope.ts';
import { serviceSlots } from './slot.ts';
import { fillWith, type Growth, type Scope, type Value } from './variables/fill.ts';

/** Inputs of the envs of an install. */
export interface EnvContext {
  readonly kept: Kept;
  readonly renamed: Renamed;
  /** Config groups of a component, by its key. */
  readonly groupsOf: (key: string) => readonly ConfigGroup[];
  readonly aliasOf: (key: string) => string;
  readonly growth: Growth;
}

/** Envs of a component, before those of its dependencies. */
export interface OwnEnvs {
  readonly groups: Scope;
  readonly own: Scope;
  /** Envs for itself and for those that depend on it, interpolated with its own. */
  readonly offered: Scope;
}

/** Items of a config group, with generated secrets and renamed hosts. */
export function valuesOfGroup(group: ConfigGroup, { kept, renamed }: EnvContext): Scope {
  return valuesOf(group.items, (name) => KEPT.item(group.name, name), kept, renamed);
}

/** Envs that a component has and offers. */
export function ownEnvs(component: ModelComponent, context: EnvContext): OwnEnvs {
  const { kept, renamed, growth } = context;
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
  const filled = interpolated(new Map([...secretGroups, ...connect, ...own]), growth);
  // Others get the connection env of a name, even where the component overrides it for itself.
  const offered = new Map(
    [...connect].map(([name, value]) => [
      name,
      own.has(name) ? fillWith(value, (other) => filled.get(other), growth) : (filled.get(name) ?? value),
    ]),
  );
  return { groups: secretGroups, own, offered };
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
  return serviceSlots(component, alias).flatMap(({ key, defaultName, ports }) =>
    ports
      .filter(({ inner }) => inner)
      .flatMap(({ alias: portAlias, containerPort }): [string, Value][] => {
        const prefix = (portAlias || `${alias}${containerPort}`).toUpperCase().replace(/[^A-Z0-9_]/g, '_');
        return [
          [`${prefix}_HOST`, { text: kept.services[key] ?? defaultName, secret: false }],
          [`${prefix}_PORT`, { text: `${containerPort}`, secret: false }],
        ];
      }),
  );
}

/** Envs of a container, and the data of their Secret. */
interface ResolvedEnvs {
  readonly envs: readonly ContainerEnv[];
  /** Values of the variables in texts. */
  readonly scope: Scope;
  /** Data of the Secret `secretName`; empty where none is needed. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Envs of a container: those of its config groups, of its dependencies, its offered ones and its own; of several with
 * the same name the last counts. Values that hold a secret go into the Secret.
 */
export function resolveEnvs(
  component: ModelComponent,
  envsOf: (key: string) => OwnEnvs | undefined,
  secretName: string,
  growth: Growth,
): ResolvedEnvs {
  const mine = envsOf(component.key);
  const groups = mine?.groups ?? new Map<string, Value>();
  const given = new Map([
    ...component.dependsOn.flatMap((key) => [...(envsOf(key)?.offered ?? [])]),
    ...(mine?.offered ?? []),
    ...(mine?.own ?? []),
  ]);
  const scope = interpolated(new Map([...groups, ...given]), growth);
  const listed = [...scope].filter(
    ([name, { text }]) => given.has(name) || !isSecretKey(name) || groups.get(name)?.text !== text,
  );
  const secret = listed.filter(([, value]) => value.secret);
  return {
    scope,
    envs: listed.map(([name, value]) =>
      value.secret ? { name, secret: { name: secretName, key: keyOf(name) } } : { name, value: value.text },
    ),
    secrets: Object.fromEntries(secret.map(([name, { text }]) => [keyOf(name), text])),
  };
}

/** Whether the name of an env is a valid key of a Secret. */
export function isSecretKey(name: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(name) && !name.startsWith('..') && name !== '.';
}

/** Key of an env in a Secret. */
function keyOf(name: string): string {
  return isSecretKey(name) ? name : `env-${shortHash(name, 32)}`;
}

/** Keyed digest of the values of Secrets: it changes with them, and reveals nothing without the key. */
export function digestOf(values: readonly Readonly<Record<string, string>>[], kept: Kept): string {
  const key = kept.secrets[KEPT.fingerprint] ?? '';
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex').slice(0, 32);
}
