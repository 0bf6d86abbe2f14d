/** An object of JSON, by the names of its members. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
