import { describe, expect, it } from 'vitest';
import { isRejection, permitted } from '../../../../src/install/account/permitted.ts';
import { type Failure, KubeError } from '../../../../src/kube/error.ts';
import { installOf } from '../../../support/plans.ts';

function denied(user: string, verb: string, resource: string): KubeError {
  return new KubeError({ type: 'forbidden', denied: { user, verb, resource, group: '' } }, `no ${resource}`);
}

const ACCOUNT = 'system:serviceaccount:team:stoa-install';
const OPERATOR = 'system:serviceaccount:stoa-system:stoa-operator';

const attempt = (error: unknown) => permitted(installOf(), 'Applied', () => Promise.reject(error));

describe('work as the account', () => {
  it('has a value where it succeeds', async () => {
    expect(await permitted(installOf(), 'Applied', async () => 7)).toBe(7);
  });

  it('is reported where the account lacks a right', async () => {
    expect(await attempt(denied(ACCOUNT, 'delete', 'services'))).toMatchObject({
      type: 'halted',
      draft: {
        verdict: { type: 'Applied', reason: 'RightMissing' },
        outcome: { type: 'waiting' },
      },
    });
  });

  it('is reported where the operator may not act as the account', async () => {
    expect(await attempt(denied(OPERATOR, 'impersonate', 'serviceaccounts'))).toMatchObject({
      type: 'halted',
      draft: {
        verdict: { reason: 'Rejected', message: 'the operator lacks a right: no serviceaccounts' },
        outcome: { type: 'waiting' },
      },
    });
  });

  it('is reported where the operator may not write EndpointSlices itself', async () => {
    expect(await attempt(denied(OPERATOR, 'patch', 'endpointslices'))).toMatchObject({
      type: 'halted',
      draft: { verdict: { message: 'the operator lacks a right: no endpointslices' } },
    });
  });

  it.each([
    ['a decision used outdated state', new KubeError({ type: 'conflict' }, 'modified')],
    ['the server is busy', new KubeError({ type: 'throttled', retryAfterSeconds: 1 }, 'busy')],
    ['the server does not answer', new KubeError({ type: 'unreachable' }, 'gone')],
    ['something else fails', new Error('other')],
  ])('throws where %s', async (_, error) => {
    await expect(attempt(error)).rejects.toBe(error);
  });
});

const CURRENT = { observedGeneration: 1 };

it.each<[string, KubeError]>([
  ['an invalid object', new KubeError({ type: 'invalid', causes: [] }, 'no')],
  ['an object that is too large', new KubeError({ type: 'refused', status: 413 }, 'no')],
  ['an object over a quota', new KubeError({ type: 'forbidden' }, 'no')],
])('work as the account is reported, and tried again, where the API server refuses %s', async (_, error) => {
  for (const install of [installOf(), installOf({}, CURRENT)]) {
    const result = await permitted(install, 'Applied', () => Promise.reject(error));
    expect(result).toEqual({
      type: 'halted',
      draft: {
        verdict: {
          type: 'Applied',
          status: 'False',
          reason: 'Rejected',
          message: 'the API server refuses a call: no',
        },
        outcome: { type: 'retry', cause: error },
      },
    });
  }
});

it.each<[string, KubeError]>([
  ['another error', new KubeError({ type: 'refused', status: 500 }, 'illegal base64 data')],
  [
    'a right that another account lacks',
    denied('system:serviceaccount:other:stoa-install', 'get', 'secrets'),
  ],
  ['another right that the operator lacks', denied(OPERATOR, 'list', 'services')],
])('an install whose status says nothing of its spec reports %s', async (_, error) => {
  expect(await attempt(error)).toMatchObject({
    draft: { verdict: { reason: 'Rejected' }, outcome: { type: 'retry' } },
  });
  const again = permitted(installOf({}, CURRENT), 'Applied', () => Promise.reject(error));
  await expect(again).rejects.toBe(error);
});

it.each<[string, Failure, boolean]>([
  ['an invalid object', { type: 'invalid', causes: [] }, true],
  ['an object over a quota', { type: 'forbidden', denied: undefined }, true],
  ['a conflict', { type: 'conflict' }, false],
])('%s is a rejection, or not', (_, failure, expected) => {
  expect(isRejection(new KubeError(failure, ''))).toBe(expected);
});

it('a missing right is no rejection', () => {
  expect(isRejection(denied(ACCOUNT, 'create', 'services'))).toBe(false);
});
