/** Result of a parser of OpenSSL, whose errors may quote the data that it could not read; undefined where it failed. */
export function unlessBroken<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
