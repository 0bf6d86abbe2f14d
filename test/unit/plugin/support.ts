import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';

/** A text as it looks, without its colours. */
export function withoutColours(text: string): string {
  return stripVTControlCharacters(text);
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
