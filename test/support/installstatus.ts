import type { MarketInstallStatus } from '../../src/api/marketinstall.ts';
import { holds } from '../../src/api/verdict.ts';
import { SETTLED } from '../../src/controller/outcome.ts';
import { type StatusFields, statusOf } from '../../src/install/status/status.ts';
import type { StatusDraft } from '../../src/install/status/verdicts.ts';
import { installOf } from './plans.ts';

export const NOW = new Date('2026-06-01T12:00:00Z');

export const RESOLVED = holds('TemplateResolved', 'Resolved', 'it is pinned');

/** Draft of an install that is in place. */
export const IN_PLACE: StatusDraft = {
  verdict: holds('Applied', 'Applied', 'every component is ready'),
  resolved: RESOLVED,
  outcome: SETTLED,
};

/** Status of an install after a step. */
export function statusAfter(
  install = installOf(),
  draft = IN_PLACE,
  fields: StatusFields = {},
): MarketInstallStatus {
  return statusOf(install, draft, fields, NOW);
}
