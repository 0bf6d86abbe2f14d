import { expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { SERVICES } from '../../../../src/objects/core.ts';
import { identityIn } from '../../../../src/rest/guard/identity.ts';

const ADA = { user: 'ada', groups: ['dev'], uid: '7' };
const ACCOUNT = { user: 'system:serviceaccount:team:web', groups: ['system:serviceaccounts'], uid: '8' };

/** An identity, and the requests that go through either transport. */
function identity(audiences: readonly string[]) {
  const sent: { readonly through: string; readonly request: KubeRequest }[] = [];
  const unused = () => Promise.reject(new Error('unused'));
  const transport = (through: string) => ({
    call: async (request: KubeRequest) => {
      sent.push({ through, request });
      return { items: [], metadata: {}, status: {} };
    },
    open: unused,
    close: unused,
  });
  const region = { client: new KubeClient(transport('service')), callers: transport('callers') };
  return { sent, ...identityIn(region, audiences) };
}

it('without audiences, the token itself is reviewed and used, and nothing of the service', async () => {
  const { sent, review, clientOf } = identity([]);
  await review('t');
  await clientOf('t', ADA).list(SERVICES, { namespace: 'team' });
  expect(
    sent.map(({ through, request: { path, headers } }) => [through, path.split('/').at(-1), headers]),
  ).toEqual([
    ['callers', 'selfsubjectreviews', [['authorization', 'Bearer t']]],
    ['callers', 'services', [['authorization', 'Bearer t']]],
  ]);
});

it.each([
  [
    'a user with all that the cluster knows',
    ADA,
    [
      ['Impersonate-User', 'ada'],
      ['Impersonate-Group', 'dev'],
      ['Impersonate-Uid', '7'],
    ],
  ],
  ['a ServiceAccount by its name', ACCOUNT, [['Impersonate-User', ACCOUNT.user]]],
])('with audiences, the service reviews the token and impersonates %s', async (_, caller, headers) => {
  const { sent, review, clientOf } = identity(['stoa']);
  await review('t');
  await clientOf('t', caller).list(SERVICES, { namespace: 'team' });
  expect(sent.map(({ through, request }) => [through, request.path.split('/').at(-1)])).toEqual([
    ['service', 'tokenreviews'],
    ['service', 'services'],
  ]);
  expect(sent[1]?.request.headers).toEqual(headers);
  expect(sent[0]?.request).toMatchObject({
    headers: [],
    body: { spec: { token: 't', audiences: ['stoa'] } },
  });
});
