import { expect, it } from 'vitest';
import type { KubeClient } from '../../../../../src/kube/client.ts';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { ObjectDraft } from '../../../../../src/kube/object.ts';
import { installModel } from '../../../../../src/rest/resources/installs/installing.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';

const BODY = {
  market_url: 'http://store',
  market_domain: 'rainbond',
  market_type: 'rainstore',
  market_access_key: null,
  app_model_id: 'shop',
  app_model_version: '1.0',
};

const CALL = { deploy: true, idempotencyKey: undefined };

/** A scope whose API server accepts the caller's token until it has created an install; `deleted` are its deletions. */
function expiring(): { readonly scope: Scope; readonly deleted: string[]; readonly created: string[] } {
  const [deleted, created]: [string[], string[]] = [[], []];
  const client = {
    list: async () => [],
    get: async () => {
      throw new KubeError({ type: created.length === 0 ? 'not-found' : 'unauthorized' }, 'x');
    },
    create: async (_resource: unknown, draft: ObjectDraft) => {
      created.push(draft.metadata.name);
      return { ...draft, metadata: { ...draft.metadata, uid: 'u' } };
    },
    delete: async () => {
      deleted.push('install');
    },
  };
  const scope = {
    client: client as unknown as KubeClient,
    namespace: 'team',
    application: { spec: { id: 1 } },
  };
  return { scope: scope as unknown as Scope, deleted, created };
}

it('of a token that expires meanwhile names the install, which goes on', async () => {
  const { scope, deleted, created } = expiring();
  const error: unknown = await installModel(scope, { ...CALL, body: BODY }).catch((reason) => reason);
  expect(error).toMatchObject({
    problem: 'unauthorized',
    message: expect.stringContaining(`the MarketInstall team/${created[0]} goes on`),
  });
  expect([created.length, deleted]).toEqual([1, []]);
});
