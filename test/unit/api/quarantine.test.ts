import { expect, it } from 'vitest';
import { quarantinedStatus } from '../../../src/api/quarantine.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const OLD = '2026-01-01T00:00:00Z';

function condition(type: string, status: 'True' | 'False', reason: string) {
  return { type, status, reason, message: '', observedGeneration: 1, lastTransitionTime: OLD };
}

it('a status in quarantine keeps what the last decision said, and says Ready=False and Stalled=True', () => {
  const accepted = condition('Accepted', 'True', 'Accepted');
  const status = quarantinedStatus(
    {
      observedGeneration: 1,
      routeName: 'route',
      conditions: [
        accepted,
        condition('Ready', 'True', 'Ready'),
        condition('Reconciling', 'True', 'Pending'),
      ],
    },
    2,
    NOW,
  );
  expect(status).toMatchObject({ observedGeneration: 2, routeName: 'route' });
  expect(status.conditions?.[0]).toEqual(accepted);
  expect(status.conditions?.slice(1)).toMatchObject([
    { type: 'Ready', status: 'False', reason: 'BudgetExceeded', observedGeneration: 2 },
    { type: 'Stalled', status: 'True', reason: 'BudgetExceeded', lastTransitionTime: '2026-01-02T03:04:05Z' },
  ]);
  expect(quarantinedStatus(status, 2, new Date())).toEqual(status);
});

it('an object without a status gets one', () => {
  expect(quarantinedStatus(undefined, 1, NOW).conditions).toHaveLength(2);
});
