import { expect, it } from 'vitest';
import { modelsCampaign, rulesCampaign, type Worst } from '../../fuzz/specs/campaign.ts';

/** A short part of `npm run fuzz:specs`, always the same. */
const EXTENT = { runs: 25, seed: 18 };

/** Times the normal cost beyond which one object stops the others. */
const MOST = 50;

function excessive(campaigns: readonly Worst[]): readonly Worst[] {
  expect(campaigns.every(({ tried }) => tried > 10)).toBe(true);
  return campaigns.filter(({ ratio }) => !(ratio <= MOST));
}

it('no rule at the limits of its schema costs 50 times the CPU of a normal one, for any engine', () => {
  expect(excessive(rulesCampaign(EXTENT))).toEqual([]);
}, 480_000);

it('no model at the limits of the parser costs 50 times the CPU of a normal one of its size', () => {
  expect(excessive([modelsCampaign(EXTENT)])).toEqual([]);
}, 480_000);
