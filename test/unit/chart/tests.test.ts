import { expect, it } from 'vitest';
import { fieldAt } from '../../../src/base/fields.ts';
import { contentOf } from '../../../src/chart/content.ts';
import type { ChartObject, RenderedChart } from '../../../src/chart/rendering.ts';
import type { PlannedTests } from '../../../src/source/content.ts';
import { atOnce } from '../../support/gradual.ts';
import { surroundings } from '../../support/install.ts';
import { hook, job, renderedChart, secret, service, sourced } from '../../support/rendered.ts';

const RELEASE = { revision: 1, id: 'first', runsHooks: true };

/** Tests of a chart that an install can make otherwise. */
function testsIn(chart: Partial<RenderedChart>): PlannedTests | undefined {
  const result = atOnce(
    contentOf(renderedChart(chart), surroundings(), { release: RELEASE, fromSecrets: false }),
  );
  if (result.type === 'refused') {
    throw new Error(result.problems.join('\n'));
  }
  return result.content.tests;
}

function planned(hooks: RenderedChart['hooks'], objects: RenderedChart['objects'] = []) {
  const tests = testsIn({ hooks, objects });
  return tests?.type === 'planned' ? tests.objects : [];
}

function problems(object: ChartObject, objects: RenderedChart['objects'] = []): readonly string[] {
  const tests = testsIn({ hooks: [hook(['test'], 0, object)], objects });
  return tests?.type === 'refused' ? tests.problems : [];
}

/** Pod of a chart. */
function pod(name: string, spec: object = {}): ChartObject {
  const containers = [{ name: 'main', image: 'example.com/test:1' }];
  const metadata = { name, labels: { app: 'web' }, annotations: { 'helm.sh/hook': 'test' } };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, ...spec } };
}

it('makes a Job of a Pod, which has one try, and pods that no Service sends to', () => {
  const [test] = planned([hook(['test'], 3, pod('check', { restartPolicy: 'Always' }))]);
  expect(test).toMatchObject({
    weight: 3,
    planned: {
      draft: {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'check', namespace: 'team' },
        spec: {
          backoffLimit: 0,
          activeDeadlineSeconds: 300,
          template: {
            metadata: { labels: { 'model.stoa.dev/app': 'web' } },
            spec: { restartPolicy: 'Never', readinessGates: [{ conditionType: 'stoa.dev/serves' }] },
          },
        },
      },
    },
  });
  expect(JSON.stringify(test)).not.toContain('helm.sh');
});

it.each([
  ['that of a Pod', pod('check', { activeDeadlineSeconds: 7 }), 7],
  ['one that is too long', pod('check', { activeDeadlineSeconds: 9_000 }), 300],
  [
    'that of a Job',
    { ...job('check'), spec: { ...(job('check').spec as object), activeDeadlineSeconds: 9 } },
    9,
  ],
])('a test has the time %s', (_, object, seconds) => {
  const [test] = planned([hook(['test-success'], 0, object)]);
  expect(fieldAt(test?.planned.draft.spec, ['activeDeadlineSeconds'])).toBe(seconds);
});

it('are sorted by weight, with the objects that they refer to, and their policies', () => {
  const reading = pod('check', {
    containers: [{ name: 'main', image: 'x', envFrom: [{ secretRef: { name: 'key' } }] }],
  });
  const tests = planned([
    { ...hook(['test'], 5, reading), deletePolicies: ['hook-succeeded', 'before-hook-creation'] },
    hook(['test'], -1, secret('key', { password: 'p' })),
  ]);
  expect(tests.map(({ planned: { draft }, deletedAfter }) => [draft.kind, deletedAfter])).toEqual([
    ['Secret', []],
    ['Job', ['done']],
  ]);
  expect(JSON.stringify(tests[1])).toContain('"secretRef":{"name":"key"}');
});

it('are none in a chart whose tests are only objects for them', () => {
  expect(testsIn({ hooks: [hook(['test'], 0, secret('key', {}))] })).toBeUndefined();
  expect(testsIn({ hooks: [hook(['post-install'], 0)] })).toBeUndefined();
});

it.each<[string, ChartObject, RegExp]>([
  ['what reaches its node', pod('check', { hostNetwork: true }), /network of their node/],
  ['another kind', service('check', {}), /Service check: a test is a Pod or a Job/],
  [
    'another namespace',
    { ...pod('check'), metadata: { name: 'check', namespace: 'other' } },
    /the namespace other/,
  ],
  ['the name of an object of the chart', job('main'), /another object of this kind and name/],
])('are refused with %s, and the chart is not', (_, object, message) => {
  const [problem = ''] = problems(object, [sourced(job('main'))]);
  expect(problem).toMatch(message);
});

it('tell what their objects do without', () => {
  const fields = renderedChart({ hooks: [hook(['test'], 0, pod('check', { priorityClassName: 'system' }))] });
  const made = atOnce(contentOf(fields, surroundings(), { release: RELEASE, fromSecrets: false }));
  expect(made).toMatchObject({
    content: { notApplied: [{}, { why: expect.stringContaining('priorityClassName') }] },
  });
});

it('are refused where there are too many', () => {
  const hooks = Array.from({ length: 65 }, (__, index) => hook(['test'], 0, job(`check-${index}`)));
  expect(testsIn({ hooks })).toEqual({
    type: 'refused',
    problems: ['the chart has 65 objects of tests, and there is room for 64'],
  });
});
