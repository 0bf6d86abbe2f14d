import { grantOf } from '../../../allowed/access.ts';
import type { Grants } from '../../../api/grants.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Override } from '../../../api/overrides.ts';
import type { ModelComponent, SecretEnv } from '../../read/component.ts';
import type { Env } from '../../read/env.ts';

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
export function overrideEnvs(
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
