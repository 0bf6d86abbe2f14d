import { expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import { answerPreview, dueOf, previewRequestOf } from '../../../../src/install/preview/answer.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import { installOf } from '../../../support/plans.ts';

const [REQUESTED, VERSION] = ['stoa.dev/preview-requested', 'stoa.dev/preview-version'];

function requesting(annotations: Readonly<Record<string, string>>, status?: MarketInstallStatus) {
  const install = installOf({}, status);
  return { ...install, metadata: { ...install.metadata, annotations } };
}

it.each([
  ['none', {}, undefined],
  ['a version alone', { [VERSION]: '2.0' }, undefined],
  ['the version of the spec', { [REQUESTED]: 'now' }, { id: 'now', version: '1.0' }],
  ['another version', { [REQUESTED]: 'now', [VERSION]: '2.0' }, { id: 'now', version: '2.0' }],
  ['an empty id', { [REQUESTED]: '' }, undefined],
  ['an id that is too long', { [REQUESTED]: 'x'.repeat(65) }, undefined],
  ['an empty version', { [REQUESTED]: 'now', [VERSION]: '' }, undefined],
  ['a version that is too long', { [REQUESTED]: 'now', [VERSION]: 'x'.repeat(65) }, undefined],
])('the annotations ask for %s', (_, annotations, expected) => {
  expect(previewRequestOf(requesting(annotations))).toEqual(expected);
});

const ASKED = { [REQUESTED]: 'now' };

function answered(preview: object): MarketInstallStatus {
  return { preview: { requested: 'now', version: '1.0', ...preview } };
}

const REQUEST = { type: 'answer', request: { id: 'now', version: '1.0' } };

it.each([
  ['nobody asks, and nothing is there', {}, undefined, { type: 'none' }],
  ['nobody asks any longer', {}, answered({}), { type: 'remove' }],
  ['somebody asks', ASKED, undefined, REQUEST],
  ['the answer is there', ASKED, answered({}), { type: 'none' }],
  [
    'the answer is a refusal',
    ASKED,
    answered({ refused: { reason: 'ModelNotFound', message: '' } }),
    { type: 'none' },
  ],
  ['the answer is of an earlier request', ASKED, answered({ requested: 'before' }), REQUEST],
  ['the answer is of another version', ASKED, answered({ version: '0.9' }), REQUEST],
  [
    'the access key may come yet',
    ASKED,
    answered({ refused: { reason: 'AccessKeyNotFound', message: '' } }),
    REQUEST,
  ],
])('what is due where %s', (_, annotations, status, expected) => {
  expect(dueOf(requesting(annotations, status))).toEqual(expected);
});

/** Answer to an install whose acceptance throws an error: what is written into its status, and what is thrown. */
async function answerWith(error: Error, status?: MarketInstallStatus) {
  const written: unknown[] = [];
  const client = {
    apply: async (_: unknown, draft: { readonly status: MarketInstallStatus }) => {
      written.push(draft.status);
      return draft;
    },
  };
  const charge = () => {
    throw error;
  };
  const store = { get: () => ({}), by: () => [] };
  const caches = { installs: { wrote: () => undefined }, namespaces: { store }, applications: { store } };
  const recorder = { record: () => undefined };
  const writer = {
    client,
    charge,
    recorder,
    caches: { ...caches, accounts: { store } },
  } as unknown as Writer;
  const supplies = {} as Parameters<typeof answerPreview>[1];
  const ended = await answerPreview(writer, supplies, requesting(ASKED, status)).catch(
    (thrown: unknown) => thrown,
  );
  return { written, ended };
}

const SERVING: MarketInstallStatus = { observedGeneration: 1, recorded: 'sha256:1' };

function refusal(reason: string, message: string): MarketInstallStatus {
  return { ...SERVING, preview: { requested: 'now', version: '1.0', refused: { reason, message } } };
}

it('a failure of the API server is the answer, and the install goes on in the next reconcile', async () => {
  const error = new KubeError({ type: 'unreachable' }, 'no route');
  const { written, ended } = await answerWith(error, SERVING);
  expect(written).toEqual([
    refusal('Rejected', 'the API server does not let Stoa look: no route; ask again'),
  ]);
  expect(ended).toEqual({ type: 'end', outcome: { type: 'waiting', reason: 'Pending', atMostMs: 1 } });
});

it('any other error is not hidden', async () => {
  const error = new Error('defect');
  expect(await answerWith(error)).toEqual({ written: [], ended: error });
});
