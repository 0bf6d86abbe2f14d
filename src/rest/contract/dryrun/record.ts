import { MAX_DIFF_BYTES, MAX_PREVIEW_OBJECTS } from '../../../api/preview.ts';
import { fieldsOf } from '../../../base/fields.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { diffBetween, NOTHING } from '../../../objects/shown.ts';
import type { DryRun } from './response.ts';

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
