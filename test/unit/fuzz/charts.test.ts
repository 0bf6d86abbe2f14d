import { expect, it } from 'vitest';
import type { RenderOutcome } from '../../../src/chart/rendering.ts';
import { askOne, type Counts } from '../../fuzz/charts/campaign.ts';
import { LOOT } from '../../fuzz/charts/loot.ts';
import type { SandboxSeen } from '../../fuzz/charts/watch.ts';

/** Counts of some questions to a renderer with these answers. */
async function countsOf(answers: readonly string[], seen: readonly SandboxSeen[] = []): Promise<Counts> {
  const counts: Counts = { outcomes: {}, findings: [], peakMib: 0, slowestMs: 0 };
  let asked = 0;
  const render = async (): Promise<RenderOutcome> => {
    const message = answers[asked++ % answers.length] ?? '';
    return { type: 'refused', refusal: { type: 'crashed', message } };
  };
  const choose = async () => ({ type: 'refused', refusal: { type: 'chart-not-found' } }) as const;
  for (let seed = 10; seed < 18; seed += 1) {
    await askOne({ renderer: { render, choose }, seen: () => seen }, seed, counts);
  }
  return counts;
}

it('outcomes are counted, and those of indexes too', async () => {
  expect(await countsOf(['no'])).toMatchObject({
    outcomes: { crashed: 7, 'chart-not-found': 1 },
    findings: [],
  });
});

it('a file of the host is found, and an outcome that differs', async () => {
  const { findings } = await countsOf(['no', 'other', 'no', 'no', LOOT.content, 'no', 'no', 'no']);
  expect(findings).toEqual([
    'seed 10: another outcome than crashed at the second time',
    'seed 13: the chart has read a file of the host',
  ]);
});

it.each([
  [{ opened: ['/etc/passwd'], peakMib: 1 }, 'seed 10: the sandbox has 1 MiB and /etc/passwd'],
  [{ opened: [], peakMib: 999 }, 'seed 10: the sandbox has 999 MiB and no file'],
])('a sandbox with %o is found', async (sandbox, finding) => {
  const { findings } = await countsOf(['no'], [sandbox]);
  expect(findings).toContain(finding);
});
