import { expect, it } from 'vitest';
import type { MarketInstallSpec } from '../../../../../src/api/marketinstall.ts';
import type { KubeClient } from '../../../../../src/kube/client.ts';
import { KubeError } from '../../../../../src/kube/error.ts';
import { createInstall } from '../../../../../src/rest/resources/installs/writes.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';
import { installOf } from '../../../../support/plans.ts';

const { spec: SPEC } = installOf();

/** A scope whose API server has the install already, with what its team has changed since. */
function scopeWith(changes: Partial<MarketInstallSpec>): Scope {
  const client = {
    create: async () => {
      throw new KubeError({ type: 'already-exists' }, 'x');
    },
    get: async () => installOf({ ...SPEC, ...changes }),
  };
  return { client: client as unknown as KubeClient, namespace: 'team' } as unknown as Scope;
}

it.each<[string, Partial<MarketInstallSpec>]>([
  ['nothing', {}],
  ['grants', { grants: { secrets: ['tls'] } }],
  ['what no request says', { suspend: true, volumesOnDelete: 'delete' }],
])('a repeated request finds its install after its team has added %s', async (_, changes) => {
  await expect(createInstall(scopeWith(changes), 'shop', SPEC)).resolves.toMatchObject({
    install: { metadata: { name: 'shop' }, spec: changes },
    isNew: false,
  });
});

it.each<[string, Partial<MarketInstallSpec>]>([
  ['version', { appModelVersion: '2.0' }],
  ['store', { market: { ...SPEC.market, domain: 'there' } }],
  ['deploy', { deploy: false }],
])('a repeated request does not find an install with another %s', async (_, changes) => {
  await expect(createInstall(scopeWith(changes), 'shop', SPEC)).rejects.toMatchObject({
    problem: 'keyReused',
  });
});

it('a repeated request creates its install if the one that had the name is withdrawn meanwhile', async () => {
  const existing = ['already-exists', undefined] as const;
  const left = existing.values();
  const client = {
    create: async () => {
      const type = left.next().value;
      if (type !== undefined) {
        throw new KubeError({ type }, 'x');
      }
      return installOf();
    },
    get: async () => {
      throw new KubeError({ type: 'not-found' }, 'x');
    },
  };
  const scope = { client: client as unknown as KubeClient, namespace: 'team' } as unknown as Scope;
  await expect(createInstall(scope, 'shop', SPEC)).resolves.toMatchObject({ isNew: true });
});
