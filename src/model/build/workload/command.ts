import { MAX_VALUE } from '../../read/lenient.ts';
import { isBefore, isSince, type Release } from '../platform/release.ts';
import { type Read, readDocuments } from './text.ts';

/**
 * Words of the attributes `cmd` and `args`: a list in JSON or YAML as it is. The release with which the model was
 * published decides whether another text is one word, or is split at blanks.
 */
export function readCommand(value: string, release: Release | undefined): Read {
  if (value.length > MAX_VALUE) {
    return { ok: false, why: `it has more than ${MAX_VALUE} characters` };
  }
  const documents = readDocuments(value);
  const [first] = documents.ok ? documents.value : [];
  return { ok: true, value: Array.isArray(first) ? first : wordsOf(value.trim(), release) };
}

function wordsOf(text: string, release: Release | undefined): readonly string[] {
  const isOneWord = isBefore(release, [6, 0, 0]) || isSince(release, [6, 9, 5]);
  return (isOneWord ? [text] : text.split(' ')).filter((word) => word !== '');
}
