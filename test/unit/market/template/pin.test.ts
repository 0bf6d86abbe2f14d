import { describe, expect, it } from 'vitest';
import type { ModelContent } from '../../../../src/market/source/source.ts';
import { contentOf, pinOf } from '../../../../src/market/template/pin.ts';
import type { Secret } from '../../../../src/objects/core.ts';
import { installOf } from '../../../support/plans.ts';

const TEMPLATE = '{"apps": []}';

async function pinned(content: ModelContent) {
  const pin = await pinOf(installOf(), content);
  if (pin === undefined) {
    throw new Error('it does not fit');
  }
  return pin;
}

describe('a pinned template', () => {
  it.each<ModelContent>([
    { template: TEMPLATE },
    { template: TEMPLATE, hub: { url: 'registry.example.com', user: 'robot', password: 'old' } },
  ])('comes back byte for byte, with the registry', async (content) => {
    const { draft, pinned: mention } = await pinned(content);
    expect(mention.secretName).toBe(draft.metadata.name);
    const secret = draft as unknown as Secret;
    expect(await contentOf(secret, mention)).toEqual(content);
    expect(await contentOf(secret, { ...mention, digest: 'sha256:other' })).toBeUndefined();
  });

  it('has a Secret of its own for every content: none of them can be changed', async () => {
    const hub = { url: 'registry.example.com', user: 'robot', password: 'old' };
    const contents = [
      { template: TEMPLATE },
      { template: `${TEMPLATE} ` },
      { template: TEMPLATE, hub },
      { template: TEMPLATE, hub: { ...hub, password: 'new' } },
    ];
    const pins = await Promise.all(contents.map(pinned));
    const names = pins.map(({ draft }) => draft.metadata.name);
    expect(new Set(names).size).toBe(contents.length);
  });
});
