import { fillWith, type Growth, referencesOf, type Scope, type Value } from './variables/fill.ts';

/** Value before its variables are filled in. */
interface RawValue extends Value {
  /** Key of the scope that defines what its own does not. */
  readonly origin?: string;
}

/** Scopes with values as written, by key. */
export type RawScopes = ReadonlyMap<string, ReadonlyMap<string, RawValue>>;

/** Place of a value: the key of its scope, and its name there. */
interface Place {
  readonly scope: string;
  readonly name: string;
}

/** Value that is being filled, and the places that it still needs. */
interface Frame extends Place {
  readonly raw: RawValue;
  readonly needs: Place[];
}

/**
 * Scopes whose values are filled with each other. Each scope defines its variables first, and the origin of a value
 * the rest. A reference that leads back to its own value stays as it is written; so does a value that would exceed a
 * limit.
 */
export class FilledScopes {
  readonly #raws: RawScopes;
  readonly #growth: Growth;
  readonly #values = new Map<string, Map<string, Value | 'open'>>();

  constructor(raws: RawScopes, growth: Growth) {
    this.#raws = raws;
    this.#growth = growth;
  }

  /** Filled values of a scope, in their order. */
  of(scope: string): Scope {
    const names = [...(this.#raws.get(scope)?.keys() ?? [])];
    return new Map(names.map((name) => [name, this.#valueOf({ scope, name })]));
  }

  #valueOf(place: Place): Value {
    // Without recursion: a chain of envs may be longer than the stack.
    const frames = this.#open(place);
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const next = frame.needs.pop();
      if (next === undefined) {
        this.#fill(frame);
        frames.pop();
      } else {
        frames.push(...this.#open(next));
      }
    }
    const value = this.#known(place);
    return value === undefined || value === 'open' ? { text: '', secret: false } : value;
  }

  /** Begins a value, unless it is known or begun. */
  #open(place: Place): Frame[] {
    const raw = this.#raws.get(place.scope)?.get(place.name);
    if (raw === undefined || this.#known(place) !== undefined) {
      return [];
    }
    const { text, secret } = raw;
    const isPlain = !text.includes('${');
    this.#set(place, isPlain ? { text, secret } : 'open');
    const needs = isPlain
      ? []
      : [...referencesOf(text)].flatMap(({ name }) => this.#find(place, raw, name) ?? []);
    return isPlain ? [] : [{ ...place, raw, needs: needs.toReversed() }];
  }

  #fill(frame: Frame): void {
    const { raw, scope, name } = frame;
    const { text, secret } = raw;
    const look = (other: string) => {
      const place = this.#find({ scope, name }, raw, other);
      const value = place && this.#known(place);
      return value === 'open' ? 'as-written' : value;
    };
    this.#set(frame, fillWith({ text, secret }, look, this.#growth));
  }

  #find({ scope }: Place, { origin }: RawValue, name: string): Place | undefined {
    const found = [scope, origin].find((key) => key !== undefined && this.#raws.get(key)?.has(name));
    return found === undefined ? undefined : { scope: found, name };
  }

  #known({ scope, name }: Place): Value | 'open' | undefined {
    return this.#values.get(scope)?.get(name);
  }

  #set({ scope, name }: Place, value: Value | 'open'): void {
    const values = this.#values.get(scope) ?? new Map<string, Value | 'open'>();
    this.#values.set(scope, values.set(name, value));
  }
}
