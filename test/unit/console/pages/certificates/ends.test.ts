import { expect, it } from 'vitest';
import {
  endOf,
  type ListedCertificate,
  matching,
} from '../../../../../src/console/pages/certificates/ends.ts';
import { certificateBody, withoutKey } from '../../../../../src/console/pages/certificates/typed.ts';

const now = new Date('2026-06-15T00:00:00Z');

function certificate(members: Partial<ListedCertificate> = {}): ListedCertificate {
  return {
    id: 1,
    name: 'shop',
    alias: 'Shop',
    certificate_type: '服务端证书',
    has_expired: false,
    issued_to: ['shop.example.com'],
    issued_by: 'An authority',
    end_data: '2026-09-15T00:00:00',
    problems: [],
    ...members,
  };
}

it('the end of a certificate is told by a colour and by words', () => {
  const cases = [
    [{}, 'good', 'good for 92 days'],
    [{ problems: ['the certificate is incomplete'] }, 'warning', 'good for 92 days, but'],
    [{ end_data: '2026-06-28T23:59:59' }, 'warning', 'ends soon, in 13 days'],
    [{ end_data: '2026-06-15T01:00:00' }, 'warning', 'ends soon, in less than a day'],
    [{ end_data: '2026-06-13T12:00:00', has_expired: true }, 'bad', 'expired 1 day ago'],
    // A page that stays open for long.
    [{ end_data: '2026-06-14T23:59:59' }, 'bad', 'expired less than a day ago'],
    [{ end_data: '', has_expired: true }, 'bad', 'cannot be read'],
  ] as const;
  for (const [members, health, words] of cases) {
    expect(endOf(certificate(members as Partial<ListedCertificate>), now)).toEqual({ health, words });
  }
});

it('certificates are found by their name, their hosts and their issuer', () => {
  const list = [
    certificate(),
    certificate({ alias: 'Books', issued_to: ['books.example.org'], issued_by: 'Other' }),
  ];
  expect(matching(list, ' BOOKS.example').map(({ alias }) => alias)).toEqual(['Books']);
  expect(matching(list, 'authority').map(({ alias }) => alias)).toEqual(['Shop']);
  expect(matching(list, '')).toHaveLength(2);
});

it('what is shown of an upload has no private key', () => {
  const typed = { alias: ' a ', certificate: 'PEM', key: 'secret' };
  expect(certificateBody(typed)).toEqual({ alias: 'a', certificate: 'PEM', private_key: 'secret' });
  expect(JSON.stringify(certificateBody(withoutKey(typed)))).not.toContain('secret');
});
