import { describe, expect, it } from 'vitest';
import { Declarations } from '../../../src/names/declarations.ts';
import { namespaceOf, settingsOf } from '../../support/names.ts';

const declarations = new Declarations(
  {
    ...settingsOf({
      limits: { hosts: 10, rules: 100 },
      teams: { a: { hosts: ['x.example.com'], issuers: ['issuer/a'], limits: { hosts: 1 } } },
    }),
    autoSsl: { issuer: 'clusterissuer/default' },
  },
  [
    namespaceOf('a-one', {}, { team: 'a' }),
    namespaceOf('a-two', {}, { team: 'a' }),
    namespaceOf('b', { 'stoa.dev/hosts': 'x.example.com, *.b.example.com', 'stoa.dev/issuers': 'issuer/b' }),
    namespaceOf('c', { 'stoa.dev/hosts': '?' }),
  ],
);

describe('declarations', () => {
  it('of the configuration count before those of Namespaces, for all namespaces of the team', () => {
    expect(declarations.check('x.example.com', 'a-one')).toEqual({ type: 'own' });
    expect(declarations.check('x.example.com', 'a-two')).toEqual({ type: 'own' });
    expect(declarations.check('x.example.com', 'b')).toMatchObject({
      type: 'declared-twice',
      owner: 'team a',
    });
    expect(declarations.areOneTeam('a-one', 'a-two')).toBe(true);
    expect(declarations.areOneTeam('a-one', 'b')).toBe(false);
  });

  it('name whom a name is for', () => {
    expect(declarations.check('y.b.example.com', 'c')).toMatchObject({
      type: 'declared-for-other',
      owner: 'Namespace b',
      pattern: '*.b.example.com',
    });
    expect(declarations.check('z.example.com', 'a-one')).toMatchObject({ declared: 'x.example.com' });
  });

  it('give limits and issuers, those of the team before those of all', () => {
    expect(declarations.limitsOf('a-one')).toEqual({ hosts: 1, rules: 100 });
    expect(declarations.limitsOf('b')).toEqual({ hosts: 10, rules: 100 });
    expect(['a-one', 'b', 'c'].map((each) => declarations.issuersOf(each))).toEqual([
      ['issuer/a'],
      ['issuer/b'],
      ['clusterissuer/default'],
    ]);
  });

  it('tell what cannot be read', () => {
    expect(declarations.problems().map(({ namespace, about }) => [namespace, about])).toEqual([
      ['c', 'hosts'],
    ]);
    expect(declarations.isTeam('c')).toBe(true);
    expect(declarations.isTeam('d')).toBe(false);
  });
});
