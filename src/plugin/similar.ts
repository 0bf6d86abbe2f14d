/** Most letters in which a word may differ from the one that is meant. */
const MOST = 2;

/** Longest word that is compared. */
const LONGEST = 40;

/** Word among others that somebody may have meant; undefined where none is near. Pure. */
export function similarTo(word: string, others: readonly string[]): string | undefined {
  if (word.length > LONGEST) {
    return undefined;
  }
  const distances = others.map((other) => ({ other, far: distance(word.toLowerCase(), other) }));
  const [best] = distances.toSorted((one, two) => one.far - two.far);
  const begun = others.filter((other) => word.length > 1 && other.startsWith(word.toLowerCase()));
  if (begun.length === 1) {
    return begun[0];
  }
  return best !== undefined && best.far <= Math.min(MOST, best.other.length / 2) ? best.other : undefined;
}

/** Number of letters to put in, to take out or to replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + Number(letter !== other[column - 1]);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
