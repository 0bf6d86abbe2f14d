import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import type { ComponentFacts } from '../../component/facts.ts';
import type { ModelComponent } from '../model/component.ts';
import { digestOf, type EnvContext, type OwnEnvs, resolveEnvs } from './env.ts';
import type { PlannedObject, Surroundings } from './expansion.ts';
import type { GroupSecret } from './group.ts';
import { renameInEnv, renameInText } from './hostname.ts';
import { KEPT } from './kept.ts';
import { componentIdOf, withSuffix, workloadNameOf } from './name.ts';
import { plannedSecret } from './object.ts';
import type { ContainerEnv, Part } from './parts.ts';
import { fillPlugins } from './plugin.ts';
import type { PullSecrets } from './pull.ts';
import { fillText } from './variables/fill.ts';

/** Component before its workload is made, with the Secret of its envs. */
export interface Draft {
  readonly part: Part;
  readonly alias: string;
  /** At most one. */
  readonly secrets: readonly PlannedObject[];
}

/** Inputs of all drafts of an install. */
interface DraftContext {
  readonly env: EnvContext;
  readonly envsOf: (key: string) => OwnEnvs | undefined;
  readonly groups: readonly GroupSecret[];
  readonly pulls: PullSecrets;
  readonly labels: Readonly<Record<string, string>>;
  readonly surroundings: Surroundings;
}

/** Draft of a component. */
export function draftOf(component: ModelComponent, context: DraftContext): Draft {
  const { key } = component;
  const { surroundings, env } = context;
  const id = componentIdOf(surroundings.install.uid, key);
  const alias = env.aliasOf(key);
  const labels = { ...context.labels, [LABELS.componentId]: id, [LABELS.componentAlias]: alias };
  const workload = env.kept.workloads[KEPT.workload(key)] ?? workloadNameOf(surroundings.install.name, alias);
  const secretName = withSuffix(workload, 'env');
  const { envs, scope, ...own } = resolveEnvs(component, context.envsOf, secretName, env.growth);
  const { plugins, ...options } = fillPlugins(component.plugins, secretName, ({ name, value }) =>
    fillText(renameInEnv(name, value, env.renamed), [scope], env.growth),
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
    podAnnotations: hidden.length === 0 ? {} : { [ANNOTATIONS.envDigest]: digestOf(hidden, env.kept) },
    headlessService: env.kept.services[KEPT.headless(key)] ?? `${alias}-pods`,
    envs: withSecretEnvs(envs, component),
    scope,
    plugins,
    envSecrets: groups.map(({ object }) => object.draft.metadata.name),
    pullSecrets: context.pulls.of(key),
  };
  return {
    part,
    alias,
    secrets: hasOwn ? [plannedSecret(surroundings, { name: secretName, labels }, secrets)] : [],
  };
}

/** Envs with those whose values the install takes from Secrets of the namespace. */
function withSecretEnvs(
  envs: readonly ContainerEnv[],
  { overridden }: ModelComponent,
): readonly ContainerEnv[] {
  const { secretEnvs = [] } = overridden ?? {};
  const names = new Set(secretEnvs.map(({ name }) => name));
  return [...envs.filter(({ name }) => !names.has(name)), ...secretEnvs];
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
