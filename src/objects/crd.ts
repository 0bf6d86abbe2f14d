import type { KubeObject } from '../kube/object.ts';
import { clusterResource, type Resource } from '../kube/resource.ts';

/** A CustomResourceDefinition, as far as it is used. */
export interface CustomResourceDefinition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string; readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** CustomResourceDefinitions. */
export const CUSTOM_RESOURCE_DEFINITIONS: Resource<CustomResourceDefinition> = clusterResource(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
);
