import { gatewayRuleSpecSchema } from '../../src/api/gatewayrule.ts';
import type { FieldProblem } from '../../src/rest/problem/problem.ts';
import { Problem } from '../../src/rest/problem/problem.ts';
import { specOfBody } from './rulebody.ts';

/** Whether the schema of the kind takes a spec: what stored objects are held to. */
export function schemaTakes(spec: unknown): boolean {
  return gatewayRuleSpecSchema.safeParse(spec).success;
}

/** What the REST API says of a body; nothing where it takes it. Throws what is no answer to bad input. */
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
