import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chartRelease, renderedRelease, specValuesOf } from '../../../src/chart/release.ts';
import type { KeptChart, KeptRelease } from '../../../src/source/kept.ts';
import type { Course } from '../../../src/source/surroundings.ts';

function kept(releases: readonly KeptRelease[] = []): KeptChart {
  return { seed: '', time: '2026-06-01T12:00:00Z', secrets: {}, releases };
}

function chart(version: string, values: Readonly<Record<string, unknown>> = {}) {
  return { archive: Buffer.from(version), values, specValues: values };
}

/** Releases of versions, one after the other, each with its course. */
function after(...steps: readonly (readonly [version: string, course: Course])[]): readonly KeptRelease[] {
  return steps.reduce<readonly KeptRelease[]>(
    (releases, [version, course]) => chartRelease(chart(version), kept(releases), course).releases,
    [],
  );
}

it('is an install until a version was in place', () => {
  const tried = after(['1', 'install']);
  expect(chartRelease(chart('2'), kept(tried), 'install')).toMatchObject({ revision: 1, runsHooks: true });
});

it('has the next number for another archive, and for other values', () => {
  const first = kept(after(['1', 'install']));
  expect(chartRelease(chart('2'), first, 'upgrade').revision).toBe(2);
  expect(chartRelease(chart('1', { replicas: 2 }), first, 'upgrade').revision).toBe(2);
  expect(chartRelease(chart('1'), first, 'upgrade').revision).toBe(1);
});

it('has another id for other values, also where it is an install again', () => {
  const ids = [{}, { replicas: 2 }].map((values) => chartRelease(chart('1', values), kept(), 'install').id);
  expect(new Set(ids).size).toBe(2);
});

it('is another one where a user returns to a version', () => {
  const releases = after(['1', 'install'], ['2', 'upgrade']);
  expect(chartRelease(chart('1'), kept(releases), 'upgrade')).toMatchObject({ revision: 3, runsHooks: true });
});

it('is the one before on a way back, without its hooks', () => {
  const releases = after(['1', 'install'], ['2', 'upgrade'], ['3', 'upgrade']);
  expect(chartRelease(chart('2'), kept(releases), 'way-back')).toEqual({
    revision: 2,
    id: chartRelease(chart('2'), kept(releases.slice(0, 2)), 'upgrade').id,
    runsHooks: false,
    releases,
    restored: [],
  });
});

it('stays the same in every rendering, also when the install has become one with a version in place', () => {
  const step = fc.tuple(fc.constantFrom('1', '2', '3'), fc.constantFrom<Course>('upgrade', 'way-back'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.constantFrom('1', '2'), (steps, version) => {
      const releases = after(['1', 'install'], ...steps);
      const first = renderedRelease(chartRelease(chart(version), kept(releases), 'upgrade'), {
        restored: [],
      });
      expect(chartRelease(chart(version), kept(first.releases), 'upgrade')).toEqual(first);
      expect(first.releases.length).toBeLessThanOrEqual(10);
    }),
  );
});

it('keeps the values of the spec for a way back, as many as fit', () => {
  const steps = ['1', '2', '3'].map((version) => chart(version, { version, pad: 'x'.repeat(50_000) }));
  const releases = steps.reduce<readonly KeptRelease[]>(
    (before, each) => chartRelease(each, kept(before), 'upgrade').releases,
    [],
  );
  const found = steps.map(({ archive }) => specValuesOf(archive, { releases })?.version);
  expect(found).toEqual([undefined, '2', '3']);
  expect(releases.map(({ revision }) => revision)).toEqual([1, 2, 3]);
});

it('says which keys of Secrets kept their value when it was rendered first, and nothing later', () => {
  const [one, other] = [[{ name: 's', key: 'one' }], [{ name: 's', key: 'other' }]];
  const first = renderedRelease(chartRelease(chart('1'), kept(), 'install'), { restored: one });
  expect(first.restored).toEqual(one);
  const again = renderedRelease(chartRelease(chart('1'), kept(first.releases), 'upgrade'), {
    restored: other,
  });
  expect(again).toMatchObject({ restored: one, releases: first.releases });
  const next = renderedRelease(chartRelease(chart('2'), kept(first.releases), 'upgrade'), {
    restored: other,
  });
  expect(next.restored).toEqual(other);
  expect(chartRelease(chart('1'), kept(next.releases), 'way-back').restored).toEqual(one);
});
