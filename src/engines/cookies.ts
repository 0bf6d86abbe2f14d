/** Other cookies and blanks before, between and after those that are wanted. */
const BEFORE = String.raw`^([^;]*;)*\s*`;
const BETWEEN = String.raw`\s*;([^;]*;)*\s*`;
const AFTER = String.raw`\s*(;.*)?$`;

/**
 * Regular expressions on the header Cookie, one for each order in which the cookies may come: a request
 * carries them all where one of them matches. They hold for the whole header, since some engines search for a
 * match in it and others want all of it to match, and need nothing that RE2 lacks.
 */
export function cookiePatterns(cookies: Readonly<Record<string, string>>): readonly string[] {
  const pairs = Object.keys(cookies)
    .toSorted()
    .map((name) => literalPattern(`${name}=${cookies[name]}`));
  return orders(pairs).map((order) => `${BEFORE}${order.join(BETWEEN)}${AFTER}`);
}

/** Whether a header Cookie holds all of these cookies, which is what the patterns say. Takes linear time. */
export function holdsCookies(header: string, cookies: Readonly<Record<string, string>>): boolean {
  const pairs = new Set(header.split(';').map((part) => part.trim()));
  return Object.entries(cookies).every(([name, value]) => pairs.has(`${name}=${value}`));
}

/** Whether a header Cookie can hold a cookie of this value: it would end at a semicolon, and blanks around it are lost. */
export function isCookieValue(value: string): boolean {
  return !value.includes(';') && value === value.trim();
}

/** A regular expression that matches this text only; the Gateway API takes no two blanks in a row, so they are written as \x20. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(' ', String.raw`\x20`);
}

function orders(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length < 2) {
    return [items];
  }
  return items.flatMap((first, index) => orders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** Path of a cookie for the requests of a route, so that routes of one host do not take each other's away. */
export function cookiePath(path: string): string {
  // A semicolon would end the attribute.
  return path.includes(';') ? '/' : path.replace(/(.)\/$/, '$1');
}
