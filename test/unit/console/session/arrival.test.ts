import { describe, expect, it } from 'vitest';
import { arrivalIn, takeArrival } from '../../../../src/console/session/arrival.ts';

const BASE = 'https://stoa.test/prefix/console/';

function opened(href: string) {
  const written: string[] = [];
  const page = {
    location: { href, assign: () => undefined },
    history: { replaceState: (_data: null, _unused: '', url: string) => void written.push(url) },
  };
  return { arrival: takeArrival(page), written };
}

describe('a page', () => {
  it.each([[`${BASE}?code=abc&state=def`], [`${BASE}?error=access_denied&state=def#/teams`]])(
    'takes the answer of an issuer out of its address: %s',
    (url) => {
      expect(opened(url)).toEqual({ arrival: { type: 'callback', url }, written: [BASE] });
    },
  );

  it('takes a key out of its address', () => {
    expect(opened(`${BASE}#key=a-b_1`)).toEqual({ arrival: { type: 'key', key: 'a-b_1' }, written: [BASE] });
  });

  it.each([
    BASE,
    `${BASE}#/teams/shop`,
    `${BASE}?code=abc`,
    `${BASE}?state=abc`,
    `${BASE}#/key=abc`,
    `${BASE}#key=`,
  ])('leaves the address %s alone', (url) => {
    expect(opened(url)).toEqual({ arrival: undefined, written: [] });
    expect(arrivalIn(url)).toBeUndefined();
  });
});
