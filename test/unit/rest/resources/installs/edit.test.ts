import { expect, it } from 'vitest';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { editInstall } from '../../../../../src/rest/resources/installs/edit.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';
import { installOf } from '../../../../support/install.ts';

const READ = installOf({}, { deploy: false });

/** The same install after somebody has edited it. */
const EDITED = installOf({}, { deploy: true });

/** Scope whose first writes meet conflicts, and whose later reads find `stored`. */
function scopeOf(conflicts: number, stored: readonly MarketInstall[]) {
  const done: string[] = [];
  const client = {
    list: async () => {
      done.push('read');
      return stored;
    },
    replace: async (_: unknown, draft: MarketInstall) => {
      done.push('write');
      if (done.filter((each) => each === 'write').length <= conflicts) {
        throw new KubeError({ type: 'conflict' }, 'x');
      }
      return draft;
    },
  };
  const application = { spec: { id: READ.spec.appId } };
  return { scope: { client, namespace: 'team', application } as unknown as Scope, done };
}

const change = () => ({ appModelVersion: '9' });

it.each([
  [0, READ, ['write']],
  [1, EDITED, ['write', 'read', 'write']],
  [2, EDITED, ['write', 'read', 'write', 'read', 'write']],
])('after %i conflicts, edits the install as it was last read', async (conflicts, last, expected) => {
  const { scope, done } = scopeOf(conflicts, [EDITED]);
  const { before, after } = await editInstall(scope, READ, change);
  expect(before).toEqual(last);
  expect(after).toEqual({ ...last, spec: { ...last.spec, appModelVersion: '9' } });
  expect(done).toEqual(expected);
});

const MANAGED = {
  ...EDITED,
  metadata: { ...EDITED.metadata, annotations: { 'meta.helm.sh/release-name': 'shop' } },
};

it.each([
  ['is gone', 1, [], 'installNotFound'],
  [
    'has been created anew',
    1,
    [{ ...EDITED, metadata: { ...EDITED.metadata, uid: 'new' } }],
    'installNotFound',
  ],
  ['is managed by another tool since', 1, [MANAGED], 'managedElsewhere'],
  ['is written all the time', 9, [EDITED], 'ambiguous'],
])('refuses an install that %s', async (_, conflicts, stored, problem) => {
  const { scope } = scopeOf(conflicts, stored);
  const refusal = await editInstall(scope, READ, change).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ problem });
});
