import type { z } from 'zod';

/** Column of `kubectl get`; one with priority 1 is shown only with `-o wide`. */
interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly jsonPath: string;
  readonly priority?: number;
}

/** Definition of a kind, from which its CRD is generated. */
export interface KindDefinition {
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly description: string;
  readonly spec: z.ZodType;
  /** Schema of the status, which enables the subresource `/status`. */
  readonly status?: z.ZodType;
  readonly columns: readonly PrinterColumn[];
  /** Fields by which lists and watches select objects (`--field-selector`), as JSON paths. */
  readonly selectable?: readonly string[];
}

/** Last columns of every kind with the condition Ready. */
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
