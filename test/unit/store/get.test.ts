import { expect, it } from 'vitest';
import { resultOf } from '../../../src/store/get.ts';

function refusalOf(status: number, header?: string) {
  const headers = header === undefined ? {} : { 'retry-after': header };
  return resultOf(
    { type: 'answer', status, headers, body: undefined },
    { absent: { type: 'version-not-found' }, keySent: false },
  );
}

it.each([
  [429, '90', 90],
  [503, '0', 0],
  [503, '86400', 900],
  [503, new Date(Date.now() + 3_600_000).toUTCString(), 900],
  [500, '30', 30],
])('status %i with Retry-After %s is tried again after %i seconds', (status, header, seconds) => {
  expect(refusalOf(status, header)).toEqual({ type: 'failed', status, retryAfterSeconds: seconds });
});

it.each([
  [429, undefined],
  [503, 'soon'],
])('status %i with Retry-After %s is tried again as any other failure', (status, header) => {
  expect(refusalOf(status, header)).toEqual({ type: 'failed', status });
});

it('a status that stays waits for nothing', () => {
  expect(refusalOf(422, '90')).toEqual({ type: 'rejected', status: 422 });
});
