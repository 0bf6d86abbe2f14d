/** Placeholder of a page for text that varies; alone on a line, for any number of lines. */
const ELLIPSIS = '…';

/**
 * Whether the output of a command matches a page: equal JSON content in any layout, or text that is equal except for
 * the width of gaps.
 */
export function prints(output: string, shown: string): boolean {
  const [found, expected] = [asJson(output), asJson(shown)];
  if (expected !== undefined) {
    return found !== undefined && sameJson(found.value, expected.value);
  }
  return pattern(shown).test(squeezed(output));
}

function asJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function sameJson(found: unknown, shown: unknown): boolean {
  if (typeof shown === 'string') {
    return typeof found === 'string' && pattern(shown).test(squeezed(found));
  }
  if (typeof shown !== 'object' || shown === null) {
    return found === shown;
  }
  if (Array.isArray(shown)) {
    return Array.isArray(found) && sameItems(found, shown);
  }
  return (
    typeof found === 'object' &&
    found !== null &&
    sameMembers(found, shown as Readonly<Record<string, unknown>>)
  );
}

/** Equality of arrays. An ellipsis among the items matches any items, or none. */
function sameItems(found: readonly unknown[], [first, ...rest]: readonly unknown[]): boolean {
  if (first === undefined) {
    return found.length === 0;
  }
  if (first === ELLIPSIS) {
    return found.some((_, index) => sameItems(found.slice(index), rest)) || rest.length === 0;
  }
  return found.length > 0 && sameJson(found[0], first) && sameItems(found.slice(1), rest);
}

/** Equality of objects. An ellipsis as a key matches any further members. */
function sameMembers(
  found: object,
  { [ELLIPSIS]: others, ...shown }: Readonly<Record<string, unknown>>,
): boolean {
  const own = new Map(Object.entries(found));
  const members = Object.entries(shown);
  return (
    !Array.isArray(found) &&
    (others !== undefined || own.size === members.length) &&
    members.every(([key, value]) => own.has(key) && sameJson(own.get(key), value))
  );
}

function squeezed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .join('\n')
    .trim();
}

function pattern(shown: string): RegExp {
  const lines = squeezed(shown)
    .split('\n')
    .map((line) => (line === ELLIPSIS ? '[\\s\\S]*' : line.split(ELLIPSIS).map(escaped).join('.*')));
  return new RegExp(`^${lines.join('\n')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
