/** Signs of which one fits each part of an expression of a rule. */
const SIGNS = ['a', '1', 'A', ...'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ023456789/_~!&,=:@.-*+$'];

/** Parts of an expression of a rule, in which no group holds another: a group, or what is for one sign. */
const PART = /\(([^()]*)\)\??|(\[[^\]]*\]|\\.|[^*+?()[\]\\])[*+?]?/g;

/** Path that a regular expression of a rule is for. */
export function sampleOf(pathRegex: string): string {
  return pathRegex.replace(PART, (_, group: string | undefined, one: string) =>
    group === undefined ? signOf(one) : sampleOf(group.split('|', 1)[0] ?? ''),
  );
}

function signOf(one: string): string {
  const fits = new RegExp(`^${one}$`);
  return SIGNS.find((sign) => fits.test(sign)) ?? '';
}
