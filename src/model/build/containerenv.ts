import { shortHash } from '../../base/hash.ts';
import { isSecretKey } from './env.ts';
import type { ContainerEnv } from './parts.ts';
import type { RawEnv, RawEnvs } from './rawenv.ts';
import type { Scope } from './variables/fill.ts';

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
export function containerEnvs(raws: RawEnvs, scope: Scope, secretName: string): ContainerEnvs {
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
