import { expect, it } from 'vitest';
import { ledgerData, readLedger, readOffered } from '../../../src/names/ledger.ts';

const until = new Date('2026-06-01T12:00:00Z');
const releases = [
  { name: '*.shop.example.com', namespace: 'a', until },
  { name: 'port 30000', namespace: 'a', until },
  { name: 'x.example.com', namespace: 'b', until },
];

it('writes names by namespace, and reads them again', () => {
  const data = ledgerData(releases, []);
  expect(data).toEqual({
    a: '*.shop.example.com 2026-06-01T12:00:00.000Z\nport 30000 2026-06-01T12:00:00.000Z',
    b: 'x.example.com 2026-06-01T12:00:00.000Z',
    _ports: '',
  });
  expect(readLedger(data)).toEqual(releases);
});

it.each([
  ['ports', [{ from: 20_000, to: 20_999 }]],
  ['no ports', []],
])('writes that the gateway offers %s beside the names, and reads it again', (_, offered) => {
  const data = ledgerData(releases, offered);
  expect(readOffered(data)).toEqual(offered);
  expect(readLedger(data)).toEqual(releases);
});

it('reads no ports where they cannot be read', () => {
  expect(readOffered({ _ports: 'all' })).toBeUndefined();
});

it('leaves out what it cannot read', () => {
  expect(readLedger({ a: 'x.example.com soon\n\nx.example.com', b: '' })).toEqual([]);
});
