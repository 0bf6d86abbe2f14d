import { expect, it } from 'vitest';
import { impersonationHeaders } from '../../../src/kube/impersonation.ts';

it('includes all attributes of the user', () => {
  const extra = { 'authentication.kubernetes.io/credential-id': ['JTI=1'], 'Über mich': ['a', 'b'] };
  expect(impersonationHeaders({ user: 'ada', groups: ['g1', 'g2'], uid: '7', extra })).toEqual([
    ['Impersonate-User', 'ada'],
    ['Impersonate-Group', 'g1'],
    ['Impersonate-Group', 'g2'],
    ['Impersonate-Uid', '7'],
    ['Impersonate-Extra-authentication.kubernetes.io%2fcredential-id', 'JTI=1'],
    ['Impersonate-Extra-%c3%9cber%20mich', 'a'],
    ['Impersonate-Extra-%c3%9cber%20mich', 'b'],
  ]);
});

it('omits missing attributes', () => {
  expect(impersonationHeaders({ user: 'ada', groups: [], uid: '' })).toEqual([['Impersonate-User', 'ada']]);
});

it('sends names in UTF-8, byte by byte', () => {
  const [[, user] = []] = impersonationHeaders({ user: 'Zoë', groups: [] });
  expect(Buffer.from(user ?? '', 'latin1').toString('utf8')).toBe('Zoë');
});

it('rejects an empty user', () => {
  expect(() => impersonationHeaders({ user: '', groups: ['system:masters'] })).toThrow('empty user');
});
