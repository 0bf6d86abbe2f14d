import { z } from 'zod';
import { MAX_DIFF_BYTES, MAX_PREVIEW_OBJECTS } from '../../api/preview.ts';
import { fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { diffBetween, NOTHING } from '../../objects/shown.ts';
import { changedObjectSchema } from '../resources/installs/record.ts';
import { namedObject } from './schema.ts';

/** Response to a write with dryRun; the contract has none. */
export const dryRunSchema = namedObject('DryRun', {
  dry_run: z.literal(true).describe('Always true: nothing is written.'),
  answer: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .describe('The response without dryRun; ids, numbers and times that are generated will be others.'),
  count: z.int().min(0).describe('Number of objects that the request would write or delete.'),
  objects: z
    .array(changedObjectSchema)
    .max(MAX_PREVIEW_OBJECTS)
    .describe('The first of these objects; the operator changes others afterwards.'),
  not_applied: z
    .array(
      z.object({
        path: z.string().describe('Member of the request, as a path.'),
        why: z.string().describe('Why it has no effect.'),
      }),
    )
    .describe('Parts of the request that have no effect on any gateway engine, each with the reason.'),
  not_known: z.array(z.string()).describe('What this response cannot say, each with the place that can.'),
  warnings: z
    .array(z.string())
    .describe(
      'What is written all the same, and clients of the gateway will find wrong; the header X-Stoa-Warning of the write.',
    ),
});

type DryRun = z.infer<typeof dryRunSchema>;

/** Object before and after a write; one that is created or deleted has one side only. */
export interface ObjectChange {
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** Effects of a write: what it changes, and what is to be said of it. */
export interface Effects {
  readonly changes: readonly ObjectChange[];
  readonly notApplied?: DryRun['not_applied'];
  readonly notKnown?: DryRun['not_known'];
  readonly warnings?: readonly string[];
  /** Reads what only a dry run says: warnings on what the cluster would make of the write. */
  readonly foretell?: (() => Promise<readonly string[]>) | undefined;
}

/** Write of a request: the body of its response, and its effects. */
export interface Written<A> extends Effects {
  readonly body: A;
}

/** Record of a write that was a dry run. Pure. */
export function dryRunRecord(written: Written<object>): DryRun {
  const { body, changes, notApplied = [], notKnown = [], warnings = [] } = written;
  const objects = changes.flatMap(changedObjects);
  return {
    dry_run: true,
    answer: Array.isArray(body) ? body : { ...body },
    count: objects.length,
    objects: objects.slice(0, MAX_PREVIEW_OBJECTS),
    not_applied: notApplied,
    not_known: notKnown,
    warnings: [...warnings],
  };
}

/** Record of an object, if it changes; one that is deleted has no diff. */
function changedObjects({ before, after }: ObjectChange): DryRun['objects'] {
  if (after === undefined) {
    return before === undefined ? [] : [{ action: 'delete', ...identityOf(before), diff: '' }];
  }
  const lines = diffBetween(before === undefined ? NOTHING : fieldsOf(before), fieldsOf(after));
  if (lines?.length === 0) {
    return [];
  }
  const diff = lines?.join('\n') ?? '';
  return [
    {
      action: before === undefined ? 'create' : 'change',
      ...identityOf(after),
      diff: Buffer.byteLength(diff) > MAX_DIFF_BYTES ? '' : diff,
    },
  ];
}

function identityOf({ apiVersion, kind, metadata }: KubeObject) {
  const slash = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(slash, 0)), kind, name: metadata.name };
}
