/** Fields of an object of any kind. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a map, so that it has fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of a value; none if it is not a map. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Members that need not be there: those whose types have undefined. */
type Missable<T> = { [N in keyof T]: undefined extends T[N] ? N : never }[keyof T];

/** An object of which the members that may be undefined are there or absent. */
export type Present<T> = Omit<T, Missable<T>> & { [N in Missable<T>]?: Exclude<T[N], undefined> };

/** Members that are defined: where a member may be left out, undefined is no value of it, and JSON has no such members. */
export function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** Fields without those that the API server does not store: null and empty texts, lists and maps. */
export function filled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** Whether the API server omits a value when it stores an object. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0)
  );
}

/** Field of a value at a path; undefined if missing. */
export function fieldAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((field, name) => fieldsOf(field)[name], value);
}

/** Fields with a changed map at a path; the same fields if there is no map. */
export function changedAt(
  fields: Fields,
  [name, ...rest]: readonly string[],
  change: (field: Fields) => Fields,
): Fields {
  if (name === undefined) {
    return change(fields);
  }
  const field = fields[name];
  return isFields(field) ? { ...fields, [name]: changedAt(field, rest, change) } : fields;
}
