import type { ClaimedField } from '../engines/fields.ts';
import type { Settings } from './settings.ts';

/** Surroundings of an annotation. */
export interface AnnotationContext {
  readonly namespace: string;
  /** Value of another annotation of the same Ingress, else that of the controller’s configuration. */
  readonly other: (name: string) => string | undefined;
  /** Data of a ConfigMap, `namespace/name`; undefined where nothing is known of it. */
  readonly configMap: (key: string) => Readonly<Record<string, string>> | undefined;
}

/** Reading of the value of an annotation. */
export type Reading =
  | { readonly type: 'read'; readonly settings: Settings; readonly note?: string }
  /** The value asks for what a rule does anyway. */
  | { readonly type: 'same' }
  /** The original does not understand the value either. */
  | { readonly type: 'bad' }
  /** The original does not look at the value, for the reason given. */
  | { readonly type: 'unused'; readonly why: string }
  /** A rule cannot say this value; `made` tells whether a rule without it is made all the same. */
  | { readonly type: 'refused'; readonly why: string; readonly made: boolean };

/** Annotation of ingress-nginx, and what becomes of it. */
export type Row =
  /** A field of a rule says it. */
  | {
      readonly verdict: 'field';
      /** Path below `spec`, or several. */
      readonly field: string;
      /** Feature by which engines tell what they do with it. */
      readonly feature?: ClaimedField;
      /** Difference from the original. */
      readonly how?: string;
      /** Treatment by the original of a value that it does not understand. */
      readonly bad: 'ignored' | 'refused';
      readonly read: (value: string, context: AnnotationContext) => Reading;
    }
  /** Others are read together with it, and it says nothing without one of these. */
  | { readonly verdict: 'with'; readonly of: readonly [string, ...string[]]; readonly how?: string }
  /** A rule does the same without a field, or the value changes no answer. */
  | { readonly verdict: 'same'; readonly how: string }
  /** No field says it. */
  | {
      readonly verdict: 'refused';
      readonly why: string;
      readonly instead: string;
      /** Whether a rule without it is made: not where it keeps requests out, or changes where they go. */
      readonly made: boolean;
      /** Values with which the annotation asks for nothing. */
      readonly unless?: readonly string[];
      /** Whether it asks for something, beside the other annotations; it does where this is missing. */
      readonly asks?: (value: string, context: AnnotationContext) => boolean;
      /** Whether the original has it for a host: for all paths, also those of other Ingresses. */
      readonly ofHost?: true;
    };

/** Rows by the name of the annotation, without its prefix. */
export type Rows = Readonly<Record<string, Row>>;

/** Prefix of the annotations. */
export const PREFIX = 'nginx.ingress.kubernetes.io/';

/** Reading of settings. */
export function reading(settings: Settings, note?: string): Reading {
  return note === undefined ? { type: 'read', settings } : { type: 'read', settings, note };
}

/** Value that the original does not understand. */
export const BAD: Reading = { type: 'bad' };

/** Value that asks for nothing. */
export const SAME: Reading = { type: 'same' };

/** Value that a rule cannot say, and that keeps requests out or decides where they go. */
export function refused(why: string): Reading {
  return { type: 'refused', why, made: false };
}

/** Value that a rule cannot say, without which the rule is made all the same. */
export function left(why: string): Reading {
  return { type: 'refused', why, made: true };
}
