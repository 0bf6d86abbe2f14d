import { expect, it } from 'vitest';
import { type Failure, KubeError } from '../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { createSelfReviewer } from '../../../../src/rest/guard/identity.ts';

/** A review of the token t by an API server that answers with a user, or fails. */
function review(answer: unknown, asked: KubeRequest[] = []) {
  const unused = () => Promise.reject(new Error('unused'));
  const call = async (request: KubeRequest) => {
    asked.push(request);
    if (answer instanceof Error) {
      throw answer;
    }
    return { status: { userInfo: answer } };
  };
  return createSelfReviewer({ call, open: unused, close: unused })('t');
}

it('asks with the token itself, and returns all attributes of the caller', async () => {
  const asked: KubeRequest[] = [];
  const user = { username: 'ada', groups: ['dev'], uid: '7', extra: { scopes: ['a'] } };
  expect(await review(user, asked)).toEqual({
    user: 'ada',
    groups: ['dev'],
    uid: '7',
    extra: { scopes: ['a'] },
  });
  expect(asked).toMatchObject([
    { method: 'POST', headers: [['authorization', 'Bearer t']], body: { kind: 'SelfSubjectReview' } },
  ]);
});

it.each([
  ['an unnamed user', {}],
  ['a user without credentials', { username: 'system:anonymous', groups: ['system:unauthenticated'] }],
  ['a token that is not accepted', new KubeError({ type: 'unauthorized' }, 'x')],
])('does not authenticate %s', async (_, answer) => {
  expect(await review(answer)).toBeUndefined();
});

it.each<[Failure, Failure['type']]>([
  [{ type: 'forbidden' }, 'forbidden'],
  [{ type: 'throttled', retryAfterSeconds: 1 }, 'throttled'],
  [{ type: 'ambiguous' }, 'unreachable'],
  [{ type: 'refused', status: 500 }, 'unreachable'],
])('that fails as %j is %s', async (failure, type) => {
  await expect(review(new KubeError(failure, 'x'))).rejects.toMatchObject({ failure: { type } });
});
