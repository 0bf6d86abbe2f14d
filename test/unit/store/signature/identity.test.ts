import { expect, it } from 'vitest';
import { certifiedIdentity } from '../../../../src/store/signature/identity.ts';
import { der, sequence } from '../../../support/der.ts';

const SUBJECT = 'https://ci.example.com/acme/shop';
const ISSUER = 'https://issuer.example.com';

const uri = (text: string) => der(0x86, Buffer.from(text, 'latin1'));
const mail = (text: string) => der(0x81, Buffer.from(text));
const names = (...each: readonly Buffer[]) => ({ id: [2, 5, 29, 17], value: sequence(...each) });
const issuer = (value: Buffer, last = 8) => ({ id: [1, 3, 6, 1, 4, 1, 57264, 1, last], value });
const issuedBy = issuer(der(0x0c, Buffer.from(ISSUER)));
const long = `https://ci.example.com/${'a'.repeat(300)}`;

it.each([
  ['a URI', [names(uri(SUBJECT)), issuedBy], SUBJECT],
  ['a mail address', [names(mail('dev@example.com')), issuedBy], 'dev@example.com'],
  ['a long URI', [names(uri(long)), issuedBy], long],
  ['an older issuer', [names(uri(SUBJECT)), issuer(Buffer.from(ISSUER), 1)], SUBJECT],
])('%s is an identity', (_title, extensions, subject) => {
  expect(certifiedIdentity(extensions)).toEqual({ subject, issuer: ISSUER });
});

it.each([
  ['nothing', []],
  ['no issuer', [names(uri(SUBJECT))]],
  ['no name', [names(), issuedBy]],
  ['two names', [names(uri(SUBJECT), mail('dev@example.com')), issuedBy]],
  ['two lists of names', [names(uri(SUBJECT)), names(uri(SUBJECT)), issuedBy]],
  ['a host name', [names(der(0x82, Buffer.from('ci.example.com'))), issuedBy]],
  ['bytes that lose their first bit', [names(uri(SUBJECT.replace('c', '\xe3'))), issuedBy]],
  ['a name with an end before its end', [names(uri(`${SUBJECT}\0.evil.example.com`)), issuedBy]],
  ['a length beyond the value', [{ id: [2, 5, 29, 17], value: Buffer.from([0x30, 0x7f, 0x86]) }, issuedBy]],
  ['a page', [names(uri('https://ci.example.com/<b>')), issuedBy]],
  ['an issuer that is no text', [names(uri(SUBJECT)), issuer(Buffer.from(ISSUER))]],
])('%s is no identity', (_title, extensions) => {
  expect(certifiedIdentity(extensions)).toBeUndefined();
});
