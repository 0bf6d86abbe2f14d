import { visibleJson } from '../../base/visible.ts';

/** A value as JSON, with escapes for all characters that a terminal acts on. */
export function jsonText(value: object): string {
  return visibleJson(JSON.stringify(value, null, 2));
}
