import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isGivenUp } from '../state.ts';
import type { StatusDraft } from '../status/verdicts.ts';

/**
 * Draft of an install whose upgrade was given up: it does not have the version that its spec asks for, whatever becomes
 * of the version before. Any other draft stays as it is. Pure.
 */
export function withFailure(install: MarketInstall, draft: StatusDraft): StatusDraft {
  const { upgrade, serving } = install.status ?? {};
  const { verdict } = draft;
  if (!isGivenUp(install) || verdict.type !== 'Applied') {
    return draft;
  }
  const inPlace = verdict.status === 'True';
  const state = inPlace
    ? `version ${serving?.version} is served again, until the spec changes`
    : `going back to version ${serving?.version}: ${verdict.message}`;
  return {
    ...draft,
    verdict: fails('Applied', REASONS.rolledBack, `${upgrade?.failure}; ${state}`),
    outcome: inPlace ? { type: 'stalled', reason: REASONS.rolledBack } : draft.outcome,
  };
}
