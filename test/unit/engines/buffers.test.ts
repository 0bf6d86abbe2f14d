import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bufferLimit, requestBuffer } from '../../../src/engines/envoygateway/objects.ts';
import { bufferingOf } from '../../../src/engines/traefik/middlewares.ts';
import { groupOf } from '../../support/groups.ts';

const MEBIBYTE = 2 ** 20;

/** Any settings of sizes that the schema of a rule takes. */
const SETTINGS = fc.record(
  {
    proxyBodySize: fc.integer({ min: 0, max: 65_535 }),
    proxyBuffering: fc.constantFrom('on' as const, 'off' as const),
    proxyBufferNumbers: fc.integer({ min: 2, max: 65_535 }),
    proxyBufferSize: fc.integer({ min: 1, max: 65_535 }),
  },
  { requiredKeys: [] },
);

it('Traefik holds at most 4 MiB of an answer in memory, and 1 GiB of it or of a request on its disk', () => {
  fc.assert(
    fc.property(SETTINGS, (settings) => {
      const { buffering } = (bufferingOf(groupOf({ settings })) ?? {}) as {
        readonly buffering?: Readonly<Record<string, number>>;
      };
      if (buffering === undefined) {
        return;
      }
      const { memResponseBodyBytes = 0, maxRequestBodyBytes = 0, maxResponseBodyBytes = 0 } = buffering;
      expect(memResponseBodyBytes).toBeLessThanOrEqual(4 * MEBIBYTE);
      for (const bytes of [maxRequestBodyBytes, maxResponseBodyBytes]) {
        // 0 is no limit at all.
        expect(bytes).toBeGreaterThan(0);
        expect(bytes).toBeLessThanOrEqual(1024 * MEBIBYTE);
      }
    }),
  );
});

it('Envoy holds at most 64 MiB of a request, and 4 MiB of a connection', () => {
  fc.assert(
    fc.property(SETTINGS, (settings) => {
      const text = JSON.stringify([requestBuffer(groupOf({ settings })), bufferLimit(groupOf({ settings }))]);
      const [requests, connections] = ['limit', 'bufferLimit'].map((key) =>
        Number(new RegExp(`"${key}":"(\\d+)(Mi|Ki)"`).exec(text)?.[1] ?? 0),
      );
      expect(requests).toBeLessThanOrEqual(64);
      expect(connections).toBeLessThanOrEqual(4 * 1024);
    }),
  );
});
