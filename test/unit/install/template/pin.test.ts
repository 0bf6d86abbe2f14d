import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holdsOnly,
  type Pin,
  partNames,
  pinnedContent,
  pinOf,
} from '../../../../src/install/template/pin.ts';
import type { Secret } from '../../../../src/objects/core.ts';
import type { ModelContent, SourceContent } from '../../../../src/source/source.ts';
import { installOf, storedSecret } from '../../../support/plans.ts';

const TEMPLATE = '{"apps": []}';

const HUB = { url: 'hub.example.com', user: 'me', password: 'secret' };

function pinned(content: ModelContent): Promise<Pin> {
  return pinOf(installOf(), content);
}

function pin(template: string, hub?: typeof HUB): Promise<Pin> {
  return pinned({ template, ...(hub === undefined ? {} : { hub }) });
}

describe('a pinned template', () => {
  it.each<ModelContent>([
    { template: TEMPLATE },
    { template: TEMPLATE, hub: { url: 'registry.example.com', user: 'robot', password: 'old' } },
    { template: TEMPLATE, publishedWith: 'v5.17.1-release' },
  ])('comes back byte for byte, with registry and release', async (content) => {
    const { draft, pinned: mention } = await pinned(content);
    expect(mention.secretName).toBe(draft.metadata.name);
    const secret = draft as unknown as Secret;
    expect(await pinnedContent([secret], mention)).toEqual(content);
    expect(await pinnedContent([secret], { ...mention, digest: 'sha256:other' })).toBeUndefined();
  });

  it('has a Secret of its own for every content, since Secrets are immutable', async () => {
    const hub = { url: 'registry.example.com', user: 'robot', password: 'old' };
    const contents = [
      { template: TEMPLATE },
      { template: `${TEMPLATE} ` },
      { template: TEMPLATE, hub },
      { template: TEMPLATE, hub: { ...hub, password: 'new' } },
      { template: TEMPLATE, hub, publishedWith: 'v5.17.1' },
      { template: TEMPLATE, publishedWith: 'v5.17.1' },
      { template: TEMPLATE, publishedWith: 'v6.0.0' },
    ];
    const pins = await Promise.all(contents.map(pinned));
    const names = pins.map(({ draft }) => draft.metadata.name);
    expect(new Set(names).size).toBe(contents.length);
  });
});

