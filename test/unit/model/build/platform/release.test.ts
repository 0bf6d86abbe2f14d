import { expect, it } from 'vitest';
import { isBefore, isSince, platformRelease } from '../../../../../src/model/build/platform/release.ts';

it.each([
  ['v5.14.1-release-2f45c815e-2023-06-08-04', [5, 14, 1]],
  ['v6.7.0-release-f5784be', [6, 7, 0]],
  ['6.10', [6, 10, 0]],
  ['5.', [5, 0, 0]],
  ['public-cloud', undefined],
  ['dev-5.1', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is the release %j', (text, release) => {
  expect(platformRelease(text)).toEqual(release);
});

it.each([
  ['5.17.9', true, false],
  ['6.0.0', false, true],
  ['6.9.5', false, true],
  ['10.0.0', false, true],
  ['dev', false, false],
])('%s is before 6.0.0: %j, since it: %j', (text, before, since) => {
  expect(isBefore(platformRelease(text), [6, 0, 0])).toBe(before);
  expect(isSince(platformRelease(text), [6, 0, 0])).toBe(since);
});
