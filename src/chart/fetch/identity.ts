import { clipped, plainWords } from '../../base/text.ts';
import type { ArchiveResult, Means } from '../../registry/archive.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import type { ArchiveReader, ChartReference, IdentityOutcome } from './indexreader.ts';

const MAX_PROBLEM = 200;

/**
 * Archive that is the chart that was asked for, in the version that the index or the tag names: by what is rendered of it,
 * as no signature and no digest says so. What is no chart at all passes: the rendering says why.
 */
export async function identified(
  { reader, signal }: Pick<Means, 'signal'> & { readonly reader: ArchiveReader },
  archive: ArchiveResult,
  chart: ChartReference,
): Promise<ArchiveResult> {
  if (archive.type !== 'archive') {
    return archive;
  }
  const outcome = await reader.identify(archive.bytes, { ...chart, version: archive.version }, signal);
  if (outcome.type === 'refused') {
    return unidentified(outcome.refusal) ?? archive;
  }
  const { name, version, isWanted } = outcome.is;
  return isWanted ? archive : { type: 'other-chart', what: plainWords(name, version) };
}

/** Refusal of an archive that may be any chart; undefined where it is none. */
function unidentified(
  refusal: Extract<IdentityOutcome, { type: 'refused' }>['refusal'],
): StoreRefusal | undefined {
  switch (refusal.type) {
    case 'archive-too-large':
    case 'not-a-chart':
      return undefined;
    case 'busy':
      return { type: 'renderer-busy' };
    default:
      return unreadable(refusal);
  }
}

/** Refusal of an archive that nobody can read. */
export function unreadable(
  refusal: Exclude<Extract<IdentityOutcome, { type: 'refused' }>['refusal'], { type: 'busy' }>,
): StoreRefusal {
  switch (refusal.type) {
    case 'crashed':
      return { type: 'index-unread' };
    case 'archive-too-large':
    case 'not-a-chart':
      return { type: 'chart-unreadable', problem: clipped(refusal.message, MAX_PROBLEM) };
    default:
      return { type: 'chart-unreadable', problem: 'it takes more memory or time than a chart may' };
  }
}