describe('the Secret of a pinned template', () => {
  it('returns any text byte for byte, with the registry of the store', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (template) => {
        const made = await pin(template, HUB);
        expect(await pinnedContent([storedSecret(made.draft)], made.pinned)).toEqual({ template, hub: HUB });
        expect(made.pinned.size).toBe(Buffer.byteLength(template));
      }),
    );
    const made = await pin('{}');
    expect(await pinnedContent([storedSecret(made.draft)], made.pinned)).toEqual({ template: '{}' });
  });

  it('is immutable, has the label of the install and no owner, and is named by the digest', async () => {
    const { pinned, draft } = await pin('{}');
    expect(pinned).toMatchObject({ version: '1.0', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(pinned.secretName).toBe(`shop-template-${pinned.digest.slice(7, 19)}`);
    expect(draft).toMatchObject({
      immutable: true,
      metadata: {
        name: pinned.secretName,
        labels: { 'stoa.dev/install-uid': 'install-uid' },
      },
    });
    expect(draft.metadata.ownerReferences).toBeUndefined();
    expect((await pin('{}')).pinned).toEqual(pinned);
    expect((await pin('[]')).pinned.secretName).not.toBe(pinned.secretName);
  });

  it.each([
    ['another template', gzipSync('[]').toString('base64')],
    ['no gzip', Buffer.from('{}').toString('base64')],
    ['nothing', undefined],
  ])('holds none where somebody has put %s there', async (_, value) => {
    const made = await pin('{}');
    expect(
      await pinnedContent([storedSecret(made.draft, { 'template.json.gz': value })], made.pinned),
    ).toBeUndefined();
  });

  it.each([
    ['null', 'null'],
    ['another type', '{"url": {}}'],
    ['no registry', '{}'],
    ['no JSON', '{'],
  ])('holds none where somebody has put a registry of %s there', async (_, json) => {
    const made = await pin('{}', HUB);
    const hub = Buffer.from(json).toString('base64');
    expect(await pinnedContent([storedSecret(made.draft, { 'hub.json': hub })], made.pinned)).toBeUndefined();
  });

  it('has the data of its draft, and nothing that was there before', async () => {
    const { draft } = await pin('{}');
    expect(holdsOnly(storedSecret(draft), draft)).toBe(true);
    expect(holdsOnly(storedSecret(draft, { 'hub.json': 'e30=' }), draft)).toBe(false);
    expect(holdsOnly(storedSecret(draft, { 'template.json.gz': 'e30=' }), draft)).toBe(false);
    expect(holdsOnly({ ...storedSecret(draft), data: {} }, draft)).toBe(false);
  });

  it('is never unpacked beyond the recorded size', async () => {
    const made = await pin('{}');
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20)).toString('base64');
    const secret = storedSecret(made.draft, { 'template.json.gz': bomb });
    // A recorded size that is no size of a template does not lift the bound.
    const sizes = [made.pinned.size, 2 ** 40];
    const before = process.memoryUsage().arrayBuffers;
    for (const size of sizes) {
      const content = pinnedContent([secret], { ...made.pinned, size });
      expect(await content).toBeUndefined();
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20);
  });

  it('is known by its uid, where the pin has one', async () => {
    const made = await pin('{}');
    const secret = storedSecret(made.draft);
    const withUid = { ...secret, metadata: { ...secret.metadata, uid: 'one' } };
    expect(await pinnedContent([withUid], made.pinned)).toBeDefined();
    expect(await pinnedContent([withUid], { ...made.pinned, secretUid: 'one' })).toBeDefined();
    expect(await pinnedContent([withUid], { ...made.pinned, secretUid: 'another' })).toBeUndefined();
  });

  it('has room for what fits after compression', async () => {
    const large = await pin(JSON.stringify({ text: 'a'.repeat(4_000_000) }));
    expect(large.pinned.size).toBeGreaterThan(4_000_000);
    expect(large.more).toEqual([]);
    expect(large.pinned).not.toHaveProperty('parts');
  });
});

describe('what is too large for a Secret', () => {
  const archive = randomBytes(2_000_001);

  it.each<[string, SourceContent, number]>([
    ['a chart', { archive }, 3],
    ['a chart that just fits', { archive: archive.subarray(0, 2_000_000) }, 2],
    ['a template', { template: archive.toString('base64'), hub: HUB }, 3],
  ])('comes back from several: %s', async (_, content, count) => {
    const { pinned: mention, draft, more } = await pinOf(installOf(), content);
    expect(mention.parts).toBe(count);
    expect([draft, ...more].map(({ metadata }) => metadata.name)).toEqual(partNames(mention));
    expect(partNames(mention).slice(0, 2)).toEqual([mention.secretName, `${mention.secretName}-2`]);
    for (const each of [draft, ...more]) {
      expect(each).toMatchObject({ type: 'stoa.dev/template', immutable: true });
      expect(JSON.stringify(each.data).length).toBeLessThan(1_400_000);
    }
    const secrets = [draft, ...more].map((each) => storedSecret(each));
    expect(await pinnedContent(secrets, mention)).toEqual(content);
    expect(await pinnedContent(secrets.toReversed(), mention)).toBeUndefined();
    expect(await pinnedContent(secrets.slice(0, -1), mention)).toBeUndefined();
    const [first, ...rest] = secrets;
    expect(
      first && (await pinnedContent([first, ...rest.map((each) => ({ ...each, data: {} }))], mention)),
    ).toBeUndefined();
  });
});
