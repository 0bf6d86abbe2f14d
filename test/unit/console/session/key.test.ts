import { describe, expect, it } from 'vitest';
import { takeKey } from '../../../../src/console/session/key.ts';

function opened(href: string) {
  const written: string[] = [];
  const key = takeKey({
    location: { href, assign: () => undefined },
    history: { replaceState: (_data: null, _unused: '', url: string) => void written.push(url) },
  });
  return { key, written };
}

describe('a page', () => {
  it.each(['http://127.0.0.1:8080/console/', 'http://localhost:8080/console/'])(
    'of this machine takes the key out of its address: %s',
    (page) => {
      expect(opened(`${page}#key=aB-_9`)).toEqual({ key: 'aB-_9', written: [page] });
    },
  );

  it.each(['https://stoa.example.com/console/', 'https://127.0.0.1.example.com/prefix/console/'])(
    'of a server signs nobody in by a link, and removes the key all the same: %s',
    (page) => {
      expect(opened(`${page}#key=abc`)).toEqual({ key: undefined, written: [page] });
    },
  );

  it.each(['%', '%E0%A4%A', '', 'a b', '<script>'])('does not break by the key %j', (key) => {
    const page = 'http://127.0.0.1:8080/console/';
    expect(opened(`${page}#key=${key}`)).toEqual({ key: undefined, written: [page] });
  });

  it.each(['', '#/teams/shop', '#/teams/key=abc'])('leaves the address with %j alone', (hash) => {
    expect(opened(`http://127.0.0.1:8080/console/${hash}`)).toEqual({ key: undefined, written: [] });
  });
});
