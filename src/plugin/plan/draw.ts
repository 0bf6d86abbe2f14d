import type { InstallPreview } from '../../api/marketinstall.ts';
import type { PowersLine } from '../../api/powers.ts';
import { TOPIC_WORDS } from '../../api/powerwords.ts';
import type { ChangedObject } from '../../api/preview.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { rendered, type Span, span } from '../text/line.ts';
import type { Look, Tone } from '../text/look.ts';
import { drawTree, type TreeNode } from '../text/tree.ts';

/** Whether a preview has a plan, and nothing is in its way. Pure. */
export function isClear({ refused, problems = [] }: InstallPreview): boolean {
  return refused === undefined && problems.length === 0;
}

/** Lines of the preview of an install. Pure. */
export function drawPlan(install: MarketInstall, preview: InstallPreview, look: Look): string[] {
  const { objects = [] } = preview;
  const lines = [...objects.flatMap(linesOf), ...restOf(preview)].map((line) => rendered(line, look));
  return [...drawTree({ line: headOf(install, preview), notes: notesOf(preview) }, look), ...lines];
}

/** Notes below the head: the counts or the refusal, what is in the way, and what has no effect. */
function notesOf(preview: InstallPreview): NonNullable<TreeNode['notes']> {
  const { refused, problems = [], powers = [], notApplied = [] } = preview;
  return [
    refused === undefined
      ? { text: summaryOf(preview), tone: 'plain' }
      : { text: `There is no plan: ${refused.reason}: ${refused.message}`, tone: 'bad' },
    ...problems.map((problem) => ({
      text: `It could not be applied now: ${problem}`,
      tone: 'bad' as const,
    })),
    ...powers.map(powersNote),
    ...notApplied.map(({ path, why }) => ({
      text: `Without effect here: ${path}: ${why}`,
      tone: 'off' as const,
    })),
  ];
}

/** Note on the powers about one topic. */
function powersNote({ topic, same, gained }: PowersLine): NonNullable<TreeNode['notes']>[number] {
  const parts = [
    ...(same.length === 0 ? [] : [same.join('; ')]),
    ...(gained.length === 0 ? [] : [`new: ${gained.join('; ')}`]),
  ];
  return {
    text: `${TOPIC_WORDS[topic]}: ${parts.join(' | ')}`,
    tone: gained.length === 0 ? 'plain' : 'moving',
  };
}

function headOf({ metadata, status }: MarketInstall, { version }: InstallPreview): Span[] {
  const served = status?.serving?.version;
  const instead = served === undefined || served === version ? '' : ` in place of ${served}`;
  return [
    span(`MarketInstall ${metadata.namespace}/${metadata.name}`, 'strong'),
    span(`: version ${version}${instead}`),
  ];
}

/** Words for the counts of a preview. */
const WORDS = {
  create: 'to create',
  change: 'to change',
  recreate: 'to recreate',
  delete: 'to delete',
  unchanged: 'unchanged',
} as const;

function summaryOf({ counts }: InstallPreview): string {
  const named = Object.entries(WORDS).flatMap(([name, words]) => {
    const count = counts?.[name as keyof typeof WORDS] ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return named.length === 0 ? 'no objects' : named.join(', ');
}

/** Mark and tone of the line of an object. */
const MARKS: Readonly<Record<ChangedObject['action'], readonly [string, Tone]>> = {
  create: ['+', 'good'],
  change: ['~', 'moving'],
  recreate: ['-/+', 'bad'],
  delete: ['-', 'bad'],
};

function linesOf({ action, kind, name, diff }: ChangedObject): Span[][] {
  const [mark, tone] = MARKS[action];
  const head = [span(`${mark} ${kind} ${name}`, tone)];
  return [
    head,
    ...(diff ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map(diffLine),
  ];
}

/** Tones of the lines of a diff, by their first character. */
const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad', '@': 'faint', '.': 'faint' };

function diffLine(line: string): Span[] {
  return [span(`    ${line}`, TONES[line[0] ?? ''] ?? 'plain')];
}

/** Line on the objects that the preview has no room for. */
function restOf({ counts, objects = [] }: InstallPreview): Span[][] {
  const { unchanged: _unchanged, ...changed } = counts ?? { unchanged: 0 };
  const more = Object.values(changed).reduce((sum, count) => sum + count, 0) - objects.length;
  return more > 0 ? [[span(`and ${more} more objects`, 'faint')]] : [];
}
