import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const operationSchema = z.object({
  method: z.enum(['get', 'post']),
  path: z.string(),
  in_path: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.string().optional(),
  answer: z.string(),
});

const fieldsSchema = z.record(z.string(), z.record(z.string(), z.string()));

const contractSchema = z.object({
  operations: z.record(z.string(), operationSchema),
  requests: fieldsSchema,
  answers: fieldsSchema,
});

/** A field of the contract: its type, and whether it is required in requests. */
export interface ContractField {
  readonly name: string;
  /** A JSON type, or the name of an object of the contract. */
  readonly type: string;
  readonly isList: boolean;
  readonly required: 'yes' | 'no' | 'not said';
}

/** The contract of `contract.yaml`. */
export const CONTRACT = contractSchema.parse(
  parse(readFileSync(new URL('contract.yaml', import.meta.url), 'utf8')),
);

/** The fields of an object of the contract, for a request or a response. */
export function fieldsOf(name: string): readonly ContractField[] {
  const fields = CONTRACT.requests[name] ?? CONTRACT.answers[name] ?? {};
  return Object.entries(fields).map(([field, said]) => fieldFrom(field, said));
}

function fieldFrom(name: string, said: string): ContractField {
  const [, list, type = '', mark = ''] = /^(list of )?(\w+)([!?]?)$/.exec(said) ?? [];
  return { name, type, isList: list !== undefined, required: MARKS[mark] ?? 'no' };
}

const MARKS: Readonly<Record<string, ContractField['required']>> = { '!': 'yes', '?': 'not said' };
