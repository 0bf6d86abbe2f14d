import { expect, it } from 'vitest';
import { read, versionResponse } from '../../../src/store/response.ts';

it.each([
  ['v5.17.1-release-2f45c815e-2023-06-08-04', 'v5.17.1-release-2f45c815e-2023-06-08-04'],
  ['', undefined],
  [null, undefined],
  [6, undefined],
  [undefined, undefined],
  ['v'.repeat(100), 'v'.repeat(64)],
])('reads the release %j of a version as %j', (rainbondVersion, publishedWith) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ template: '{}', rainbondVersion }));
  expect(read(bytes, versionResponse)).toEqual({ type: 'found', value: { template: '{}', publishedWith } });
});
