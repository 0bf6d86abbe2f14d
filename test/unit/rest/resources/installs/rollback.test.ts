import { expect, it } from 'vitest';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { Problem } from '../../../../../src/rest/problem/problem.ts';
import { rollBack } from '../../../../../src/rest/resources/installs/edit.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';
import { versionsOf } from '../../../../support/versions.ts';

/** Scope of an application with one install; `written` gets what is written. */
function scopeOf(install: MarketInstall) {
  const written: MarketInstall[] = [];
  const client = {
    list: async () => [install],
    replace: async (_: unknown, draft: MarketInstall) => {
      written.push(draft);
      return draft;
    },
  };
  const application = { spec: { id: install.spec.appId } };
  return { scope: { client, namespace: 'team', application } as unknown as Scope, written };
}

const HISTORY = ['1 Served', '2 Served', '3 Served'];

it.each([
  [undefined, '2'],
  ['1', '1'],
])('writes the version into the spec: %s', async (version, expected) => {
  const { scope, written } = scopeOf(versionsOf('3', HISTORY));
  const { before, after } = await rollBack(scope, 'shop', version);
  expect(before.spec).toEqual(versionsOf('3', HISTORY).spec);
  expect(after.spec).toEqual({ ...versionsOf('3', HISTORY).spec, appModelVersion: expected });
  expect(written).toHaveLength(1);
});

it('refuses a version that was never in place', async () => {
  const { scope, written } = scopeOf(versionsOf('3', HISTORY));
  const refusal = await rollBack(scope, 'shop', '9').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({ problem: 'rollbackImpossible' });
  expect(written).toEqual([]);
});

it('leaves an install alone that another tool manages', async () => {
  const install = versionsOf('3', HISTORY);
  const annotations = { 'meta.helm.sh/release-name': 'shop' };
  const { scope, written } = scopeOf({ ...install, metadata: { ...install.metadata, annotations } });
  const refusal = await rollBack(scope, 'shop', undefined).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ problem: 'managedElsewhere' });
  expect(written).toEqual([]);
});
