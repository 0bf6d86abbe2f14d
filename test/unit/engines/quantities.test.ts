import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Dialect } from '../../../src/engines/engine.ts';
import { envoyGateway } from '../../../src/engines/envoygateway/engine.ts';
import type { ListenerGroup } from '../../../src/engines/group.ts';
import { nginxGatewayFabric } from '../../../src/engines/nginxgatewayfabric/engine.ts';
import type { HttpRouteSpec } from '../../../src/objects/httproute.ts';
import { anyGroup } from '../../support/groups.ts';

function specOf(dialect: Dialect, group: ListenerGroup, kind: string): Record<string, never> {
  const found = dialect.render(group).objects.find(({ draft }) => draft.kind === kind);
  return (found?.draft.spec ?? {}) as Record<string, never>;
}

/** The headers that the first rule of a route sets. */
function headersSet(
  dialect: Dialect,
  group: ListenerGroup,
): readonly { readonly name: string; readonly value: string }[] {
  const [{ draft }] = dialect.render(group).objects;
  const filters = (draft.spec as HttpRouteSpec).rules[0]?.filters ?? [];
  return filters.flatMap((filter) =>
    filter.type === 'RequestHeaderModifier' ? (filter.requestHeaderModifier.set ?? []) : [],
  );
}

const BYTES = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, Ki: 1024, Mi: 1024 ** 2 } as const;

function bytesOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(text) ?? [];
  return Number(count) * BYTES[unit as keyof typeof BYTES];
}

it('nginx takes every size and time, and the buffers fit each other', () => {
  fc.assert(
    fc.property(anyGroup, (group) => {
      const { buffering = {}, timeout = {} } = specOf(nginxGatewayFabric, group, 'ProxySettingsPolicy');
      const { body = {} } = specOf(nginxGatewayFabric, group, 'ClientSettingsPolicy');
      const { bufferSize, buffers, busyBuffersSize } = buffering as {
        bufferSize?: string;
        buffers?: { number: number; size: string };
        busyBuffersSize?: string;
      };
      for (const time of Object.values(timeout)) {
        expect(time).toMatch(/^[1-9][0-9]{0,3}[sm]$/);
      }
      for (const size of [...Object.values(body), bufferSize ?? '1k', busyBuffersSize ?? '1k']) {
        expect(size).toMatch(/^\d{1,4}[kmg]?$/);
      }
      if (buffers !== undefined) {
        const [one, busy] = [buffers.size, busyBuffersSize ?? ''].map(bytesOf) as [number, number];
        expect(buffers.size).toBe(bufferSize);
        expect(busy).toBeGreaterThan(one);
        expect(busy).toBeLessThan((buffers.number - 1) * one);
        expect(buffers.number).toBeLessThanOrEqual(256);
      }
    }),
  );
});

it('nginx is named only variables that it has, and values that it leaves as they are', () => {
  fc.assert(
    fc.property(anyGroup, (group) => {
      const { hashMethodKey = '$host' } = specOf(nginxGatewayFabric, group, 'UpstreamSettingsPolicy');
      expect(hashMethodKey).toMatch(
        /^\$((binary_)?remote_addr|remote_user|host|request_uri|uri|args|query_string|request_method|scheme|(http|cookie|arg)_[a-z_]+)$/,
      );
      for (const { name, value } of headersSet(nginxGatewayFabric, group)) {
        expect(name).toMatch(/^[-A-Za-z0-9]+$/);
        expect(value).not.toMatch(/["$\\]/);
      }
    }),
  );
});

it('Envoy takes every limit, and sets a percent sign as one', () => {
  fc.assert(
    fc.property(anyGroup, (group) => {
      const { requestBuffer, connection } = specOf(envoyGateway, group, 'BackendTrafficPolicy') as {
        requestBuffer?: { limit: string };
        connection?: { bufferLimit: string };
      };
      for (const limit of [requestBuffer?.limit ?? '1Ki', connection?.bufferLimit ?? '1Ki']) {
        expect(limit).toMatch(/^[1-9][0-9]*[KM]i$/);
        expect(bytesOf(limit)).toBeLessThan(2 ** 32);
      }
      for (const { value } of headersSet(envoyGateway, group)) {
        expect(value.replaceAll('%%', '')).not.toContain('%');
      }
    }),
  );
});
