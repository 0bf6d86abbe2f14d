import type { MarketInstall } from '../../src/objects/stoa.ts';

/** The MarketInstall `shop` of application 7, in its second generation. */
export function installOf(
  status: MarketInstall['status'] | undefined,
  spec: Partial<MarketInstall['spec']> = {},
): MarketInstall {
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'MarketInstall',
    metadata: {
      name: 'shop',
      namespace: 'team',
      uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11',
      resourceVersion: '1',
      generation: 2,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: {
      appId: 7,
      market: { url: 'https://hub.example.com', domain: 'rainbond' },
      appModelId: 'shop',
      appModelVersion: '2.0',
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}
