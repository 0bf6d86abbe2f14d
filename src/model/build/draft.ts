import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { withSuffix } from '../../base/dnslabel.ts';
import { shortHash } from '../../base/hash.ts';
import type { ComponentFacts } from '../../component/facts.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { ModelComponent } from '../read/component.ts';
import type { Env } from '../read/env.ts';
import type { Plugin } from '../read/plugin.ts';
import { directivesOf } from './directives.ts';
import { type EnvContext, envDigest, isSecretKey } from './env.ts';
import type { GroupSecret } from './group.ts';
import { renameInEnv, renameInText } from './hostname.ts';
import type { Identity } from './identity.ts';
import { KEPT } from './kept.ts';
import { plannedSecret } from './object.ts';
import type { ContainerEnv, FilledPlugin, Part } from './parts.ts';
import type { PullSecrets } from './pull.ts';
import type { RawEnv, RawEnvs } from './rawenv.ts';
import type { FilledScopes } from './scope.ts';
import { fillText, fillWith, type Growth, type Scope, type Value } from './variables/fill.ts';
import { attributeValues, type ReadAttribute } from './workload/attributes.ts';

/** Component before its workload is made, with the Secret of its envs. */
export interface Draft {
  readonly part: Part;
  readonly identity: Identity;
  /** At most one. */
  readonly secrets: readonly PlannedObject[];
}

/** Inputs of all drafts of an install. */
export interface DraftContext {
  readonly env: EnvContext;
  /** Envs of all components as written, by key. */
  readonly raws: ReadonlyMap<string, RawEnvs>;
  readonly scopes: FilledScopes;
  readonly growth: Growth;
  readonly groups: readonly GroupSecret[];
  readonly pulls: PullSecrets;
  readonly surroundings: Surroundings;
  readonly readAttribute: ReadAttribute;
}

/** Draft of a component. */
export function componentDraft(identity: Identity, context: DraftContext): Draft {
  const { component, id, workload, labels } = identity;
  const { key } = component;
  const { surroundings, env, growth } = context;
  const secretName = withSuffix(workload, 'env');
  const raws = context.raws.get(key) ?? new Map<string, RawEnv>();
  const filled = context.scopes.of(key);
  const { envs, ...own } = containerEnvs(raws, filled, secretName);
  const scope = new Map([
    ...filled,
    ...attributeValues(component, context.readAttribute),
    ...ofInstall(component),
  ]);
  const { plugins, ...options } = fillPlugins(component.plugins, secretName, ({ name, value }) =>
    fillText(renameInEnv(name, value, env.renamed), [scope], growth),
  );
  const secrets = { ...own.secrets, ...options.secrets };
  const groups = context.groups.filter(({ group }) => group.components.includes(key));
  const hasOwn = Object.keys(secrets).length > 0;
  const hidden = [...groups.map(({ texts }) => texts), ...(hasOwn ? [secrets] : [])];
  const part: Part = {
    component: withRenamed(component, env),
    id,
    workload,
    labels,
    annotations: {
      [ANNOTATIONS.componentName]: component.name,
      [ANNOTATIONS.componentFacts]: JSON.stringify(factsOf(component)),
    },
    selector: { [LABELS.componentId]: id },
    podAnnotations: hidden.length === 0 ? {} : { [ANNOTATIONS.envDigest]: envDigest(hidden, env.kept) },
    headlessService: env.kept.services[KEPT.headless(key)] ?? workload,
    envs,
    scope,
    args: argumentsOf(component.cmd, scope, growth),
    directives: directivesOf(component, raws),
    plugins,
    envSecrets: groups.map(({ object }) => object.draft.metadata.name),
    pullSecrets: context.pulls.of(key),
  };
  return {
    part,
    identity,
    secrets: hasOwn ? [plannedSecret(surroundings, { name: secretName, labels }, secrets)] : [],
  };
}

