import { describe, expect, it } from 'vitest';
import type { InstallPreview } from '../../../../src/api/marketinstall.ts';
import { drawPlan, isClear } from '../../../../src/plugin/plan/draw.ts';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { installOf } from '../../../support/plans.ts';
import { expectGolden, withoutColours } from '../support.ts';
import { INSTALL, upgradePreview } from './scene.ts';

const REQUESTED = { requested: 'now', version: '2.0' };

const REFUSED: InstallPreview = {
  ...REQUESTED,
  refused: { reason: 'ModelVersionNotFound', message: 'the store has no version 2.0 of shop' },
};

const NOTHING = { create: 0, change: 0, recreate: 0, delete: 0, unchanged: 0 };

describe('a plan', () => {
  it.each([
    ['plan', colourful(80)],
    ['plan-plain', plain(undefined)],
  ] as const)('is drawn as in %s', (name, look) => {
    const lines = drawPlan(INSTALL, upgradePreview(), look);
    expectGolden(name, lines.map(withoutColours));
  });

  it.each<[string, InstallPreview, readonly string[]]>([
    [
      'a refusal',
      REFUSED,
      ['   There is no plan: ModelVersionNotFound: the store has no version 2.0 of shop'],
    ],
    [
      'what is in its way',
      { ...REQUESTED, counts: { ...NOTHING, create: 1 }, problems: ['Service web exists'] },
      ['   1 to create', '   It could not be applied now: Service web exists', 'and 1 more objects'],
    ],
    ['no change', { ...REQUESTED, counts: { ...NOTHING, unchanged: 4 } }, ['   4 unchanged']],
    ['no object', { ...REQUESTED, counts: NOTHING }, ['   no objects']],
  ])('says %s', (_, preview, expected) => {
    const head = 'MarketInstall team/shop: version 2.0';
    expect(drawPlan(installOf(), preview, plain(undefined))).toEqual([head, ...expected]);
  });

  it('has no characters that a terminal acts on', () => {
    const hostile = '\x1b[2J\u202e';
    const preview: InstallPreview = {
      requested: 'now',
      version: hostile,
      refused: { reason: 'Rejected', message: hostile },
      problems: [hostile],
      objects: [{ action: 'create', group: '', kind: hostile, name: hostile, diff: `+${hostile}\n\x1b` }],
      powers: [{ topic: 'images', same: [hostile], gained: [hostile] }],
      notApplied: [{ path: hostile, why: hostile }],
    };
    expect(drawPlan(INSTALL, preview, plain(80)).join('')).toMatch(/^[ -~]*$/);
  });

  it.each([
    ['a plan', upgradePreview(), true],
    ['a refusal', REFUSED, false],
    ['a problem', { ...upgradePreview(), problems: ['taken'] }, false],
  ])('is clear for %s: %s', (_, preview, expected) => {
    expect(isClear(preview)).toBe(expected);
  });
});
