import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import type { ComponentFacts } from '../../component/facts.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { ModelComponent } from '../read/component.ts';
import { argumentsOf } from './command.ts';
import { containerEnvs } from './containerenv.ts';
import { directivesOf } from './directives.ts';
import { digestOf, type EnvContext } from './env.ts';
import type { Surroundings } from './expansion.ts';
import type { GroupSecret } from './group.ts';
import { renameInEnv, renameInText } from './hostname.ts';
import type { Identity } from './identity.ts';
import { KEPT } from './kept.ts';
import { withSuffix } from './name.ts';
import { plannedSecret } from './object.ts';
import type { Part } from './parts.ts';
import { fillPlugins } from './plugin.ts';
import type { PullSecrets } from './pull.ts';
import type { RawEnv, RawEnvs } from './rawenv.ts';
import type { FilledScopes } from './scope.ts';
import { fillText, type Growth, type Value } from './variables/fill.ts';
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
export function draftOf(identity: Identity, context: DraftContext): Draft {
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
    podAnnotations: hidden.length === 0 ? {} : { [ANNOTATIONS.envDigest]: digestOf(hidden, env.kept) },
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
