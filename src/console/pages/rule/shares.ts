/** A rule among those that share requests. */
export interface Sharer {
  readonly rule_id: string;
  readonly weight: number;
}

/** Shares in percent by rule, which add up to 100, or are all 0. */
export type Shares = ReadonlyMap<string, number>;

/** Percent of the requests that each rule gets by its weight. */
export function sharesOf(rules: readonly Sharer[]): Shares {
  return spread(
    100,
    rules.map(({ rule_id, weight }) => [rule_id, weight]),
  );
}

/** Shares after one of them was set: the others keep their proportions to each other. */
export function movedShare(shares: Shares, ruleId: string, percent: number): Shares {
  const others = [...shares].filter(([id]) => id !== ruleId);
  if (others.length === 0) {
    return new Map([[ruleId, 100]]);
  }
  const isEmpty = others.every(([, share]) => share === 0);
  const rest = spread(
    100 - percent,
    others.map(([id, share]) => [id, isEmpty ? 1 : share]),
  );
  return new Map([...shares].map(([id]) => [id, id === ruleId ? percent : (rest.get(id) ?? 0)]));
}

/** Whether shares are those of exactly these rules. */
export function isOf(shares: Shares, rules: readonly Sharer[]): boolean {
  return shares.size === rules.length && rules.every(({ rule_id }) => shares.has(rule_id));
}

/** Whole numbers in proportion to weights that add up to a total; the largest remainders get what is left. */
function spread(total: number, weights: readonly (readonly [string, number])[]): Shares {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  if (sum === 0) {
    return new Map(weights.map(([id]) => [id, 0]));
  }
  const exact = weights.map(([id, weight]) => ({ id, value: (weight / sum) * total }));
  const left = total - exact.reduce((all, { value }) => all + Math.floor(value), 0);
  const luckiest = new Set(
    exact
      .toSorted((one, two) => (two.value % 1) - (one.value % 1))
      .slice(0, left)
      .map(({ id }) => id),
  );
  return new Map(exact.map(({ id, value }) => [id, Math.floor(value) + (luckiest.has(id) ? 1 : 0)]));
}

/** A weight that a rule is about to get. */
export interface NewWeight {
  readonly ruleId: string;
  readonly weight: number;
}

/** Weights that make the shares what they should be; those that grow go first, so that somebody always answers. */
export function weightsFor(rules: readonly Sharer[], shares: Shares): readonly NewWeight[] {
  const now = sharesOf(rules);
  if (rules.every(({ rule_id }) => now.get(rule_id) === shares.get(rule_id))) {
    return [];
  }
  return rules
    .map(({ rule_id, weight: before }) => ({ ruleId: rule_id, before, weight: shares.get(rule_id) ?? 0 }))
    .filter(({ before, weight }) => before !== weight)
    .toSorted((one, two) => two.weight - two.before - (one.weight - one.before))
    .map(({ ruleId, weight }) => ({ ruleId, weight }));
}
