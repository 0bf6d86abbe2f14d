import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kept } from '../../../../src/market/expand/expansion.ts';
import { KEPT, NOTHING_KEPT } from '../../../../src/market/expand/kept.ts';
import { keptDraft, keptIn } from '../../../../src/market/plan/keptsecret.ts';
import { contentOf, type Pin, pinOf } from '../../../../src/market/template/pin.ts';
import type { Secret } from '../../../../src/objects/core.ts';
import { installOf } from '../../../support/plans.ts';

const HUB = { url: 'hub.example.com', user: 'me', password: 'secret' };

async function pin(template: string, hub?: typeof HUB): Promise<Pin> {
  const made = await pinOf(installOf(), { template, ...(hub === undefined ? {} : { hub }) });
  if (made === undefined) {
    throw new Error('it does not fit');
  }
  return made;
}

/** A Secret as it is stored, with other values where a test says so. */
function stored({ draft }: Pick<Pin, 'draft'>, data: object = {}): Secret {
  const before = draft.data as Readonly<Record<string, string>>;
  return { ...draft, data: { ...before, ...data } } as unknown as Secret;
}

describe('a template that is pinned', () => {
  it('comes back byte for byte, with the registry that the store named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (template) => {
        const made = await pin(template, HUB);
        expect(await contentOf(stored(made), made.pinned)).toEqual({ template, hub: HUB });
        expect(made.pinned.size).toBe(Buffer.byteLength(template));
      }),
    );
    const made = await pin('{}');
    expect(await contentOf(stored(made), made.pinned)).toEqual({ template: '{}' });
  });

  it('is in an immutable Secret of the install, named by the digest', async () => {
    const { pinned, draft } = await pin('{}');
    expect(pinned).toMatchObject({ version: '1.0', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(pinned.secretName).toBe(`shop-template-${pinned.digest.slice(7, 19)}`);
    expect(draft).toMatchObject({
      immutable: true,
      metadata: {
        name: pinned.secretName,
        labels: { 'stoa.dev/install-uid': 'install-uid' },
        ownerReferences: [{ uid: 'install-uid' }],
      },
    });
    expect((await pin('{}')).pinned).toEqual(pinned);
    expect((await pin('[]')).pinned.secretName).not.toBe(pinned.secretName);
  });

  it.each([
    ['another template', gzipSync('[]').toString('base64')],
    ['no gzip', Buffer.from('{}').toString('base64')],
    ['nothing', undefined],
  ])('is not taken for itself where somebody has put %s there', async (_, value) => {
    const made = await pin('{}');
    expect(await contentOf(stored(made, { 'template.json.gz': value }), made.pinned)).toBeUndefined();
  });

  it('must fit into a Secret after it is packed', async () => {
    const large = await pin(JSON.stringify({ text: 'a'.repeat(4_000_000) }));
    expect(large.pinned.size).toBeGreaterThan(4_000_000);
    expect(await pinOf(installOf(), { template: randomBytes(1_500_000).toString('base64') })).toBeUndefined();
  });
});

describe('what was decided once', () => {
  it('comes back as it was, whatever its names are', () => {
    const names = fc.string().map(KEPT.group);
    const texts = fc.dictionary(names, fc.string());
    const any = fc.record({
      secrets: texts,
      workloads: texts,
      services: texts,
      ports: fc.dictionary(names, fc.integer({ min: 1, max: 65_535 })),
    });
    fc.assert(
      fc.property(any, (kept) => {
        const sent = JSON.parse(JSON.stringify(kept)) as Kept;
        expect(keptIn(stored({ draft: keptDraft(installOf(), sent) }))).toEqual(sent);
      }),
    );
  });

  it.each([
    ['no JSON', 'e30='.slice(0, 2)],
    ['JSON of another shape', Buffer.from('{"secrets": 1}').toString('base64')],
    [
      'a port that is none',
      Buffer.from(JSON.stringify({ ...NOTHING_KEPT, ports: { a: 0 } })).toString('base64'),
    ],
    ['nothing', undefined],
  ])('is not known where somebody has put %s in its place', (_, value) => {
    const draft = keptDraft(installOf(), NOTHING_KEPT);
    expect(keptIn(stored({ draft }, { 'kept.json': value }))).toBeUndefined();
  });
});
