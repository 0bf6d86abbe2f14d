import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import { installEventRecord, removalEventRecord } from '../../../../src/install/status/report.ts';
import { stalled, waiting } from '../../../../src/install/status/verdicts.ts';
import { RESOLVED, statusAfter } from '../../../support/installstatus.ts';
import { installOf, PINNED } from '../../../support/plans.ts';

describe('the Event of a change of status', () => {
  const arrived = { ...statusAfter(), serving: PINNED };
  const failed = statusAfter(installOf(), stalled('TemplateResolved', 'TemplateInvalid', 'broken'));
  const moving = statusAfter(installOf(), {
    ...waiting('Applied', 'Progressing', 'wave 1 of 2'),
    resolved: RESOLVED,
  });
  const next = {
    ...statusAfter(installOf({ appModelVersion: '2.0' })),
    serving: { ...PINNED, version: '2.0' },
  };

  it.each<[string, MarketInstallStatus | undefined, MarketInstallStatus, string | undefined]>([
    ['a version that arrives', moving, arrived, 'Normal Installed: version 1.0 is in place'],
    ['the next version', arrived, next, 'Normal Upgraded: version 2.0 is in place'],
    ['a roll-out', undefined, moving, undefined],
    ['a roll-out of what is in place', arrived, { ...moving, serving: PINNED }, undefined],
    ['the same version, ready again', { ...moving, serving: PINNED }, arrived, undefined],
    ['a problem', moving, failed, 'Warning TemplateInvalid: broken'],
    ['a version that arrives after a problem', failed, arrived, 'Normal Installed: version 1.0 is in place'],
    [
      'a problem that is over',
      { ...failed, serving: PINNED },
      arrived,
      'Normal Ready: version 1.0 is in place',
    ],
    [
      'a suspension',
      arrived,
      { ...statusAfter(installOf(), stalled('Accepted', 'Suspended', 'nothing')), serving: PINNED },
      undefined,
    ],
  ])('is as expected for %s', (_, before, now, expected) => {
    const event = installEventRecord(before, now);
    expect(event && `${event.type} ${event.reason}: ${event.note}`).toBe(expected);
  });

  it('lists the volumes that a removal leaves', () => {
    expect(removalEventRecord([]).note).toBe('the install is removed; nothing is left');
    expect(removalEventRecord(['a', 'b']).note).toContain('a, b');
  });
});
