/** What compiling a package costs beyond what its sources do, as if it were source text (bytes): measured over 2,500 packages. */
const PACKAGE_OVERHEAD_BYTES = 80_000;
/** The share of a build that is linking, when everything is compiled. */
const LINK_SHARE = 0.05;
/** The first package of every build that finds nothing in Go's cache. */
const FIRST_PACKAGE = 'runtime';

/** How fast this machine has compiled in this run: what it did, and in how long. */
export interface Pace {
  readonly weight: number;
  readonly seconds: number;
}

/** How far a build is, reckoned from the packages that Go says it compiles and the size of their sources. */
export class BuildMeter {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #total: number;
  readonly #earlier: Set<string>;
  readonly #compiled = new Set<string>();
  #compiledWeight = 0;
  #earlierWeight = 0;

  /** `sizes` has the bytes of each package's sources, `earlier` the packages that an interrupted build compiled. */
  constructor(sizes: ReadonlyMap<string, number>, earlier: Iterable<string>) {
    this.#weights = new Map([...sizes].map(([name, bytes]) => [name, bytes + PACKAGE_OVERHEAD_BYTES]));
    this.#total = sum(this.#weights.values());
    this.#earlier = new Set([...earlier].filter((name) => this.#weights.has(name)));
    this.#earlierWeight = this.#weigh(this.#earlier);
  }

  /** Takes note of a package that is being compiled now. */
  saw(name: string): void {
    const weight = this.#weights.get(name);
    if (weight === undefined || this.#compiled.has(name)) {
      return;
    }
    // Go's cache was emptied since: what was compiled then is compiled again.
    if (name === FIRST_PACKAGE) {
      this.#forget();
    }
    if (this.#earlier.delete(name)) {
      this.#earlierWeight -= weight;
    }
    this.#compiled.add(name);
    this.#compiledWeight += weight;
  }

  /** How much of the build is done, from 0 to 1. */
  get share(): number {
    return ((this.#compiledWeight + this.#earlierWeight) / this.#total) * (1 - LINK_SHARE);
  }

  /** How much this build itself has compiled. */
  get done(): number {
    return this.#compiledWeight;
  }

  /** The seconds that are left at this pace. */
  secondsLeft({ weight, seconds }: Pace): number {
    return ((1 - this.share) * this.#total * seconds) / weight;
  }

  #forget(): void {
    this.#earlier.clear();
    this.#earlierWeight = 0;
  }

  #weigh(names: Iterable<string>): number {
    return sum([...names].map((name) => this.#weights.get(name) ?? 0));
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) {
    total += each;
  }
  return total;
}
