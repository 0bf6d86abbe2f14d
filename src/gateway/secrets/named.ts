import { conditionOf } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import {
  idleText,
  type PasswordReader,
  type PasswordReadings,
  passwordRecipe,
} from '../../content/passwords.ts';
import { splitKey } from '../../kube/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { secretsOfPolicy } from '../indexes.ts';
import type { ReadMemory } from '../reads/memory.ts';

/** Secret that rules name, as the operator has found it. */
export type SecretState =
  | { readonly type: 'missing' }
  | { readonly type: 'found'; readonly passwords: PasswordReadings };

/** Memory of Secrets, as far as it is asked. */
type Known = Pick<ReadMemory<SecretState>, 'stateOf'>;

/** Secret of passwords that a rule names, as far as its engine can use it. */
export type NamedSecret = { readonly name: string } & (
  | { readonly type: 'missing' }
  /** The engine can use it; `idle` is a sentence on lines that let nobody in. */
  | { readonly type: 'usable'; readonly idle?: string }
  /** It cannot, and why; `recipe` is the command that creates one that it can use. */
  | { readonly type: 'unusable'; readonly why: string; readonly recipe: string }
  /** Nobody has looked since the operator started, and the rule was not served before. */
  | { readonly type: 'unread' }
  /** Nobody has, and this is what was reported before. */
  | { readonly type: 'reported'; readonly reason: string; readonly message: string }
);

/** Reasons of ResolvedRefs for which no request of a rule may pass. */
const SHUT: readonly string[] = [REASONS.secretNotFound, REASONS.secretInvalid, REASONS.pending];

/** The Secret of passwords that a rule names; undefined where it names none. */
export function namedSecret(
  secrets: Known,
  rule: GatewayRule,
  reader: PasswordReader | undefined,
): NamedSecret | undefined {
  const [key] = secretsOfPolicy(rule);
  if (key === undefined) {
    return undefined;
  }
  const { name } = splitKey(key);
  const state = secrets.stateOf(key);
  switch (state?.type) {
    case undefined:
      return { name, ...unreadState(rule) };
    case 'missing':
      return { name, type: 'missing' };
    case 'found':
      break;
  }
  if (reader === undefined) {
    return { name, type: 'usable' };
  }
  const reading = state.passwords[reader];
  if (reading.type === 'unusable') {
    return { name, ...reading, recipe: passwordRecipe(reader, name) };
  }
  return {
    name,
    type: 'usable',
    ...(reading.idle.length > 0 ? { idle: idleText(reader, reading.idle) } : {}),
  };
}

/** Whether no request of a rule may pass, because nobody could be asked for a password of its Secret. */
export function isShut(secret: NamedSecret | undefined): boolean {
  return secret !== undefined && secret.type !== 'usable';
}

/** Secrets that a rule waits for before the first decision on it: what was served before goes on meanwhile. */
export function unreadSecrets(secrets: Known, rule: GatewayRule): readonly string[] {
  return secretsOfPolicy(rule).filter(
    (key) => secrets.stateOf(key) === undefined && unreadState(rule).type === 'unread',
  );
}

/** State of a Secret that nobody has looked at: what the rule said of its present generation holds. */
function unreadState({ metadata, status }: GatewayRule) {
  const resolved = conditionOf(status, 'ResolvedRefs');
  if (resolved === undefined || resolved.observedGeneration !== (metadata.generation ?? 1)) {
    return { type: 'unread' } as const;
  }
  const { reason, message } = resolved;
  return SHUT.includes(reason)
    ? ({ type: 'reported', reason, message } as const)
    : ({ type: 'usable' } as const);
}
