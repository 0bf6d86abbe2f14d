import type { HttpRule } from '../api/gatewayrule.ts';
import type { TlsRule } from '../api/tlsrule.ts';
import { present } from '../base/fields.ts';

/** Rule before its name, with what tells it from the others of its Ingress. */
export type DraftRule = Part & {
  /** Text that tells it from the others of its host and path. */
  readonly part: string;
  /** Words of its name, beside that of its Ingress: for its host and path, and for what it does. */
  readonly at: readonly string[];
  readonly does: readonly string[];
  readonly notes: readonly string[];
};

/** Part of a rule that says what it is for. */
type Part =
  | { readonly http: HttpRule; readonly tls?: undefined }
  | { readonly tls: TlsRule; readonly http?: undefined };

/** Rules of an Ingress, or what stands against them. */
export interface TranslatedIngress {
  readonly rules: readonly DraftRule[];
  readonly problems: readonly string[];
  /** Words on parts without a rule. */
  readonly notes: readonly string[];
}

/** Outcome of an Ingress, or of a part of one, that has no rules and says nothing. */
export const NOTHING: TranslatedIngress = { rules: [], problems: [], notes: [] };

/** Outcome of several parts as one, which says each thing once. Pure. */
export function merged(all: readonly TranslatedIngress[]): TranslatedIngress {
  return {
    rules: all.flatMap(({ rules }) => rules),
    problems: [...new Set(all.flatMap(({ problems }) => problems))],
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
  };
}

/** Outcome of a part that no rule can stand for. Pure. */
export function problem(text: string): TranslatedIngress {
  return { ...NOTHING, problems: [text] };
}

/** Outcome of a part that needs no rule, with a word on it. Pure. */
export function noted(text: string): TranslatedIngress {
  return { ...NOTHING, notes: [text] };
}

/** Spec of a rule. Pure. */
export function specOf({ http, tls }: Part): object {
  return present({ http, tls });
}
