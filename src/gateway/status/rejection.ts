import { isUnknownToSchema } from '../../kube/cause.ts';
import type { KubeError } from '../../kube/error.ts';

/** Text on an object that the API server does not take; it names the fields that the CRD of the object lacks. Pure. */
export function rejectionText({ failure, message }: KubeError): string {
  const causes = failure.type === 'invalid' ? failure.causes.filter(isUnknownToSchema) : [];
  const texts = causes.map(
    ({ field }) => `the CRDs of this cluster have no ${field}, which a newer release of them has`,
  );
  return texts.length === 0 ? message : [...new Set(texts)].join('; ');
}
