/** Memory of which Secrets that rules name exist, by their keys. */
export class SecretMemory {
  readonly #exist = new Map<string, boolean>();

  /** Whether a Secret exists; undefined where nobody has looked yet. */
  exists(key: string): boolean | undefined {
    return this.#exist.get(key);
  }

  /** Number of Secrets that are looked for. */
  get size(): number {
    return this.#exist.size;
  }

  forget(key: string): void {
    this.#exist.delete(key);
  }

  /** Notes whether a Secret exists. Returns whether that is news. */
  record(key: string, exists: boolean): boolean {
    const isNews = this.#exist.get(key) !== exists;
    this.#exist.set(key, exists);
    return isNews;
  }
}
