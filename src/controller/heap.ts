/** A member of a heap; the heap keeps `index`. */
export interface HeapNode {
  at: number;
  index: number;
}

/** Binary heap of nodes by `at`, least first; a node knows its place, so that it can move and leave. */
export class Heap<N extends HeapNode> {
  readonly #nodes: N[] = [];

  get size(): number {
    return this.#nodes.length;
  }

  /** The node with the least `at`. */
  get first(): N | undefined {
    return this.#nodes[0];
  }

  add(node: N): void {
    this.#put(node, this.#nodes.length);
    this.#rise(node);
  }

  /** Restores the order after `at` of a member has become less. */
  decreased(node: N): void {
    this.#rise(node);
  }

  /** Takes a member out. */
  delete(node: N): void {
    const last = this.#nodes.pop();
    if (last === undefined || last === node) {
      return;
    }
    this.#put(last, node.index);
    this.#rise(last);
    this.#sink(last);
  }

  #put(node: N, index: number): void {
    this.#nodes[index] = node;
    node.index = index;
  }

  #rise(node: N): void {
    for (
      let above = this.#nodes[(node.index - 1) >> 1];
      above !== undefined && above.at > node.at;
      above = this.#nodes[(node.index - 1) >> 1]
    ) {
      this.#swap(node, above);
    }
  }

  #sink(node: N): void {
    for (let below = this.#lesserChild(node); below !== undefined; below = this.#lesserChild(node)) {
      if (below.at >= node.at) {
        return;
      }
      this.#swap(node, below);
    }
  }

  #lesserChild({ index }: N): N | undefined {
    const left = this.#nodes[2 * index + 1];
    const right = this.#nodes[2 * index + 2];
    return left === undefined || right === undefined || left.at <= right.at ? left : right;
  }

  #swap(one: N, other: N): void {
    const { index } = one;
    this.#put(one, other.index);
    this.#put(other, index);
  }
}
