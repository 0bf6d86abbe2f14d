import { describe, expect, it } from 'vitest';
import { type PlanResult, plannedObjects, planOf } from '../../../../src/install/plan/plan.ts';
import { expand } from '../../../../src/model/build/expand.ts';
import { JOBS } from '../../../../src/objects/workload.ts';
import { MAX_OBJECTS } from '../../../../src/source/content.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { PINNED, plannedObject } from '../../../support/plans.ts';
import { app, modelOf, type Wire } from '../../../support/template.ts';

function planned(apps: readonly Wire[]): PlanResult {
  const model = modelOf(apps);
  return planOf(PINNED, atOnce(expand(model, keptOf(model), surroundings())));
}

function planFor(apps: readonly Wire[]) {
  const made = planned(apps);
  if (made.type !== 'planned') {
    throw new Error(made.message);
  }
  return made.plan;
}

const needs = (...keys: string[]) => ({
  dep_service_map_list: keys.map((key) => ({ dep_service_key: `${key}+${key}` })),
});

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

  it('counts the powers of tests, which are none of its objects', () => {
    const model = modelOf([app('web')]);
    const content = atOnce(expand(model, keptOf(model), surroundings()));
    const pod = { containers: [{ name: 'test', image: 'registry.example.com/test:1' }] };
    const planned = plannedObject(JOBS, 'test', { spec: { template: { spec: pod } } });
    const tests = { type: 'planned', objects: [{ planned, weight: 0, deletedAfter: [] }] } as const;
    const made = planOf(PINNED, { ...content, tests });
    const { plan } = made as Extract<PlanResult, { type: 'planned' }>;
    expect(plan.powers.map(({ what }) => what)).toContain('registry.example.com/test');
    expect(plannedObjects(plan)).not.toContain(planned);
  });

  it('starts components that depend on each other together, and says which they do not wait for', () => {
    const apps = [
      app('x', needs('a')),
      app('a', { ...needs('b', 'd'), service_cname: 'Alpha' }),
      app('b', needs('a')),
      app('d'),
    ];
    const { waves, notApplied } = planFor(apps);
    expect(waves.map((wave) => wave.map(({ key }) => key))).toEqual([['d'], ['a', 'b'], ['x']]);
    const why = (names: string) =>
      `the component does not wait for ${names}, and starts at the same time: they depend on each other`;
    expect(notApplied).toEqual([
      { path: 'apps[1].dep_service_map_list', why: why('b') },
      { path: 'apps[2].dep_service_map_list', why: why('Alpha') },
    ]);
  });

  it('names few of the components that one of many does not wait for', () => {
    const names = Array.from({ length: 100 }, (_, index) => `c${index}`);
    const { waves, notApplied } = planFor(names.map((name) => app(name, needs(...names))));
    expect(waves.map((wave) => wave.length)).toEqual([100]);
    expect(notApplied).toHaveLength(100);
    expect(notApplied[0]?.why).toContain('wait for c1, c2, c3, and 96 more, and');
  });

  it('is refused where it has more objects than the status of an install has room for', () => {
    const full = Array.from({ length: 20 }, (_, index) => app(`c${index}`, files(index === 0 ? 148 : 149)));
    expect(plannedObjects(planFor(full))).toHaveLength(MAX_OBJECTS);
    expect(planned([...full, app('more')])).toMatchObject({
      type: 'refused',
      reason: 'TemplateInvalid',
      message: 'the template comes to 3001 objects, and an install has room for 3000',
    });
  });
});
