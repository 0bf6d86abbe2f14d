import { MAX_VALUE } from '../../model/lenient.ts';
import { type Read, readDocuments } from './text.ts';

/** Words of the attributes `cmd` and `args`: a list in JSON or YAML as it is, or a text split at blanks. */
export function readCommand(value: string): Read {
  if (value.length > MAX_VALUE) {
    return { ok: false, why: `it has more than ${MAX_VALUE} characters` };
  }
  const documents = readDocuments(value);
  const [first] = documents.ok ? documents.value : [];
  return {
    ok: true,
    value: Array.isArray(first)
      ? first
      : value
          .trim()
          .split(' ')
          .filter((word) => word !== ''),
  };
}
