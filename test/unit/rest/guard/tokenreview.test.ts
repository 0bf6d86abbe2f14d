import { describe, expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import { type Failure, KubeError } from '../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { createTokenReviewer } from '../../../../src/rest/guard/tokenreview.ts';
import { problemOf } from '../../../../src/rest/problem/oferror.ts';

/** A client whose API server answers every request with a status of a TokenReview, or fails. */
function answering(status: unknown, asked: KubeRequest[] = []): KubeClient {
  return new KubeClient({
    call: async (request) => {
      asked.push(request);
      if (status instanceof Error) {
        throw status;
      }
      return { status };
    },
    open: () => Promise.reject(new Error('nothing is watched')),
    close: async () => undefined,
  });
}

const user = { username: 'ada', groups: ['dev'], uid: '7', extra: { scopes: ['a'] } };

it('returns all attributes of the caller', async () => {
  const review = createTokenReviewer(answering({ authenticated: true, audiences: ['stoa'], user }), ['stoa']);
  expect(await review('t')).toEqual({ user: 'ada', groups: ['dev'], uid: '7', extra: { scopes: ['a'] } });
});

it.each([
  ['nobody', {}],
  ['a token that is not valid', { authenticated: false, error: 'expired' }],
  ['no user', { authenticated: true, audiences: ['stoa'] }],
  [
    'an empty user',
    { authenticated: true, audiences: ['stoa'], user: { username: '', groups: ['system:masters'] } },
  ],
])('does not authenticate %s', async (_, status) => {
  expect(await createTokenReviewer(answering(status), ['stoa'])('t')).toBeUndefined();
});

describe('with audiences', () => {
  it.each([
    ['one of them', ['stoa'], true],
    ['another', ['https://kubernetes.default.svc'], false],
    ['none, as a server answers that knows nothing of audiences', undefined, false],
  ])('takes a token for %s: %j', async (_, audiences, takes) => {
    const asked: KubeRequest[] = [];
    const review = createTokenReviewer(answering({ authenticated: true, audiences, user }, asked), [
      'stoa',
      'console',
    ]);
    expect((await review('t')) !== undefined).toBe(takes);
    expect(asked).toMatchObject([{ body: { spec: { token: 't', audiences: ['stoa', 'console'] } } }]);
  });
});

describe('an API server that gives no answer', () => {
  it.each<[Failure, number]>([
    [{ type: 'unreachable' }, 502],
    [{ type: 'ambiguous' }, 502],
    [{ type: 'refused', status: 500 }, 502],
    [{ type: 'forbidden' }, 502],
    [{ type: 'unauthorized' }, 502],
    [{ type: 'invalid', causes: [] }, 502],
    [{ type: 'throttled', retryAfterSeconds: 1 }, 503],
  ])('by %j is answered %s, never 401', async (failure, status) => {
    const error: unknown = await createTokenReviewer(answering(new KubeError(failure, 'x')), ['stoa'])(
      't',
    ).catch((reason: unknown) => reason);
    const problem = problemOf(error, 'west');
    expect(problem.statusAndCode.status).toBe(status);
    expect(problem.message.includes('west')).toBe(status === 502);
  });
});
