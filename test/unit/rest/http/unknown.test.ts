import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagInQuery, inHeader, inPath } from '../../../../src/rest/http/parameters.ts';
import { readHeaders, unknownOf } from '../../../../src/rest/http/unknown.ts';

const PARAMETERS = {
  team_id: inPath('a team'),
  dryRun: flagInQuery('a flag'),
  is_deploy: flagInQuery('another'),
  'Idempotency-Key': inHeader('a key'),
};
const HEADERS = readHeaders([{ parameters: PARAMETERS }]);
const unknownIn = unknownOf({ parameters: PARAMETERS }, HEADERS);

function messages(query: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) {
  return unknownIn({ query, headers }).map(({ field, message }) => `${field} ${message}`);
}

describe('a request', () => {
  it.each<[string, string]>([
    ['dry_run', 'use dryRun'],
    ['dryrun', 'use dryRun'],
    ['DRY-RUN', 'use dryRun'],
    ['isdeploy', 'use is_deploy'],
    ['isDeploy', 'use is_deploy'],
    ['force', 'there are dryRun, is_deploy'],
    ['team_id', 'there are dryRun, is_deploy'],
    ['__proto__', 'there are dryRun, is_deploy'],
  ])('with the parameter %s is told of the right one', (name, told) => {
    const query = Object.fromEntries([[name, 'true']]);
    expect(messages(query)).toEqual([`${name} is no parameter of this operation: ${told}`]);
  });

  it.each<[string, string | undefined]>([
    ['idempotency_key', 'use idempotency-key'],
    ['idempotencykey', 'use idempotency-key'],
    ['x-stoa-dry-run', 'there are idempotency-key, x-stoa-token'],
    ['x_stoa_token', 'use x-stoa-token'],
    ['idempotency-key', undefined],
    ['x-stoa-token', undefined],
    ['x-forwarded-for', undefined],
    ['x-requestid', undefined],
  ])('with the header %s is told of the right one', (name, told) => {
    const expected = told === undefined ? [] : [`${name} is no header of this operation: ${told}`];
    expect(messages({ dryRun: 'true' }, { [name]: 'x' })).toEqual(expected);
  });

  it('without parameters to know is told that there are none', () => {
    expect(unknownOf({ parameters: {} }, [])({ query: { a: '1' }, headers: {} })).toMatchObject([
      { field: 'a', message: 'is no parameter of this operation: this operation has no parameters' },
    ]);
  });

  it('of whatever words gets a short answer', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 300 }), fc.string()), (query) => {
        const told = unknownIn({ query, headers: {} });
        expect(told.length).toBeLessThanOrEqual(5);
        expect(told.every(({ field }) => field.length <= 128)).toBe(true);
      }),
    );
  });
});
