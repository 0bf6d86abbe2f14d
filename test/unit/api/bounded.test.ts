import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applicationStatusSchema, boundedApplicationStatus } from '../../../src/api/application.ts';
import { boundsOf, toldSchema } from '../../../src/api/bounded.ts';
import { boundedRuleStatus, gatewayRule } from '../../../src/api/gatewayrule.ts';
import { boundedInstallStatus, marketInstall } from '../../../src/api/marketinstall.ts';
import { visibleLines } from '../../../src/base/visible.ts';

const schema = z.object({
  name: z.string().max(4),
  free: z.string(),
  told: toldSchema(8),
  page: toldSchema(8, 'A page.', 'lines').optional(),
  list: z.array(z.object({ why: toldSchema(4) })).max(2),
});
const bounded = boundsOf(schema);

const GOOD = { name: 'a', free: 'b', told: 'c', list: [{ why: 'd' }] };

describe('a bounded status', () => {
  it('is the same object where it is within its bounds', () => {
    expect(bounded(GOOD)).toBe(GOOD);
  });

  it('has its texts as long as their fields are, in characters', () => {
    const { told } = bounded({ ...GOOD, told: '123456789' });
    expect(told).toBe('1234567…');
    expect(bounded({ ...GOOD, told: '😀'.repeat(8) }).told).toBe('😀'.repeat(8));
    expect(bounded({ ...GOOD, told: '😀'.repeat(9) }).told).toBe(`${'😀'.repeat(7)}…`);
  });

  it('has names and ids as they are, and what hides something in no text for people', () => {
    const { name, free, told, page } = bounded({
      ...GOOD,
      name: 'a\u200db',
      free: '\x1b',
      told: 'a\u202e\nb',
      page: 'a\x1b\nb',
    });
    expect({ name, free, told, page }).toEqual({
      name: 'a\u200db',
      free: '\x1b',
      told: 'a b',
      page: 'a \nb',
    });
  });

  it('bounds what lists have, and no list', () => {
    const list = [{ why: 'd' }, { why: '\x07\x07' }, { why: 'long' }, { why: 'longer' }];
    expect(bounded({ ...GOOD, list }).list.map(({ why }) => why)).toEqual(['d', ' ', 'long', 'lon…']);
  });
});

/** Texts longer than every bound, of one, two, three and four bytes a character, and of what hides something. */
const anyHuge = fc
  .tuple(
    fc.constantFrom('a', 'é', '店', '😀', '\x1b', '\u202e', 'a\n', '\ud83d'),
    fc.integer({ min: 0, max: 40_000 }),
  )
  .map(([text, count]) => text.repeat(count));

/** Statuses of a kind, with huge texts wherever the schema has one, and lists within their bounds. */
function anyOf(node: z.ZodType): fc.Arbitrary<unknown> {
  if (node instanceof z.ZodOptional) {
    return fc.option(anyOf(node.unwrap() as z.ZodType), { nil: undefined, freq: 9 });
  }
  if (node instanceof z.ZodObject) {
    return fc.record(
      Object.fromEntries(Object.entries(node.shape).map(([name, each]) => [name, anyOf(each)])),
    );
  }
  if (node instanceof z.ZodArray) {
    // Lists of maps have an entry for each key.
    return anyOf(node.element as z.ZodType).map((item) => [item]);
  }
  if (node instanceof z.ZodEnum) {
    return fc.constantFrom(...node.options);
  }
  if (node instanceof z.ZodString) {
    return node.safeParse('0'.repeat(32)).success && !node.safeParse('-').success
      ? fc.constant('0'.repeat(32))
      : anyHuge;
  }
  return fc.constantFrom(...[500, 2, true].filter((each) => node.safeParse(each).success));
}

describe.each([
  ['Application', applicationStatusSchema, boundedApplicationStatus],
  ['GatewayRule', gatewayRule.status, boundedRuleStatus],
  ['MarketInstall', marketInstall.status, boundedInstallStatus],
] as const)('the status of %s', (_kind, statusSchema, bound) => {
  it('is within its schema, whatever anybody wrote', () => {
    fc.assert(
      fc.property(anyOf(statusSchema), (status) => {
        const written = (bound as (status: unknown) => object)(present(status));
        expect(statusSchema.safeParse(written).error).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it('hides nothing in a text for people', () => {
    const message = 'a\x1b[2J\u202eb\n'.repeat(5_000);
    const condition = {
      type: 'Ready',
      status: 'False',
      reason: 'R',
      message,
      lastTransitionTime: '',
    } as const;
    const [written] = bound({ conditions: [condition] }).conditions ?? [];
    expect(written?.message).toHaveLength(32_768);
    expect(visibleLines(written?.message ?? '')).toBe(written?.message);
    expect(written?.message).not.toContain('\n');
  });
});

function present(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
