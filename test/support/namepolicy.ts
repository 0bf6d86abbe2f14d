import { readFileSync } from 'node:fs';
import { parse } from '@marcbachmann/cel-js';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { LABELS } from '../../src/api/group.ts';

const policySchema = z.object({
  kind: z.literal('ValidatingAdmissionPolicy'),
  spec: z.object({
    matchConditions: z.array(z.object({ expression: z.string() })),
    variables: z.array(z.object({ name: z.string(), expression: z.string() })),
    validations: z.array(
      z.object({ expression: z.string(), message: z.string(), messageExpression: z.string() }),
    ),
  }),
});

/** The policy of deploy/base on the names in rules. */
const POLICY = policySchema.parse(
  parseAllDocuments(
    readFileSync(new URL('../../deploy/base/access/names.yaml', import.meta.url), 'utf8'),
  )[0]?.toJS(),
).spec;

/** Evaluates an expression, which is parsed once. */
function evaluate(expression: string, context: object): unknown {
  const parsed = PARSED.get(expression) ?? parse(expression);
  PARSED.set(expression, parsed);
  return parsed({ ...context });
}

const PARSED = new Map<string, ReturnType<typeof parse>>();

/** A write of a GatewayRule, and what is declared. */
export interface AdmittedWrite {
  readonly object: object;
  readonly oldObject?: object;
  readonly team: string;
  /** Annotations of the Namespace. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Values of the variables that the chart renders from the configuration. */
  readonly configured?: {
    readonly configuredHosts?: Readonly<Record<string, string>>;
    readonly configuredPorts?: Readonly<Record<string, string>>;
    readonly configuredIssuers?: Readonly<Record<string, readonly string[]>>;
    readonly refusesUndeclared?: boolean;
    readonly marketDomain?: string;
  };
}

/** Messages of the policy's refusals of a write; empty if it admits it. */
export function refusalsOf({ object, oldObject, team, annotations, configured }: AdmittedWrite): string[] {
  const metadata = { name: team, labels: { [LABELS.team]: team }, ...(annotations && { annotations }) };
  const request = { object, oldObject: oldObject ?? null, namespaceObject: { metadata } };
  const context = celValue({ ...request, variables: {} }) as { variables: Record<string, unknown> };
  if (POLICY.matchConditions.some(({ expression }) => evaluate(expression, context) !== true)) {
    return [];
  }
  const known: Readonly<Record<string, unknown>> = { ...configured };
  for (const { name, expression } of POLICY.variables) {
    context.variables[name] = known[name] ?? evaluate(expression, context);
  }
  return POLICY.validations
    .filter(({ expression }) => evaluate(expression, context) !== true)
    .map(({ messageExpression }) => String(evaluate(messageExpression, context)));
}

/** Prefixes of all messages without their values, which name the field. */
export const POLICY_MESSAGES = POLICY.validations.map(({ message }) => message);

/** JSON as CEL has it: its whole numbers are integers. */
function celValue(value: unknown): unknown {
  if (typeof value === 'number') {
    return BigInt(value);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, celValue(member)]));
}
