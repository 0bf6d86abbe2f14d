import { expect, it } from 'vitest';
import { isAllowedIssuer, issuerText, readIssuer } from '../../../src/names/issuer.ts';

it.each([
  ['clusterissuer/le', { kind: 'ClusterIssuer', name: 'le' }],
  ['Issuer:le.x', { kind: 'Issuer', name: 'le.x' }],
  ['acme', undefined],
  ['issuer/', undefined],
  ['', undefined],
])('%j names %j', (text, issuer) => {
  expect(readIssuer(text)).toEqual(issuer);
});

it('an issuer is allowed by kind and name, however it is spelled', () => {
  const allowed = ['clusterissuer/le', 'acme'];
  const isAllowed = (kind: string, name: string) => isAllowedIssuer({ kind, name }, allowed);
  expect([
    isAllowed('ClusterIssuer', 'le'),
    isAllowed('Issuer', 'le'),
    isAllowed('ClusterIssuer', 'x'),
  ]).toEqual([true, false, false]);
});

it('says what may be named', () => {
  expect(issuerText('issuer/x', ['issuer/y'])).toBe(
    'rules of this team may name issuer/y only, not issuer/x',
  );
  expect(issuerText('issuer/x', [])).toBe('rules of this team may name no issuer only, not issuer/x');
});
