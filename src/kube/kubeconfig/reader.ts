/**
 * Reader of a value of a document, which is at a path in it. Null, like a value that is not there, is an empty one, as Go
 * reads JSON. Throws an Error where the value is of another type.
 */
export type Reader<T> = (value: unknown, at: string) => T;

/** Reader of each field of a record, with the name in the document where that is another one. */
export type Shape<T> = { readonly [Name in keyof T]: Reader<T[Name]> | readonly [string, Reader<T[Name]>] };

/** Text. */
export const text: Reader<string> = (value, at) => {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : wrong(at, 'a text');
};

/** Yes or no. */
export const flag: Reader<boolean> = (value, at) => {
  if (value === undefined || value === null) {
    return false;
  }
  return typeof value === 'boolean' ? value : wrong(at, 'true or false');
};

/** Any value. */
export const anything: Reader<unknown> = (value) => value ?? undefined;

/** Text that is written in base64, whose lines may be broken. */
export const base64: Reader<string> = (value, at) => {
  const written = text(value, at).replace(/[\r\n]/g, '');
  const isWhole = /^[A-Za-z0-9+/]*={0,2}$/.test(written) && written.length % 4 === 0;
  return isWhole ? Buffer.from(written, 'base64').toString() : wrong(at, 'base64');
};

/** List of such values. */
export function items<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value, at) => {
    if (value === undefined || value === null) {
      return [];
    }
    return Array.isArray(value)
      ? value.map((each, index) => item(each, `${at}[${index}]`))
      : wrong(at, 'a list');
  };
}

/** Map of such values. */
export function members<T>(item: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, at) =>
    new Map(Object.entries(membersOf(value, at)).map(([name, each]) => [name, item(each, `${at}.${name}`)]));
}

/** Such a value, or undefined where there is none. */
export function optional<T>(item: Reader<T>): Reader<T | undefined> {
  return (value, at) => (value === undefined || value === null ? undefined : item(value, at));
}

/** Record of fields; others are ignored. */
export function record<T>(shape: Shape<T>): Reader<T> {
  const fields = Object.entries(shape) as [string, Reader<unknown> | readonly [string, Reader<unknown>]][];
  return (value, at) => {
    const members = membersOf(value, at);
    const read = fields.map(([field, given]) => {
      const [name, reader] = typeof given === 'function' ? ([field, given] as const) : given;
      return [field, reader(members[name], at === '' ? name : `${at}.${name}`)] as const;
    });
    return Object.fromEntries(read) as T;
  };
}

/** Values by the names that they have in a list, each beside its value in the member `member`. */
export function named<T>(member: string, item: Reader<T>): Reader<ReadonlyMap<string, T>> {
  const entries = items(record<{ name: string; value: T }>({ name: text, value: [member, item] }));
  return (value, at) => {
    const found = new Map<string, T>();
    for (const entry of entries(value, at)) {
      if (found.has(entry.name)) {
        throw new Error(`${at} has the name ${JSON.stringify(entry.name)} twice`);
      }
      found.set(entry.name, entry.value);
    }
    return found;
  };
}

function membersOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) {
    return {};
  }
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : wrong(at, 'a map');
}

function wrong(at: string, expected: string): never {
  throw new Error(`${at || 'the whole'} must be ${expected}`);
}
