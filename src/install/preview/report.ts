import type { InstallPreview } from '../../api/marketinstall.ts';
import {
  type ChangedObject,
  MAX_DIFF_BYTES,
  MAX_DIFFS_BYTES,
  MAX_PREVIEW_OBJECTS,
} from '../../api/preview.ts';
import type { Gradual } from '../../base/gradual.ts';
import type { Mask } from '../../objects/mask.ts';
import type { ObjectChange, PlannedChanges } from './change.ts';
import { diffOf } from './text.ts';

/** Fewest bytes for which a diff is made: it takes CPU time even if no line of it fits. */
const MIN_ROOM = 512;

/** Part of a preview that tells of objects. */
interface ReportedChanges {
  readonly counts: NonNullable<InstallPreview['counts']>;
  readonly objects: ChangedObject[];
}

/**
 * Report on changes: all are counted, the first are listed, and the first of these have a diff, as far as the status
 * of an install has room. Pure.
 */
export function* reportOf({ changes, unchanged }: PlannedChanges, mask: Mask): Gradual<ReportedChanges> {
  const counts = { create: 0, change: 0, recreate: 0, delete: 0, unchanged };
  const objects: ChangedObject[] = [];
  let room = MAX_DIFFS_BYTES;
  for (const change of changes) {
    const isListed = objects.length < MAX_PREVIEW_OBJECTS;
    const lines = isListed && room > MIN_ROOM ? diffOf(change, mask) : undefined;
    counts[countOf(change, lines)] += 1;
    if (isListed && countOf(change, lines) !== 'unchanged') {
      const diff = lines && fitting(lines, Math.min(room, MAX_DIFF_BYTES));
      room -= Buffer.byteLength(diff ?? '');
      objects.push({ ...identityOf(change), ...(diff === undefined ? {} : { diff }) });
    }
    yield;
  }
  return { counts, objects };
}

/** Count that a change belongs to; without a line in its diff, only the notes of Stoa on the object change. */
function countOf(
  { action }: ObjectChange,
  lines: readonly string[] | undefined,
): keyof ReportedChanges['counts'] {
  return action === 'change' && lines?.length === 0 ? 'unchanged' : action;
}

function identityOf(change: ObjectChange): ChangedObject {
  const { action } = change;
  if (action === 'delete') {
    const { group, kind, name } = change.item;
    return { action, group, kind, name };
  }
  const { resource, draft } = change.planned;
  return { action, group: resource.group, kind: resource.kind, name: draft.metadata.name };
}

/** Bytes of the line that counts the lines without room. */
const REST_BYTES = 32;

/** The lines that fit, the last of which counts the others; undefined where none does. */
function fitting(lines: readonly string[], bytes: number): string | undefined {
  const text = lines.join('\n');
  if (Buffer.byteLength(text) <= bytes) {
    return text;
  }
  let [taken, left] = [0, bytes - REST_BYTES];
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) {
      break;
    }
    taken += 1;
  }
  return taken === 0
    ? undefined
    : [...lines.slice(0, taken), `... ${lines.length - taken} more lines`].join('\n');
}
