import { describe, expect, it } from 'vitest';
import { templatedClaims } from '../../../../src/install/rollout/adopt.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { component, plannedObject, planOf } from '../../../support/plans.ts';

describe('the claims of a plan', () => {
  it('are those of the volume templates of its StatefulSets', () => {
    const set = plannedObject(STATEFUL_SETS, 'shop-db', {
      spec: { volumeClaimTemplates: [{ metadata: { name: 'rows-1' } }, { metadata: { name: 'logs-2' } }] },
    });
    const isOfPlan = templatedClaims(planOf([[{ ...component('db'), workload: set }, component('web')]]));
    expect(['rows-1-shop-db-0', 'logs-2-shop-db-17'].every(isOfPlan)).toBe(true);
    const others = ['rows-1', 'rows-1-shop-db', 'rows-1-shop-db-', 'rows-1-shop-db-0-1', 'rows-1-shop-db-x'];
    expect([...others, 'web-0', 'rows-1-web-0'].some(isOfPlan)).toBe(false);
  });
});
