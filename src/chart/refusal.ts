import type { NotApplied } from '../api/marketinstall.ts';
import { type InstallReason, REASONS } from '../api/reason.ts';
import { abridged, firstFew } from '../base/text.ts';
import { tooManyObjects } from '../source/content.ts';
import type { RefusedRendering } from '../source/source.ts';
import { UNTOLD } from '../source/untold.ts';
import { CHART_BOUNDS } from './bounds.ts';
import type { ChartRefusal } from './rendering.ts';

/** Most problems that a message names. */
const NAMED = 5;

/** Most characters of a problem of a value: a schema may quote the whole value, and a path has keys of any length. */
const MAX_PROBLEM = 500;

/**
 * Refusal of an install whose chart has no content, for users. Where values came from Secrets, it has no text that a
 * template, a schema of values or the engine made. Pure.
 */
export function refusedRendering(refusal: ChartRefusal, fromSecrets: boolean): RefusedRendering {
  const { reason, message } = meaningOf(fromSecrets ? untold(refusal) : refusal);
  return { type: isUnfinished(refusal) ? 'unfinished' : 'refused', reason, message };
}

/** Whether the same chart may be rendered another time: on a busy machine, or by a renderer that does not fail. */
function isUnfinished({ type }: ChartRefusal): boolean {
  return type === 'too-slow' || type === 'crashed';
}

/** Refusal without what may have a value in whatever form; the place of a template is read from its message, too. */
function untold(refusal: ChartRefusal): ChartRefusal {
  switch (refusal.type) {
    case 'template-failed':
    case 'manifest-invalid':
      return { type: refusal.type, message: `a template fails: ${UNTOLD}` };
    case 'crashed':
      return { type: refusal.type, message: UNTOLD };
    case 'values-invalid':
      return {
        ...refusal,
        problems: [{ path: [], message: `the schema of the chart refuses them: ${UNTOLD}` }],
      };
    default:
      return refusal;
  }
}

/** Refusal of an install whose chart makes objects that no install makes. Pure. */
export function refusedObjects(problems: readonly string[], fromSecrets: boolean): RefusedRendering {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const named = fromSecrets
    ? `the objects of the chart have ${count}: ${UNTOLD}`
    : firstFew(problems, NAMED, '; ');
  return { type: 'refused', reason: REASONS.objectsNotAllowed, message: `nothing is installed: ${named}` };
}

/** Refusal of an install whose overrides do not fit its chart. Pure. */
export function refusedOverrides(problems: readonly NotApplied[], fromSecrets: boolean): RefusedRendering {
  const texts = problems.map(({ path, why }) => `${path}: ${fromSecrets ? UNTOLD : why}`);
  return { type: 'refused', reason: REASONS.overrideInvalid, message: firstFew(texts, NAMED, '; ') };
}

function meaningOf(refusal: ChartRefusal): { readonly reason: InstallReason; readonly message: string } {
  switch (refusal.type) {
    case 'archive-too-large':
    case 'not-a-chart':
    case 'schema-unusable':
      return { reason: REASONS.templateInvalid, message: `the chart cannot be read: ${refusal.message}` };
    case 'dependencies-missing':
      return {
        reason: REASONS.templateInvalid,
        message: `the archive lacks dependencies of the chart: ${firstFew(refusal.names, NAMED, ', ')}`,
      };
    case 'kubernetes-unsupported':
      return { reason: REASONS.templateInvalid, message: refusal.message };
    case 'request-too-large':
      return {
        reason: REASONS.valuesInvalid,
        message: `spec.values are larger than ${CHART_BOUNDS.request} bytes`,
      };
    case 'values-invalid': {
      const problems = refusal.problems.map(({ path, message }) =>
        abridged(`${['spec.values', ...path].join('.')}: ${message}`, MAX_PROBLEM),
      );
      return { reason: REASONS.valuesInvalid, message: firstFew(problems, NAMED, '; ') };
    }
    case 'template-failed':
    case 'manifest-invalid':
    case 'out-of-memory':
    case 'too-slow':
    case 'too-much-output':
    case 'too-deep':
    case 'no-objects':
    case 'too-many-objects':
    case 'crashed':
      return { reason: REASONS.chartNotRendered, message: failureText(refusal) };
  }
}

type Failure = Extract<
  ChartRefusal,
  {
    type:
      | 'template-failed'
      | 'manifest-invalid'
      | 'out-of-memory'
      | 'too-slow'
      | 'too-much-output'
      | 'too-deep'
      | 'no-objects'
      | 'too-many-objects'
      | 'crashed';
  }
>;

function failureText(failure: Failure): string {
  switch (failure.type) {
    case 'template-failed':
    case 'manifest-invalid':
      return failure.template === undefined ? failure.message : `${failure.template}: ${failure.message}`;
    case 'out-of-memory':
      return `its templates need more than ${CHART_BOUNDS.memory / 2 ** 20} MiB of memory`;
    case 'too-slow':
      return `its templates took more than ${CHART_BOUNDS.time / 1000} seconds; they are rendered again within 5 minutes`;
    case 'too-much-output':
      return `its templates make more than ${CHART_BOUNDS.output / 2 ** 20} MiB of objects, or more than ${CHART_BOUNDS.valuesPerAnswer} values in them`;
    case 'too-deep':
      return `its templates call each other without an end, or its values or objects nest more than ${CHART_BOUNDS.levels} levels deep`;
    case 'no-objects':
      return 'its templates make no objects with these values';
    case 'too-many-objects':
      return tooManyObjects(failure.count);
    case 'crashed':
      return `the renderer failed: ${failure.message}; the chart is rendered again within 5 minutes`;
  }
}
