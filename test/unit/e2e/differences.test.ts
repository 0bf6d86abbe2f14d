import { expect, it } from 'vitest';
import { allCases } from '../../e2e/case.ts';
import { DIFFERENCES } from '../../e2e/differences.ts';

const all = allCases();

it.each(DIFFERENCES)('$case, $of $value: is in the case, which expects something else', (difference) => {
  const one = all.find(({ name }) => name === difference.case);
  switch (difference.of) {
    case 'value': {
      const other = difference.ours === 'accept' ? one?.vary?.reject : one?.vary?.accept;
      expect(other).toContain(difference.value);
      return;
    }
    case 'pairs': {
      const row = one?.parse?.rows.find(({ value }) => value === difference.value);
      expect(row?.pairs).toBeDefined();
      expect(row?.pairs).not.toEqual(difference.ours);
      return;
    }
    case 'expression':
      expect(one?.requests).not.toEqual([]);
  }
});
