import { expect, it } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import { createMaySee } from '../../../src/rest/sight.ts';

/** What a SelfSubjectAccessReview asks. */
interface Asked {
  readonly spec: { readonly resourceAttributes: { readonly resource: string; readonly namespace: string } };
}

/** An API server that allows what is in `allowed`; `asked` is what it was asked. */
function server() {
  const clock = { ms: 1_000_000, now: () => clock.ms };
  const allowed = new Set(['applications', 'gatewayrules', 'services']);
  const asked: string[] = [];
  const client = {
    post: async (_path: string, { spec: { resourceAttributes } }: Asked) => {
      const { resource, namespace } = resourceAttributes;
      asked.push(`${namespace}/${resource}`);
      if (allowed.has('broken')) {
        throw new KubeError({ type: 'unreachable' }, 'x');
      }
      return { status: { allowed: allowed.has(resource) } };
    },
  } as Pick<KubeClient, 'post'> as KubeClient;
  const maySee = createMaySee(clock);
  const see = (user = 'ada', namespace = 'team', region = 'local') =>
    maySee({ region: { name: region }, caller: { user, groups: [] }, client }, namespace);
  return { clock, allowed, asked, see };
}

it('asks for each kind once in five seconds', async () => {
  const { see, asked, clock, allowed } = server();
  expect(await Promise.all([see(), see()])).toEqual([true, true]);
  expect(asked.toSorted()).toEqual(['team/applications', 'team/gatewayrules', 'team/services']);
  clock.ms += 4_900;
  allowed.delete('services');
  expect(await see()).toBe(true);
  clock.ms += 200;
  expect(await see()).toBe(false);
});

it.each(['applications', 'gatewayrules', 'services'])(
  'shows nothing to who may not list %s',
  async (kind) => {
    const { see, allowed } = server();
    allowed.delete(kind);
    expect(await see()).toBe(false);
  },
);

it('takes the answer to one caller, namespace and region for no other', async () => {
  const { see, allowed } = server();
  expect(await see()).toBe(true);
  allowed.clear();
  expect(await see('bob')).toBe(false);
  expect(await see('ada', 'other')).toBe(false);
  expect(await see('ada', 'team', 'west')).toBe(false);
  expect(await see()).toBe(true);
});

it('remembers no failure', async () => {
  const { see, allowed } = server();
  allowed.add('broken');
  await expect(see()).rejects.toMatchObject({ failure: { type: 'unreachable' } });
  allowed.delete('broken');
  expect(await see()).toBe(true);
});
