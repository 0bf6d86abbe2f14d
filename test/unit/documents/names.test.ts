import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REASONS } from '../../../src/api/reason.ts';

const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** Reasons by which a rule shows the state of a name. */
const SHOWN = [
  REASONS.acceptedUntil,
  REASONS.addressTaken,
  REASONS.declarationUnreadable,
  REASONS.declaredForOther,
  REASONS.declaredTwice,
  REASONS.hostTaken,
  REASONS.nameKept,
  REASONS.notDeclared,
  REASONS.teamLimit,
];

it('the states of a name in docs/operations.md show as the reasons of the code', () => {
  const [, section = ''] = page.split('### States of a name\n');
  const list = section.split('\n\n').find((part) => part.startsWith('- ')) ?? '';
  const named = [...list.matchAll(/`([A-Z][a-z]+[A-Z]\w+)`/g)].map(([, name]) => name);
  expect([...new Set(named)].toSorted()).toEqual(SHOWN.toSorted());
});
