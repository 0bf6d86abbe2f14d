import type { DrawRange } from '../source/kept.ts';

/** Chart and all that its templates see. The same request gives the same outcome, but for the bounds of time. */
export interface RenderRequest {
  /** Archive of the chart (.tgz) with its dependencies. */
  readonly archive: Uint8Array;
  /** Values over those of the chart; a null removes one. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly release: Release;
  readonly capabilities: Capabilities;
  /** Objects that `lookup` finds; one without namespace is in that of the release. */
  readonly lookup: readonly ChartObject[];
  /** Source of everything random, such as passwords and keys. */
  readonly seed: Uint8Array;
  /** The only time that templates see, but for what is fresh. */
  readonly time: Date;
  /** Draws that have another seed and another time; none where undefined. */
  readonly fresh?: FreshDraws | undefined;
  /** Content of another rendering of this chart: the outcome where its templates give the same texts, in half the time. */
  readonly known?: RenderedChart | undefined;
}

/** Draws of a rendering with a seed and a time of their own. */
interface FreshDraws {
  readonly seed: Uint8Array;
  readonly time: Date;
  readonly ranges: readonly DrawRange[];
}

/** Release as templates see it (`.Release`). */
interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly upgrade: boolean;
}

/** Cluster as templates see it (`.Capabilities`). */
export interface Capabilities {
  /** Version of Kubernetes, such as `v1.36.4`. */
  readonly kubeVersion: string;
  /** API versions, and kinds with their API version: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
}

/** Object of Kubernetes, of which nothing is known but its kind. */
export interface ChartObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** Object and the template that made it. */
export interface SourcedObject {
  /** Path of the template, from the name of the chart: `shop/charts/db/templates/service.yaml`. */
  readonly source: string;
  readonly object: ChartObject;
}

/** Object with the annotation `helm.sh/hook`. */
interface Hook extends SourcedObject {
  /** Events such as `pre-install`. */
  readonly events: readonly string[];
  readonly weight: number;
  /** Policies such as `hook-succeeded`; none means `before-hook-creation`. */
  readonly deletePolicies: readonly string[];
}

/** Content of a chart; objects and hooks have the order in which Helm creates them. */
export interface RenderedChart {
  readonly chart: { readonly name: string; readonly version: string; readonly appVersion: string };
  readonly objects: readonly SourcedObject[];
  readonly hooks: readonly Hook[];
  /** Objects of the folders `crds`, which are no templates. */
  readonly crds: readonly SourcedObject[];
  /** Text of the chart's own NOTES.txt; empty where it has none. */
  readonly notes: string;
  /** Whether a template looked for Secrets. */
  readonly soughtSecrets: boolean;
  /** Digest of the texts that its templates gave. */
  readonly texts: string;
  /** Number of calls of its templates that depend on chance or on the time. */
  readonly draws: number;
}

/** Why a chart has no content. Messages are Helm's and may quote the chart. */
export type ChartRefusal =
  /** More bytes than a bound, packed or unpacked. */
  | { readonly type: 'archive-too-large'; readonly message: string }
  | { readonly type: 'request-too-large' }
  | { readonly type: 'not-a-chart'; readonly message: string }
  | { readonly type: 'dependencies-missing'; readonly names: readonly string[] }
  | { readonly type: 'kubernetes-unsupported'; readonly message: string }
  /** A values.schema.json is broken, or refers to another document. */
  | { readonly type: 'schema-unusable'; readonly message: string }
  | { readonly type: 'values-invalid'; readonly problems: readonly ValueProblem[] }
  /** `template` and `line` name the innermost place, where Helm names one. */
  | {
      readonly type: 'template-failed';
      readonly message: string;
      readonly template?: string | undefined;
      readonly line?: number | undefined;
    }
  /** A template made what is no object. */
  | { readonly type: 'manifest-invalid'; readonly message: string; readonly template?: string | undefined }
  | { readonly type: 'out-of-memory' | 'too-slow' | 'too-much-output' | 'too-deep' }
  /** It makes nothing but tests. */
  | { readonly type: 'no-objects' }
  /** It makes more than an install may have. */
  | { readonly type: 'too-many-objects'; readonly count: number }
  /** The engine failed in a way that is not known; the message is for engineers. */
  | { readonly type: 'crashed'; readonly message: string };

/** Value that a values.schema.json does not allow. */
interface ValueProblem {
  /** Keys from the values of the chart; those of a dependency begin with its name. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Outcome of a rendering. */
export type RenderOutcome =
  | { readonly type: 'rendered'; readonly content: RenderedChart }
  | { readonly type: 'refused'; readonly refusal: ChartRefusal };
