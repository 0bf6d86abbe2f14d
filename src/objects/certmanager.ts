import type { NamespacedObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** A Certificate of cert-manager, with the fields that Stoa reads. */
export interface IssuedCertificate extends NamespacedObject {
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly message?: string;
    }[];
  };
}

/** Certificates of cert-manager, which not every cluster serves. */
export const CERTIFICATES: Resource<IssuedCertificate> = namespacedResource(
  'cert-manager.io/v1',
  'Certificate',
  'certificates',
);
