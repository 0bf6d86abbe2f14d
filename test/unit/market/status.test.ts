import { expect, it } from 'vitest';
import { REASONS } from '../../../src/api/reason.ts';
import { statusOf } from '../../../src/market/status/status.ts';
import { ACCEPTED, stalled } from '../../../src/market/status/verdicts.ts';
import { installOf } from '../../support/install.ts';

const refused = stalled([ACCEPTED], 'TemplateResolved', REASONS.storeRejected, 'the store answers 422');
const now = new Date('2026-01-01T00:00:00Z');

it('says by which status the store refuses, for as long as it does', () => {
  const first = statusOf(installOf(undefined), refused, { storeStatus: 422 }, now);
  expect(first.storeStatus).toBe(422);
  expect(statusOf(installOf(first), refused, {}, now)).not.toHaveProperty('storeStatus');
});
