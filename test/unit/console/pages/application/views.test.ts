import { expect, it } from 'vitest';
import { viewOfSearch } from '../../../../../src/console/pages/application/views.ts';

it('an address names a view, and one that there is not is none', () => {
  expect(viewOfSearch({ view: 'Events' })).toEqual({ view: 'Events' });
  expect(viewOfSearch({ view: 'events' })).toEqual({});
  expect(viewOfSearch({})).toEqual({});
});
