import { expect, it } from 'vitest';
import { readDeclared } from '../../../src/names/declared.ts';
import { withShortDeclarations } from '../../../src/names/shorten.ts';
import { namespaceOf } from '../../support/names.ts';

it('makes a declaration that is too long unreadable, and keeps the others', () => {
  const long = Array.from({ length: 2_000 }, (_, index) => `h${index}.example.com`).join();
  const namespace = namespaceOf('team', { 'stoa.dev/hosts': long, 'stoa.dev/ports': '30000' });
  const declared = readDeclared(withShortDeclarations(namespace).metadata.annotations);
  expect(declared.problems.map(({ about }) => about)).toEqual(['hosts']);
  expect(declared.ports).toEqual([{ from: 30_000, to: 30_000 }]);
});

it('leaves a Namespace with short declarations as it is', () => {
  const namespace = namespaceOf('team', { 'stoa.dev/hosts': 'shop.example.com' });
  expect(withShortDeclarations(namespace)).toBe(namespace);
});
