import { expect, it } from 'vitest';
import { rollbackTarget } from '../../../src/objects/rollback.ts';
import { versionsOf } from '../../support/versions.ts';

it.each<[string, string, string[], string | undefined, string]>([
  ['the version before', '2', ['1 Served', '2 Served'], undefined, '1'],
  ['the one that serves while an upgrade fails', '2', ['1 Served', '2 Progressing'], undefined, '1'],
  ['the one that Stoa went back to', '2', ['1 Served', '2 RolledBack', '1 Served'], undefined, '1'],
  ['never one that failed', '3', ['1 Served', '2 RolledBack', '1 Served', '3 Served'], undefined, '1'],
  ['the one that is asked for', '3', ['1 Served', '2 Served', '3 Served'], '1', '1'],
])('goes back to %s', (_, version, history, to, expected) => {
  expect(rollbackTarget(versionsOf(version, history), to)).toMatchObject({ entry: { version: expected } });
});

it.each<[string, string[], string | undefined, string]>([
  ['1', [], undefined, 'no other version of shop was in place'],
  ['1', ['1 Served'], undefined, 'no other version of shop was in place'],
  ['2', ['1 Served', '2 Served'], '2', 'the spec of shop asks for version 2 already'],
  ['2', ['1 Served', '2 Served'], '0', 'version 0 of shop was never in place; others that were: 1'],
  ['3', ['1 Served', '2 RolledBack'], '2', 'version 2 of shop was never in place; others that were: 1'],
  ['1', ['1 Served'], '0', 'version 0 of shop was never in place; others that were: none'],
])('with %s after %j there is no way back to %s', (version, history, to, message) => {
  expect(rollbackTarget(versionsOf(version, history), to)).toEqual({ type: 'none', message });
});
