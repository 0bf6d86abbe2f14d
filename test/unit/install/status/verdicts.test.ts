import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import { statusOf } from '../../../../src/install/status/status.ts';
import { stalled, waiting } from '../../../../src/install/status/verdicts.ts';
import { IN_PLACE, NOW, RESOLVED, statusAfter } from '../../../support/installstatus.ts';
import { installOf, PINNED } from '../../../support/plans.ts';

/** Conditions of a status, as `Type=Status Reason: message`. */
function conditionsIn(status: MarketInstallStatus): string[] {
  return (status.conditions ?? []).map(
    ({ type, status: is, reason, message }) => `${type}=${is} ${reason}: ${message}`,
  );
}

describe('the conditions of an install', () => {
  it('are all True when it is in place', () => {
    expect(conditionsIn(statusAfter())).toEqual([
      'Accepted=True Accepted: the install is valid',
      'TemplateResolved=True Resolved: it is pinned',
      'Applied=True Applied: every component is ready',
      'Ready=True Ready: version 1.0 is in place',
    ]);
  });

  it('are Unknown after the first that fails', () => {
    const draft = stalled('TemplateResolved', 'TemplateInvalid', 'it is broken');
    expect(conditionsIn(statusAfter(installOf(), draft))).toEqual([
      'Accepted=True Accepted: the install is valid',
      'TemplateResolved=False TemplateInvalid: it is broken',
      'Applied=Unknown Pending: see the conditions before this one',
      'Ready=False TemplateInvalid: it is broken',
      'Stalled=True TemplateInvalid: it is broken',
    ]);
  });

  it('include Reconciling while the install waits', () => {
    const draft = { ...waiting('Applied', 'Progressing', 'wave 1 of 2'), resolved: RESOLVED };
    expect(conditionsIn(statusAfter(installOf(), draft)).at(-1)).toBe(
      'Reconciling=True Progressing: wave 1 of 2',
    );
  });

  it.each([
    ['an older version is in place', '0.9', 'it is broken; version 0.9 is still in place'],
    ['the same version is in place', '1.0', 'it is broken'],
  ])('mention an older version that is in place, where %s', (_, version, message) => {
    const install = installOf({}, { serving: { ...PINNED, version } });
    const { conditions = [] } = statusAfter(
      install,
      stalled('TemplateResolved', 'TemplateInvalid', 'it is broken'),
    );
    const find = (type: string) => conditions.find((condition) => condition.type === type);
    expect(find('Ready')?.message).toBe(message);
    expect(find('Applied')?.message).toBe('see the conditions before this one');
  });

  it('keep their transition times while nothing changes', () => {
    const first = statusAfter();
    expect(statusOf(installOf({}, first), IN_PLACE, {}, new Date('2026-06-02T12:00:00Z'))).toEqual(first);
  });

  it('do not grow while an install with an older version is suspended', () => {
    const draft = stalled('Accepted', 'Suspended', 'nothing is done');
    const serving = { serving: { ...PINNED, version: '0.9' } };
    const first = statusOf(installOf({}, serving), draft, {}, NOW);
    expect(statusOf(installOf({}, first), draft, {}, NOW)).toEqual(first);
  });
});
