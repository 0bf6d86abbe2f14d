import type { ChartFacts, NotApplied } from '../api/marketinstall.ts';
import type { PlannedObject } from '../objects/planned.ts';

/** Most objects of an install: the status of an upgrade lists those of two versions within 1.5 MiB. */
export const MAX_OBJECTS = 3_000;

/** Sentence on a template with more objects than an install may have. */
export function tooManyObjects(count: number): string {
  return `the template comes to ${count} objects, and an install has room for ${MAX_OBJECTS}`;
}

/** Claim of a volume of which the install sets size or class. */
export interface OverriddenClaim {
  /** Path of the volume in the spec of the install. */
  readonly path: string;
  /** Name of the claim, or of the template from which a workload makes those of its pods. */
  readonly name: string;
  /** Undefined where the size of the model stands. */
  readonly size: string | undefined;
  /** Undefined where the class of the model stands. */
  readonly storageClass: string | undefined;
}

/** End of a Job. */
export type JobEnd = 'done' | 'failed';

/** Planned objects of one component of a model. */
export interface PlannedComponent {
  /** Path in the model, for example `apps[3]`. */
  readonly path: string;
  /** Key in the model, the same in every version. */
  readonly key: string;
  /** Value of `stoa.dev/component-id`. */
  readonly id: string;
  readonly name: string;
  /** Keys of the components of the model that it is rolled out after, or at the same time in a circle. */
  readonly dependsOn: readonly string[];
  /** Its running workload; `asStopped` scales it to zero. */
  readonly workload: PlannedObject;
  /** Its Services, ConfigMaps, Secrets, volume claims and monitors. */
  readonly objects: readonly PlannedObject[];
  /** Ends after which its Job is deleted; none where it stays. */
  readonly deletedAfter?: readonly JobEnd[];
  /** Its claims of which the install sets size or class. */
  readonly overriddenClaims?: readonly OverriddenClaim[];
}

/** Object of the tests of a chart; a Job is a test, and the others are there for the Jobs. */
export interface PlannedTest {
  readonly planned: PlannedObject;
  /** Weight among the tests: lower ones come first. */
  readonly weight: number;
  /** Ends after which it is deleted. */
  readonly deletedAfter: readonly JobEnd[];
}

/** Tests of a chart, which are made on demand, or why they cannot be. */
export type PlannedTests =
  | { readonly type: 'planned'; readonly objects: readonly PlannedTest[] }
  | { readonly type: 'refused'; readonly problems: readonly string[] };

/** Objects of a model in a namespace. */
export interface Content {
  /** Objects of no component here: Secrets of config groups, pull secrets, objects of `k8s_resources`, Services of what runs elsewhere. */
  readonly shared: readonly PlannedObject[];
  /** Keys of the components after which shared objects change; those that are missing are made before. */
  readonly sharedAfter?: readonly string[];
  readonly components: readonly PlannedComponent[];
  /** Jobs that are not made, and that stay where they have run for the same pods. */
  readonly withheld?: readonly PlannedObject[];
  /** GatewayRules, which are applied last. */
  readonly rules: readonly PlannedObject[];
  /** Parts of the model that have no effect here. */
  readonly notApplied: readonly NotApplied[];
  /** Tests of the chart that it is of; undefined where it has none. */
  readonly tests?: PlannedTests;
  /** Facts of the chart that it is of. */
  readonly chart?: ChartFacts;
  /** Values that no text for users may have, beside those of its Secrets. */
  readonly confidential?: readonly string[];
  /** Whether values of Secrets went into it, so that nothing is told of what its objects have. */
  readonly fromSecrets?: boolean;
  /** Keyed digest of the values that it is made with and that no spec has; undefined where there are none. */
  readonly valuesDigest?: string;
}
