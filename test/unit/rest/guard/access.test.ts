import { expect, it } from 'vitest';
import type { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import { createAccessCheck } from '../../../../src/rest/guard/access.ts';

/** Subject of a review: a namespace, or one resource. */
interface Asked {
  readonly spec: { readonly namespace: string; readonly resourceAttributes?: { readonly resource: string } };
}

/** An API server that allows to list what is in `allowed`; `asked` is of which namespaces it was asked. */
function server() {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const allowed = new Set(['applications', 'gatewayrules', 'services']);
  const asked: string[] = [];
  const client = {
    post: async (_path: string, { spec: { namespace, resourceAttributes } }: Asked) => {
      for (const type of ['unreachable', 'forbidden'] as const) {
        if (allowed.has(type)) {
          throw new KubeError({ type }, 'x');
        }
      }
      if (resourceAttributes !== undefined) {
        return { status: { allowed: allowed.has(resourceAttributes.resource) } };
      }
      asked.push(namespace);
      return { status: { resourceRules: [{ verbs: ['list'], apiGroups: ['*'], resources: [...allowed] }] } };
    },
  } as Pick<KubeClient, 'post'> as KubeClient;
  const hasAccess = createAccessCheck(clock);
  const see = (user = 'ada', namespace = 'team', region = 'local') =>
    hasAccess({ region: { name: region }, caller: { user, groups: [] }, client }, namespace);
  return { clock, allowed, asked, see };
}

it('requests a review once in five seconds', async () => {
  const { see, asked, clock, allowed } = server();
  expect(await Promise.all([see(), see()])).toEqual([true, true]);
  expect(asked).toEqual(['team']);
  clock.ms += 4_900;
  allowed.delete('services');
  expect(await see()).toBe(true);
  clock.ms += 200;
  expect(await see()).toBe(false);
});

it.each(['applications', 'gatewayrules', 'services'])(
  'denies access without the right to list %s',
  async (kind) => {
    const { see, allowed } = server();
    allowed.delete(kind);
    expect(await see()).toBe(false);
  },
);

it('denies access where a caller may not review its own access', async () => {
  const { see, allowed } = server();
  allowed.add('forbidden');
  expect(await see()).toBe(false);
});

it('keeps decisions apart by caller, namespace and region', async () => {
  const { see, allowed } = server();
  expect(await see()).toBe(true);
  allowed.clear();
  expect(await see('bob')).toBe(false);
  expect(await see('ada', 'other')).toBe(false);
  expect(await see('ada', 'team', 'west')).toBe(false);
  expect(await see()).toBe(true);
});

it('caches no failure', async () => {
  const { see, allowed } = server();
  allowed.add('unreachable');
  await expect(see()).rejects.toMatchObject({ failure: { type: 'unreachable' } });
  allowed.delete('unreachable');
  expect(await see()).toBe(true);
});
