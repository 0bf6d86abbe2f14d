import { describe, expect, it } from 'vitest';
import { expand } from '../../../../src/market/expand/expand.ts';
import { MAX_OBJECTS, objectsOf, type PlanResult, planOf } from '../../../../src/market/plan/plan.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { PINNED } from '../../../support/plans.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

function planned(apps: readonly Wire[]): PlanResult {
  const model = modelOf(apps);
  return planOf(PINNED, atOnce(expand(model, keptOf(model), surroundings())));
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
  it('has the components in waves', () => {
    const { template, waves } = planFor([app('web', needs('db')), app('db')]);
    expect(template).toBe(PINNED);
    expect(waves.map((wave) => wave.map(({ key }) => key))).toEqual([['db'], ['web']]);
  });

  it('is refused where components depend on each other in a circle, with their display names', () => {
    const apps = [app('a', { ...needs('b'), service_cname: 'Alpha' }), app('b', needs('a'))];
    expect(planned(apps)).toEqual({
      type: 'refused',
      reason: 'DependencyCycle',
      message: 'components depend on each other in a circle: Alpha → b → Alpha',
    });
  });

  it('is refused where it has more objects than the status of an install has room for', () => {
    const full = Array.from({ length: 20 }, (_, index) => app(`c${index}`, files(149)));
    expect(objectsOf(planFor(full))).toHaveLength(MAX_OBJECTS);
    expect(planned([...full, app('more')])).toMatchObject({
      type: 'refused',
      reason: 'TemplateInvalid',
      message: 'the template comes to 3001 objects, and an install has room for 3000',
    });
  });
});
