import { expect, it } from 'vitest';
import { resolve } from '../../../../src/install/template/resolve.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { Source } from '../../../../src/source/source.ts';
import { installOf } from '../../../support/plans.ts';

const SOURCE = {
  fetch: async () => ({ type: 'fetched', content: { template: '{}' } }),
} as unknown as Source;

/** Writer of an account with all rights, whose API server rejects the Secret of a template. */
function writerThatGets(rejection: KubeError): Writer {
  return {
    account: {
      post: async () => ({
        status: { resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }] },
      }),
      apply: async () => {
        throw rejection;
      },
    },
    caches: { made: [] },
    charge: (work: () => unknown) => work(),
    signal: AbortSignal.timeout(60_000),
  } as unknown as Writer;
}

/** Writer of an account with all rights, whose API server takes what it gets. */
function writerThatStores(): Writer {
  const writer = writerThatGets(rejectionOf());
  const apply = async (_kind: unknown, draft: { readonly metadata: object }) => ({
    ...draft,
    metadata: { ...draft.metadata, uid: 'secret-uid' },
  });
  return { ...writer, account: { ...writer.account, apply } } as unknown as Writer;
}

/** Rejection of a Secret, with a cause for each message. */
function rejectionOf(...messages: readonly string[]): KubeError {
  const causes = messages.map((message) => ({ field: 'data', message }));
  return new KubeError({ type: 'invalid', causes }, 'Secret is invalid');
}

it('the Secret of a template exists where the API server rejects changes of its immutable fields', async () => {
  const rejection = rejectionOf('Invalid value: field is immutable when `immutable` is set');
  expect(await resolve(writerThatGets(rejection), SOURCE, installOf())).toMatchObject({
    type: 'halted',
    draft: { verdict: { reason: 'NameTaken' } },
  });
});

it.each([
  ['too large', rejectionOf('Too long: may not be more than 1048576 bytes')],
  ['rejected by admission', rejectionOf()],
])('the Secret of a template need not exist where the new one is %s', async (_, rejection) => {
  await expect(resolve(writerThatGets(rejection), SOURCE, installOf())).rejects.toBe(rejection);
});

it('who signed a chart stands with its pin', async () => {
  const signedBy = 'release@example.com (https://issuer.example.com)';
  const fetched = { type: 'fetched', content: { archive: Buffer.from('chart'), signedBy } };
  const source = { fetch: async () => fetched } as unknown as Source;
  expect(await resolve(writerThatStores(), source, installOf())).toMatchObject({
    type: 'resolved',
    pinned: { signedBy },
    verdict: {
      reason: 'Resolved',
      message: expect.stringMatching(/5 bytes, signed by release@example\.com \(/),
    },
  });
});

it('a store that names a time is asked again after it', async () => {
  const refusal = { type: 'failed', status: 429, retryAfterSeconds: 90 };
  const source = { fetch: async () => ({ type: 'refused', refusal }) } as unknown as Source;
  expect(await resolve(writerThatStores(), source, installOf())).toMatchObject({
    draft: {
      verdict: { reason: 'StoreFailed' },
      outcome: { type: 'retry', atLeastMs: 90_000 },
      storeStatus: 429,
    },
  });
});

it('a chart that nobody has signed is tried again, and one that somebody else has signed is not', async () => {
  const refusals = [
    { type: 'unsigned' },
    { type: 'signature-untrusted', signatures: 1, fault: { type: 'other-key' } },
  ];
  const outcomes = await Promise.all(
    refusals.map((refusal) => {
      const source = { fetch: async () => ({ type: 'refused', refusal }) } as unknown as Source;
      return resolve(writerThatStores(), source, installOf());
    }),
  );
  expect(outcomes).toMatchObject(
    ['retry', 'stalled'].map((type) => ({
      type: 'halted',
      draft: { verdict: { reason: 'SignatureInvalid', status: 'False' }, outcome: { type } },
    })),
  );
});
