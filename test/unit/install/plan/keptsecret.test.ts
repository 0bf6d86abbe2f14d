import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptDraft, keptIn } from '../../../../src/install/plan/keptsecret.ts';
import { KEPT } from '../../../../src/model/build/kept.ts';
import type { Kept } from '../../../../src/source/kept.ts';
import { NOTHING_KEPT } from '../../../../src/source/kept.ts';
import { installOf, storedSecret } from '../../../support/plans.ts';

describe('the Secret with allocations', () => {
  it('returns them as they were, whatever their names', () => {
    const names = fc.string().map(KEPT.group);
    const texts = fc.dictionary(names, fc.string());
    const any = fc.record({
      secrets: texts,
      workloads: texts,
      services: texts,
      ports: fc.dictionary(names, fc.integer({ min: 1, max: 65_535 })),
      volumes: texts,
    });
    fc.assert(
      fc.property(any, (kept) => {
        const sent = JSON.parse(JSON.stringify(kept)) as Kept;
        expect(keptIn(storedSecret(keptDraft(installOf(), sent)))).toEqual(sent);
      }),
    );
  });

  it('reads those of an earlier release, which had no volumes', () => {
    const { volumes: _, ...before } = NOTHING_KEPT;
    expect(keptIn(storedSecret(keptDraft(installOf(), before as Kept)))).toEqual(NOTHING_KEPT);
  });

  it.each([
    ['no JSON', 'e30='.slice(0, 2)],
    ['JSON of another shape', Buffer.from('{"secrets": 1}').toString('base64')],
    [
      'a port that is none',
      Buffer.from(JSON.stringify({ ...NOTHING_KEPT, ports: { a: 0 } })).toString('base64'),
    ],
    ['nothing', undefined],
  ])('holds none where somebody has put %s in their place', (_, value) => {
    const draft = keptDraft(installOf(), NOTHING_KEPT);
    expect(keptIn(storedSecret(draft, { 'kept.json': value }))).toBeUndefined();
  });
});
