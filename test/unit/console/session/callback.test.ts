import { describe, expect, it } from 'vitest';
import { takeCallback } from '../../../../src/console/session/callback.ts';

const BASE = 'https://stoa.test/prefix/console/';

function opened(href: string) {
  const written: string[] = [];
  const callback = takeCallback({
    location: { href, assign: () => undefined },
    history: { replaceState: (_data: null, _unused: '', url: string) => void written.push(url) },
  });
  return { callback, written };
}

describe('a page', () => {
  it.each([`${BASE}?code=abc&state=def`, `${BASE}?error=access_denied&state=def#/teams`])(
    'takes the answer of an issuer out of its address: %s',
    (callback) => {
      expect(opened(callback)).toEqual({ callback, written: [BASE] });
    },
  );

  it.each([BASE, `${BASE}#/teams/shop`, `${BASE}?code=abc`, `${BASE}?state=abc`, `${BASE}#/?code=a&state=b`])(
    'leaves the address %s alone',
    (url) => {
      expect(opened(url)).toEqual({ callback: undefined, written: [] });
    },
  );
});
