import type { z } from 'zod';

/** A column of `kubectl get`; priority 1 shows it with `-o wide` only. */
interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly jsonPath: string;
  readonly priority?: number;
}

/** All that a CRD is made of. */
export interface KindDefinition {
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly description: string;
  readonly spec: z.ZodType;
  /** Present where a controller reports; it makes `/status` a subresource. */
  readonly status?: z.ZodType;
  readonly columns: readonly PrinterColumn[];
  /** Fields by which lists and watches select objects (`--field-selector`), as JSON paths. */
  readonly selectable?: readonly string[];
}

/** Columns that every kind with the condition Ready ends with. */
export const READINESS_COLUMNS: readonly PrinterColumn[] = [
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Reason', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].reason' },
  {
    name: 'Message',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Ready")].message',
    priority: 1,
  },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];
