import { createHmac } from 'node:crypto';
import type { Kept } from '../../source/kept.ts';
import type { ModelComponent, Port } from '../read/component.ts';
import { type ConfigGroup, type Env, isEnvName } from '../read/env.ts';
import { type Renamed, renameInEnv } from './hostname.ts';
import { KEPT } from './kept.ts';
import type { OwnEnvs } from './rawenv.ts';
import { serviceSlots } from './service.ts';
import type { Growth, Scope, Value } from './variables/fill.ts';

/** Inputs of the envs of an install. */
export interface EnvContext {
  readonly kept: Kept;
  readonly renamed: Renamed;
  /** Config groups of a component, by its key. */
  readonly groupsOf: (key: string) => readonly ConfigGroup[];
  readonly aliasOf: (key: string) => string;
  readonly growth: Growth;
}

/** Items of a config group, with generated secrets and renamed hosts. */
export function valuesOfGroup(group: ConfigGroup, { kept, renamed }: EnvContext): Scope {
  return valuesOf(group.items, (name) => KEPT.item(group.name, name), kept, renamed);
}

/** Envs that a component has and offers. */
export function ownEnvs(component: ModelComponent, context: EnvContext): OwnEnvs {
  const { kept, renamed } = context;
  const { key } = component;
  const place = (name: string) => KEPT.env(key, name);
  const items = context.groupsOf(key).flatMap((group) => [...valuesOfGroup(group, context)]);
  const connect = [
    ...valuesOf(component.connectEnvs, place, kept, renamed),
    ...connectionOf(component, context),
  ];
  return {
    // All items stand in Secrets, whatever they hold.
    groups: new Map(items.map(([name, { text }]) => [name, { text, secret: true }])),
    own: new Map([...connect, ...valuesOf(component.envs, place, kept, renamed)]),
    // Others get the connection env of a name, even where the component overrides it for itself.
    offers: [...new Map(connect)].map(([name, value]) => [name, { ...value, from: 'model', origin: key }]),
  };
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

/** `<ALIAS>_HOST` and `<ALIAS>_PORT` of every port. */
function connectionOf(component: ModelComponent, { kept, aliasOf }: EnvContext): [string, Value][] {
  const alias = aliasOf(component.key);
  return serviceSlots(component, alias).flatMap(({ key, defaultName, ports }) =>
    ports.flatMap((port) =>
      prefixesOf(port, alias).flatMap((prefix): [string, Value][] => [
        [`${prefix}_HOST`, { text: kept.services[key] ?? defaultName, secret: false }],
        [`${prefix}_PORT`, { text: `${port.containerPort}`, secret: false }],
      ]),
    ),
  );
}

/** Prefixes of the envs of a port: its alias, and where shells cannot name that, the nearest that they can. */
function prefixesOf({ alias, containerPort }: Port, ofComponent: string): readonly string[] {
  const prefix = (alias || `${ofComponent}${containerPort}`).toUpperCase();
  const usual = prefix.replace(/[^A-Z0-9_]/g, '_');
  return prefix === usual || !isEnvName(prefix) ? [usual] : [prefix, usual];
}

/** Whether the name of an env is a valid key of a Secret. */
export function isSecretKey(name: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(name) && !name.startsWith('..') && name !== '.';
}

/** Keyed digest of the values of Secrets: it changes with them, and reveals nothing without the key. */
export function envDigest(values: readonly Readonly<Record<string, string>>[], kept: Kept): string {
  const key = kept.secrets[KEPT.fingerprint] ?? '';
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex').slice(0, 32);
}

/** Placeholder of a generated secret, of its own or shared by a group. */
const PLACEHOLDER = /\*\*None(?::([^*]+))?\*\*/g;

/** Groups of the placeholders in a text; undefined stands for a secret of its own. */
export function placeholdersOf(text: string): readonly (string | undefined)[] {
  return text.includes('**None') ? [...text.matchAll(PLACEHOLDER)].map(([, group]) => group) : [];
}

/** Text with its placeholders filled in; `secretOf` returns the secret of a group, or the one of its own. */
function fillPlaceholders(text: string, secretOf: (group: string | undefined) => string): string {
  return text.includes('**None')
    ? text.replace(PLACEHOLDER, (_, group: string | undefined) => secretOf(group))
    : text;
}
