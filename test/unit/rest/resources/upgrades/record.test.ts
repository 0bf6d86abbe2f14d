import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareVersions, newerVersions } from '../../../../../src/rest/resources/upgrades/record.ts';

it.each([
  ['1.9', '1.10'],
  ['1.0', '1.0.1'],
  ['1.0-rc1', '1.0'],
  ['1.0-rc1', '1.0-rc2'],
  ['v1.2', '1.3'],
  ['1', 'v2'],
  ['latest', '0'],
  ['9', `1${'0'.repeat(60)}`],
])('%s is older than %s', (older, newer) => {
  expect([compareVersions(older, newer), compareVersions(newer, older)]).toEqual([-1, 1]);
});

it.each([
  ['1.0', '1.0.0'],
  ['v1', '1'],
  ['1.0+2', '1.0-2'],
])('%s is not newer than %s', (a, b) => {
  expect([compareVersions(a, b), compareVersions(b, a)]).toEqual([0, 0]);
});

it('newer versions come with the newest last', () => {
  expect(newerVersions(['2.0', '1.0', '1.10', '1.9', '1.5', 'x'], '1.5')).toEqual(['1.9', '1.10', '2.0']);
});

const version = fc
  .array(fc.constantFrom('1', '2', '10', 'a', 'rc1', '', '0'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('.'));

it('versions have an order', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }
    }),
  );
});
