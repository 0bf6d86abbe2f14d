/**
 * What installs have chosen and may not have made yet. Two that are planned at the same moment would
 * otherwise choose the same: neither the API server nor a cache knows of a name before it is used.
 */
export class Reservations {
  readonly #holders = new Map<string, string>();

  /** Reserves a thing for the install with the uid; false where another one has it. */
  claim(uid: string, thing: string): boolean {
    const holder = this.#holders.get(thing) ?? uid;
    this.#holders.set(thing, holder);
    return holder === uid;
  }

  /** Whether another install has reserved a thing. */
  isHeldByOther(uid: string, thing: string): boolean {
    return (this.#holders.get(thing) ?? uid) !== uid;
  }

  /** Lets go of all that an install has reserved. */
  release(uid: string): void {
    for (const [thing, holder] of this.#holders) {
      if (holder === uid) {
        this.#holders.delete(thing);
      }
    }
  }
}
