import { expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import { dueOf } from '../../../../src/market/preview/answer.ts';
import { previewRequestOf } from '../../../../src/market/preview/request.ts';
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
