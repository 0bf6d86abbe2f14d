/** Fixed cost of compiling a package, as bytes of source text; measured over 2,500 packages. */
const PACKAGE_OVERHEAD_BYTES = 80_000;
/** Share of a build that is linking, after everything is compiled. */
const LINK_SHARE = 0.05;
/** First package of every build with an empty Go cache. */
const FIRST_PACKAGE = 'runtime';

/** Speed of compilation in this run: the compiled weight, and its seconds. */
export interface Pace {
  readonly weight: number;
  readonly seconds: number;
}

/** Progress of a build, estimated from the packages that Go names and the size of their sources. */
export class BuildMeter {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #total: number;
  readonly #earlier: Set<string>;
  readonly #compiled = new Set<string>();
  #compiledWeight = 0;
  #earlierWeight = 0;

  /** `sizes` is the bytes of the sources by package, `earlier` the packages that an interrupted build compiled. */
  constructor(sizes: ReadonlyMap<string, number>, earlier: Iterable<string>) {
    this.#weights = new Map([...sizes].map(([name, bytes]) => [name, bytes + PACKAGE_OVERHEAD_BYTES]));
    this.#total = sum(this.#weights.values());
    this.#earlier = new Set([...earlier].filter((name) => this.#weights.has(name)));
    this.#earlierWeight = this.#weigh(this.#earlier);
  }

  /** Records a package that is being compiled. */
  record(name: string): void {
    const weight = this.#weights.get(name);
    if (weight === undefined || this.#compiled.has(name)) {
      return;
    }
    // Go's cache has been emptied: everything is compiled again.
    if (name === FIRST_PACKAGE) {
      this.#forget();
    }
    if (this.#earlier.delete(name)) {
      this.#earlierWeight -= weight;
    }
    this.#compiled.add(name);
    this.#compiledWeight += weight;
  }

  /** Share of the build that is done, 0 to 1. */
  get share(): number {
    return ((this.#compiledWeight + this.#earlierWeight) / this.#total) * (1 - LINK_SHARE);
  }

  /** Weight that this build itself has compiled. */
  get done(): number {
    return this.#compiledWeight;
  }

  /** Seconds that are left at this pace. */
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
