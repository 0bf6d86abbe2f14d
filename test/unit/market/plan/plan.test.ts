import { describe, expect, it } from 'vitest';
import { objectsOf } from '../../../../src/market/plan/plan.ts';
import { MAX_OBJECTS, type PlanResult, planOf } from '../../../../src/market/planning.ts';
import { claimsOf } from '../../../../src/market/rollout/adopt.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { component, PINNED, wanted, planOf as wavesPlan } from '../../../support/plans.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

function planned(apps: readonly Wire[]): PlanResult {
  const model = modelOf(apps);
  return atOnce(planOf(PINNED, model, keptOf(model), surroundings()));
}

function planFor(apps: readonly Wire[]) {
  const made = planned(apps);
  if (made.type === 'refused') {
    throw new Error(made.message);
  }
  return made.plan;
}

const needs = (key: string) => ({ dep_service_map_list: [{ dep_service_key: `${key}+${key}` }] });

function files(count: number): Wire {
  const file = { volume_type: 'config-file', file_content: 'a' };
  return {
    service_volume_map_list: Array.from({ length: count }, (_, index) => ({
      ...file,
      volume_name: `file-${index}`,
      volume_path: `/etc/file-${index}`,
    })),
  };
}

describe('a plan', () => {
  it('has the components in waves, and everything that they need', () => {
    const { template, waves } = planFor([app('web', needs('db')), app('db')]);
    expect(template).toBe(PINNED);
    expect(waves.map((wave) => wave.map(({ key }) => key))).toEqual([['db'], ['web']]);
  });

  it('is none where components depend on each other in a circle, which is named as people know it', () => {
    const apps = [app('a', { ...needs('b'), service_cname: 'Alpha' }), app('b', needs('a'))];
    expect(planned(apps)).toEqual({
      type: 'refused',
      reason: 'DependencyCycle',
      message: 'components depend on each other in a circle: Alpha → b → Alpha',
    });
  });

  it('is none where it has more objects than the status of an install has room for', () => {
    const full = Array.from({ length: 20 }, (_, index) => app(`c${index}`, files(149)));
    expect(objectsOf(planFor(full))).toHaveLength(MAX_OBJECTS);
    expect(planned([...full, app('more')])).toMatchObject({
      type: 'refused',
      reason: 'TemplateInvalid',
      message: 'the template comes to 3001 objects, and an install has room for 3000',
    });
  });
});

describe('the claims of a plan', () => {
  it('are those that its StatefulSets make for their pods', () => {
    const set = wanted(STATEFUL_SETS, 'shop-db', {
      spec: { volumeClaimTemplates: [{ metadata: { name: 'rows-1' } }, { metadata: { name: 'logs-2' } }] },
    });
    const isOfPlan = claimsOf(wavesPlan([[{ ...component('db'), workload: set }, component('web')]]));
    expect(['rows-1-shop-db-0', 'logs-2-shop-db-17'].every(isOfPlan)).toBe(true);
    const others = ['rows-1', 'rows-1-shop-db', 'rows-1-shop-db-', 'rows-1-shop-db-0-1', 'rows-1-shop-db-x'];
    expect([...others, 'web-0', 'rows-1-web-0'].some(isOfPlan)).toBe(false);
  });
});
