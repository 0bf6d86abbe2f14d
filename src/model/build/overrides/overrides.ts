import { grantOf } from '../../../allowed/access.ts';
import type { Grants } from '../../../api/grants.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Override } from '../../../api/overrides.ts';
import { parseImage, withTag } from '../../../source/image.ts';
import { matchOverrides, overridePath } from '../../../source/override.ts';
import { EXTEND_METHODS } from '../../../workload/kinds.ts';
import type { ModelComponent, SecretEnv } from '../../read/component.ts';
import type { Env } from '../../read/env.ts';
import type { Model } from '../../read/model.ts';
import { overrideSizing } from './sizing.ts';
import { overrideVolumes } from './volume.ts';

/** Model with the overrides of an install, and those that do not fit it. */
export interface OverriddenModel {
  readonly model: Model;
  /** Parts of the spec that have no effect on this model, each with the reason. */
  readonly problems: readonly NotApplied[];
}

/**
 * Overrides a model before anything is made of it, so that all that depends on what an install sets follows: envs that
 * tell the number of pods, connection envs of other components, facts, volumes that others mount. Pure.
 */
export function overrideModel(model: Model, overrides: readonly Override[], grants: Grants): OverriddenModel {
  const { byKey, problems: unmatched } = matchOverrides(
    'model',
    model.components,
    overrides,
    ({ endpoints }) =>
      endpoints === undefined
        ? undefined
        : 'the component runs elsewhere, so that nothing of it can be set here',
  );
  const problems = [...unmatched];
  const components = model.components.map((component) => {
    const override = byKey.get(component.key);
    return override === undefined ? component : overrideComponent(component, override, grants, problems);
  });
  return { model: { ...model, components }, problems };
}

function overrideComponent(
  component: ModelComponent,
  override: Override,
  grants: Grants,
  problems: NotApplied[],
): ModelComponent {
  const path = overridePath(override);
  const { envs = [], volumes = [], resources = {}, nodeSelector = {} } = override;
  const read = overrideEnvs(component, envs, grants, `${path}.envs`);
  const stored = overrideVolumes(component, volumes, `${path}.volumes`);
  problems.push(...replicasProblem(component, override, path), ...read.problems, ...stored.problems);
  return {
    ...component,
    image: imageOf(component, override),
    registry: registryOf(component),
    sizing: overrideSizing(component.sizing, override),
    envs: read.envs,
    connectEnvs: read.connectEnvs,
    volumes: stored.volumes,
    overridden: {
      resources,
      nodeSelector,
      secretEnvs: read.secretEnvs,
      envNames: envs.map(({ name }) => name),
    },
  };
}

function imageOf({ image: own }: ModelComponent, { image, imageTag }: Override): string {
  return imageTag === undefined ? (image ?? own) : withTag(own, imageTag);
}

/** Registry of a component by its host, so that its credentials never follow another image. */
function registryOf({ registry, image }: ModelComponent): ModelComponent['registry'] {
  return registry.url === '' ? { ...registry, url: parseImage(image).registry } : registry;
}

/** Problem of replicas for a component whose number of pods is not the install's to set. */
function replicasProblem(
  { extendMethod }: ModelComponent,
  { replicas }: Override,
  path: string,
): NotApplied[] {
  const { pods } = EXTEND_METHODS[extendMethod];
  if (replicas === undefined || pods === 'replicas') {
    return [];
  }
  const has = pods === 'one' ? 'one pod' : 'one pod per node';
  return [
    { path: `${path}.replicas`, why: `the model lets the component have ${has}: it is a ${extendMethod}` },
  ];
}

type EnvOverride = NonNullable<Override['envs']>[number];

/** Envs of a component with those that its install sets. */
interface OverriddenEnvs extends Pick<ModelComponent, 'envs' | 'connectEnvs'> {
  readonly secretEnvs: readonly SecretEnv[];
  readonly problems: readonly NotApplied[];
}

/**
 * Envs of a component with those that its install sets. A value replaces that of the model wherever the model has it,
 * so that components that depend on this one get it, too; the content of a Secret reaches this component only.
 */
function overrideEnvs(
  { envs, connectEnvs }: ModelComponent,
  overrides: readonly EnvOverride[],
  grants: Grants,
  path: string,
): OverriddenEnvs {
  const problems: NotApplied[] = [];
  const texts = new Map<string, Env>();
  const secretEnvs: SecretEnv[] = [];
  for (const { name, value, secretKeyRef } of overrides) {
    const why = problemOf({ name, value, secretKeyRef }, grants);
    if (why !== undefined) {
      problems.push({ path: `${path}[${name}]`, why });
    } else if (secretKeyRef === undefined) {
      texts.set(name, { name, value: value ?? '' });
    } else {
      secretEnvs.push({ name, secret: secretKeyRef });
    }
  }
  const replaced = (own: readonly Env[]) => own.map((env) => texts.get(env.name) ?? env);
  const known = new Set([...envs, ...connectEnvs].map(({ name }) => name));
  const isSecret = new Set(secretEnvs.map(({ name }) => name));
  return {
    envs: [
      ...replaced(envs.filter(({ name }) => !isSecret.has(name))),
      ...[...texts.values()].filter(({ name }) => !known.has(name)),
    ],
    connectEnvs: replaced(connectEnvs),
    secretEnvs,
    problems,
  };
}

function problemOf({ value, secretKeyRef }: EnvOverride, grants: Grants): string | undefined {
  if (value?.includes('\0')) {
    return 'no env can have this value';
  }
  return secretKeyRef === undefined || grants.secrets?.includes(secretKeyRef.name)
    ? undefined
    : `the install may not read the Secret ${secretKeyRef.name}; ${grantOf('secrets', secretKeyRef.name)}`;
}
