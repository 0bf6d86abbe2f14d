/** Signs of which one fits each part of an expression of a rule. */
const SIGNS = ['a', '1', 'A', ...'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ023456789/_~!&,=:@.-*+$'];

/** Parts of an expression of a rule, in which no group holds another: a group, or what is for one sign. */
const PART = /\(([^()]*)\)\??|(\[[^[\]]*\]|\\.|[^*+?()[\]\\])[*+?]?/g;

/** Members of a class: an escaped sign, a range, or a sign. */
const MEMBER = /\\.|[A-Za-z0-9]-[A-Za-z0-9]|./g;

/** Path that a regular expression of a rule is for. */
export function sampleOf(pathRegex: string): string {
  return pathRegex.replace(PART, (_, group: string | undefined, one: string) =>
    group === undefined ? signOf(one) : sampleOf(group.split('|', 1)[0] ?? ''),
  );
}

function signOf(one: string): string {
  if (one === '.') {
    return 'a';
  }
  const isClass = one.startsWith('[');
  const isOther = one.startsWith('[^');
  const members = (isClass ? one.slice(isOther ? 2 : 1, -1) : one).match(MEMBER) ?? [];
  return SIGNS.find((sign) => members.some((member) => isIn(sign, member)) !== isOther) ?? '';
}

function isIn(sign: string, member: string): boolean {
  const [first = '', second = '', third] = member;
  if (first === '\\') {
    return second === 'd' ? /\d/.test(sign) : second === 'w' ? /\w/.test(sign) : sign === second;
  }
  return third === undefined ? sign === member : sign >= first && sign <= third;
}
