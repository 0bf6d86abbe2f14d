import { gatewayRuleSpecSchema } from '../../src/api/gatewayrule.ts';
import type { FieldProblem } from '../../src/rest/problem/problem.ts';
import { Problem } from '../../src/rest/problem/problem.ts';
import { specOfBody } from './rulebody.ts';

/** Whether the schema of the kind accepts a spec; stored objects must satisfy it. */
export function schemaTakes(spec: unknown): boolean {
  return gatewayRuleSpecSchema.safeParse(spec).success;
}

/** Field problems of a body in the REST API; empty if it is valid. Rethrows all other errors. */
export function restRefuses(body: unknown): readonly FieldProblem[] {
  try {
    specOfBody(body, 1);
    return [];
  } catch (error) {
    if (error instanceof Problem && error.problem === 'invalid') {
      return error.fields;
    }
    throw error;
  }
}
