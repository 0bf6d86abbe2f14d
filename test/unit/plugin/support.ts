import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';

/** A text as it looks, without its colours. */
export function withoutColours(text: string): string {
  return stripVTControlCharacters(text);
}

/** Characters that a terminal acts on, or does not show. */
export const ACTING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0\u{e0000}-\u{e0fff}]/u;

/** A text without the colours of the plugin; whatever else a terminal acts on stays. */
export function withoutOwnColours(text: string): string {
  return [1, 2, 22, 31, 32, 33, 39].reduce((rest, code) => rest.replaceAll(`\x1b[${code}m`, ''), text);
}

function goldenFile(name: string): URL {
  return new URL(`../../golden/plugin/${name}.txt`, import.meta.url);
}

/** The text of a file of test/golden/plugin. */
export function goldenText(name: string): string {
  return readFileSync(goldenFile(name), 'utf8');
}

/** Holds lines to a file of test/golden/plugin; `STOA_GOLDEN=write` writes it anew. */
export function expectGolden(name: string, lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join('');
  if (process.env.STOA_GOLDEN === 'write') {
    writeFileSync(goldenFile(name), text);
  }
  expect(text).toBe(goldenText(name));
}
