import { present } from '../../base/fields.ts';
import type { ModelComponent } from '../read/component.ts';
import type { Identity } from './identity.ts';
import { platformEnvs } from './platform/envs.ts';
import type { PlatformContext } from './platform/platform.ts';
import { isBefore, isSince, type Release } from './platform/release.ts';
import type { OwnEnvs, PlatformEnv, RawEnv, RawEnvs } from './rawenv.ts';

/** Inputs of the envs of all components. */
export interface RawContext {
  readonly platform: PlatformContext;
  readonly envsOf: (key: string) => OwnEnvs | undefined;
  /** Release of the platform that the model was published with. */
  readonly release: Release | undefined;
}

/** First release of the platform with an underscore before the names of its envs. */
const UNDERSCORES: Release = [6, 0, 0];

/**
 * Envs of a component, from the lowest precedence to the highest: of config groups, of the platform, of dependencies,
 * and its own. Old names of the platform hide nothing unless the model was surely published under them.
 */
export function rawEnvsOf(identity: Identity, { platform: context, envsOf, release }: RawContext): RawEnvs {
  const { component } = identity;
  const mine = envsOf(component.key);
  // One that runs elsewhere only has envs for those that depend on it.
  const platform = component.endpoints === undefined ? platformEnvs(identity, context) : [];
  const isOld = isBefore(release, UNDERSCORES);
  const used = isSince(release, UNDERSCORES) ? namesIn(component, mine) : undefined;
  const plain = platform
    .filter(({ underscored }) => underscored)
    .map((each) => named(each.name, each, used?.has(each.name) === false));
  const level = (hidesOffers: boolean) =>
    platform
      .filter((each) => each.hidesOffers === hidesOffers)
      .flatMap((each) => [
        named(each.underscored ? `_${each.name}` : each.name, each, false),
        ...(each.underscored && isOld ? [named(each.name, each, false)] : []),
      ]);
  const ofSecrets = new Set(component.overridden?.secretEnvs.map(({ name }) => name));
  return inOrder([
    ...(isOld ? [] : plain),
    ...[...(mine?.groups ?? [])].map(([name, value]) => [name, { ...value, from: 'group' }] as const),
    ...level(false),
    ...component.dependsOn.flatMap((key) => envsOf(key)?.offers ?? []),
    ...level(true),
    ...ofInstall(component),
    ...[...(mine?.own ?? [])]
      .filter(([name]) => !ofSecrets.has(name))
      .map(([name, value]) => [name, { ...value, from: 'model' }] as const),
  ]);
}

/** Envs whose values the install takes from Secrets; only Kubernetes can make them part of other envs. */
function ofInstall({ overridden }: ModelComponent): readonly Named[] {
  return (overridden?.secretEnvs ?? []).map(({ name, secret }) => [
    name,
    { text: `$(${name})`, secret: false, from: 'model', source: { type: 'secret', ...secret } },
  ]);
}

type Named = readonly [name: string, env: RawEnv];

function named(name: string, { text, source }: PlatformEnv, hidden: boolean): Named {
  return [
    name,
    {
      text,
      secret: false,
      from: 'platform',
      ...present({ source }),
      ...(hidden ? { hidden } : {}),
    },
  ];
}

/** Last env of each name, at its last place: those before it can be part of it by `$(NAME)`. */
function inOrder(envs: readonly Named[]): RawEnvs {
  const ordered = new Map<string, RawEnv>();
  for (const [name, env] of envs) {
    ordered.delete(name);
    ordered.set(name, env);
  }
  return ordered;
}

const USED = /\$[({]?([A-Z][A-Z_]*)/g;

/** Names that texts of a component refer to, in any of the ways of shells, Kubernetes and models. */
function namesIn(component: ModelComponent, mine: OwnEnvs | undefined): ReadonlySet<string> {
  const { cmd, attributes, configFiles } = component;
  const values = [...(mine?.groups.values() ?? []), ...(mine?.own.values() ?? [])];
  const texts = [
    ...[cmd, ...values.map(({ text }) => text)],
    ...[...attributes.map(({ value }) => value), ...configFiles.map(({ content }) => content)],
  ];
  return new Set(texts.flatMap((text) => [...text.matchAll(USED)].map(([, name = '']) => name)));
}