/** Envs whose values only a Secret of the namespace knows. */
function ofInstall({ overridden }: ModelComponent): readonly (readonly [name: string, value: Value])[] {
  return (overridden?.secretEnvs ?? []).map(({ name }) => [name, { text: '', secret: true }]);
}

function withRenamed(component: ModelComponent, { renamed }: EnvContext): ModelComponent {
  const configFiles = component.configFiles.map((file) => ({
    ...file,
    content: renameInText(file.content, renamed),
  }));
  return { ...component, configFiles };
}

function factsOf({ key, name, version, image, cmd, extendMethod, sizing }: ModelComponent): ComponentFacts {
  return {
    serviceKey: key,
    name,
    version,
    image,
    cmd,
    extendMethod,
    minNode: sizing.replicas,
    minMemory: sizing.memory,
    minCpu: sizing.cpu,
  };
}

/**
 * Arguments of a container: a command with its variables filled in, split at blanks, as the format knows no quotes. A
 * secret stands as `$(NAME)`, which Kubernetes replaces with the env.
 */
function argumentsOf(command: string, scope: Scope, growth: Growth): readonly string[] {
  const look = (name: string) => {
    const found = scope.get(name);
    if (found?.secret !== true) {
      return found;
    }
    return name.includes(')') ? 'as-written' : { text: `$(${name})`, secret: false };
  };
  const { text } = fillWith({ text: command, secret: false }, look, growth);
  return text.split(' ').filter((word) => word !== '');
}

/** Envs of a container, and the data of their Secret. */
interface ContainerEnvs {
  readonly envs: readonly ContainerEnv[];
  /** Data of the Secret `secretName`; empty where none is needed. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Envs of a container with their filled values. Those that hold a secret go into the Secret. An item of a config group
 * comes from the Secret of the group, unless a variable makes it another one for the component.
 */
function containerEnvs(raws: RawEnvs, scope: Scope, secretName: string): ContainerEnvs {
  const listed = [...raws].flatMap(([name, raw]) => {
    const value = scope.get(name) ?? raw;
    return isListed(name, raw, value.text) ? [{ name, raw, value }] : [];
  });
  return {
    envs: listed.map(({ name, raw: { from, source }, value }) => ({
      name,
      isOfPlatform: from === 'platform',
      source:
        source ??
        (value.secret
          ? { type: 'secret', name: secretName, key: keyOf(name) }
          : { type: 'text', text: value.text }),
    })),
    secrets: Object.fromEntries(
      listed.flatMap(({ name, value }) => (value.secret ? [[keyOf(name), value.text] as const] : [])),
    ),
  };
}

function isListed(name: string, { from, hidden, text }: RawEnv, filled: string): boolean {
  return from === 'group' ? !isSecretKey(name) || filled !== text : hidden !== true;
}

/** Key of an env in a Secret. */
function keyOf(name: string): string {
  return isSecretKey(name) ? name : `env-${shortHash(name, 32)}`;
}

/** Plugins of a component, and the data of the Secret `secretName` for options that hold a secret. */
interface FilledPlugins {
  readonly plugins: readonly FilledPlugin[];
  readonly secrets: Readonly<Record<string, string>>;
}

/** Plugins of a component with their options, which `fill` fills in its scope. */
function fillPlugins(
  plugins: readonly Plugin[],
  secretName: string,
  fill: (option: Env) => Value,
): FilledPlugins {
  const secrets: Record<string, string> = {};
  const envOf = (plugin: Plugin, option: Env): ContainerEnv => {
    const { name } = option;
    const { text, secret } = fill(option);
    if (!secret) {
      return { name, source: { type: 'text', text }, isOfPlatform: false };
    }
    const key = `plugin-${shortHash(JSON.stringify([plugin.id, name]), 32)}`;
    secrets[key] = text;
    return { name, source: { type: 'secret', name: secretName, key }, isOfPlatform: false };
  };
  const filled = plugins.map((plugin) => ({
    plugin,
    envs: plugin.envs.map((option) => envOf(plugin, option)),
  }));
  return { plugins: filled, secrets };
}
