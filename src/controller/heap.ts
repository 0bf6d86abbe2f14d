/** Member of a heap, which maintains `index`. */
export interface HeapNode {
  at: number;
  index: number;
}

/** Binary min-heap of nodes by `at`. Each node holds its index, so that it can be moved and removed. */
export class Heap<N extends HeapNode> {
  readonly #nodes: N[] = [];

  get size(): number {
    return this.#nodes.length;
  }

  /** Node with the least `at`. */
  get first(): N | undefined {
    return this.#nodes[0];
  }

  add(node: N): void {
    this.#put(node, this.#nodes.length);
    this.#rise(node);
  }

  /** Restores the order after `at` of a member has decreased. */
  decreased(node: N): void {
    this.#rise(node);
  }

  /** Removes a member. */
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
