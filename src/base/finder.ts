/** Most characters of a sought text that tell it from others. */
const HEAD = 128;

/** Most nodes of the tree of sought texts: some 50 MB. */
const MOST_NODES = 500_000;

/** Most long texts with one head that are compared; of more, the longest one counts as found. */
const MOST_COMPARED = 64;

/** Place of a found text in another one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finder of many texts in one, in time linear in both (after Aho and Corasick): the leftmost ones, and of those the
 * longest. A text of more than 128 characters also counts as found where only these stand, with the rest of its length:
 * it may have been cut.
 */
export class Finder {
  /** Node by the node above it and a character. */
  readonly #below = new Map<number, number>();
  readonly #depth = [0];
  readonly #above = [0];
  readonly #character = [0];
  /** Node of the longest end of a node's text that is the beginning of a sought one. */
  readonly #fallback = [0];
  /** Length of the longest sought text at the end of a node's text; 0 for none. */
  readonly #found = [0];
  /** Texts of more characters by their heads, longest first. */
  readonly #long: ReadonlyMap<string, readonly string[]>;

  private constructor(texts: readonly string[]) {
    const long = texts.filter(({ length }) => length > HEAD).toSorted((a, b) => b.length - a.length);
    this.#long = Map.groupBy(long, (text) => text.slice(0, HEAD));
  }

  /** Finder of these texts; undefined where they are too many. */
  static of(texts: readonly string[]): Finder | undefined {
    const finder = new Finder(texts);
    const fits = texts.every((text) => finder.#add(text));
    if (fits) {
      finder.#link();
    }
    return fits ? finder : undefined;
  }

  /** Places of the texts in another one, in order. */
  *in(text: string): Iterable<Span> {
    for (let span = this.#first(text, 0); span !== undefined; span = this.#first(text, span.end)) {
      yield span;
    }
  }

  #first(text: string, from: number): Span | undefined {
    let node = 0;
    let best: Span | undefined;
    for (let at = from; at < text.length; at += 1) {
      node = this.#next(node, text.charCodeAt(at));
      const earliest = at + 1 - (this.#depth[node] ?? 0);
      if (best !== undefined && earliest > best.start) {
        break;
      }
      const start = at + 1 - (this.#found[node] ?? 0);
      best = start <= Math.min(at, best?.start ?? at) ? { start, end: at + 1 } : best;
    }
    return best === undefined ? undefined : this.#whole(best, text);
  }

  #add(text: string): boolean {
    let node = 0;
    for (let at = 0; at < Math.min(text.length, HEAD); at += 1) {
      node = this.#below.get(keyOf(node, text.charCodeAt(at))) ?? this.#grow(node, text.charCodeAt(at));
    }
    this.#found[node] = this.#depth[node] ?? 0;
    return this.#depth.length <= MOST_NODES;
  }

  #grow(above: number, character: number): number {
    const node = this.#depth.push((this.#depth[above] ?? 0) + 1) - 1;
    this.#above.push(above);
    this.#character.push(character);
    this.#fallback.push(0);
    this.#found.push(0);
    this.#below.set(keyOf(above, character), node);
    return node;
  }

  /** Sets what follows from shorter nodes. */
  #link(): void {
    const nodes = [...this.#depth.keys()].toSorted((a, b) => (this.#depth[a] ?? 0) - (this.#depth[b] ?? 0));
    for (const node of nodes.filter((each) => (this.#depth[each] ?? 0) > 1)) {
      const above = this.#fallback[this.#above[node] ?? 0] ?? 0;
      const fallback = this.#next(above, this.#character[node] ?? 0);
      this.#fallback[node] = fallback;
      this.#found[node] ||= this.#found[fallback] ?? 0;
    }
  }

  #next(from: number, character: number): number {
    let node = from;
    let below = this.#below.get(keyOf(node, character));
    while (below === undefined && node !== 0) {
      node = this.#fallback[node] ?? 0;
      below = this.#below.get(keyOf(node, character));
    }
    return below ?? 0;
  }

  /** Span of a long text whose head stands in a span; else the span. */
  #whole({ start, end }: Span, text: string): Span {
    const long = end - start < HEAD ? [] : (this.#long.get(text.slice(start, end)) ?? []);
    const [longest = ''] = long;
    const found =
      (long.length <= MOST_COMPARED ? long.find((each) => text.startsWith(each, start)) : undefined) ??
      longest;
    return { start, end: Math.min(Math.max(end, start + found.length), text.length) };
  }
}

function keyOf(node: number, character: number): number {
  return node * 0x1_0000 + character;
}
