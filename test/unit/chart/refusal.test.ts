import { expect, it } from 'vitest';
import { refusedObjects, refusedOverrides, refusedRendering } from '../../../src/chart/refusal.ts';
import type { ChartRefusal } from '../../../src/chart/rendering.ts';
import { unplannedDraft } from '../../../src/install/plan/problem.ts';

it.each<readonly [ChartRefusal, string, string]>([
  [
    { type: 'not-a-chart', message: 'no Chart.yaml' },
    'TemplateInvalid',
    'the chart cannot be read: no Chart.yaml',
  ],
  [
    { type: 'dependencies-missing', names: ['db'] },
    'TemplateInvalid',
    'the archive lacks dependencies of the chart: db',
  ],
  [{ type: 'kubernetes-unsupported', message: 'needs 1.99' }, 'TemplateInvalid', 'needs 1.99'],
  [
    { type: 'values-invalid', problems: [{ path: ['db', 'port'], message: 'must be a number' }] },
    'ValuesInvalid',
    'spec.values.db.port: must be a number',
  ],
  [{ type: 'request-too-large' }, 'ValuesInvalid', 'spec.values are larger than 8388608 bytes'],
  [
    { type: 'template-failed', message: 'a password is required', template: 'shop/templates/a.yaml' },
    'ChartNotRendered',
    'shop/templates/a.yaml: a password is required',
  ],
  [{ type: 'out-of-memory' }, 'ChartNotRendered', 'its templates need more than 256 MiB of memory'],
  [{ type: 'no-objects' }, 'ChartNotRendered', 'its templates make no objects with these values'],
  [
    { type: 'too-many-objects', count: 3_001 },
    'ChartNotRendered',
    'the template comes to 3001 objects, and an install has room for 3000',
  ],
])('%o has a reason and a text', (refusal, reason, message) => {
  expect(refusedRendering(refusal, false)).toEqual({ type: 'refused', reason, message });
});

it.each<readonly [ChartRefusal, string]>([
  [{ type: 'too-slow' }, 'its templates took more than 40 seconds; they are rendered again within 5 minutes'],
  [
    { type: 'crashed', message: 'killed' },
    'the renderer failed: killed; the chart is rendered again within 5 minutes',
  ],
])('%o may succeed another time', (refusal, message) => {
  const unfinished = { type: 'unfinished', reason: 'ChartNotRendered', message } as const;
  expect(refusedRendering(refusal, false)).toEqual(unfinished);
  expect(unplannedDraft(unfinished).outcome).toMatchObject({ type: 'waiting', atMostMs: 300_000 });
});

it('names the first objects that no install makes', () => {
  const problems = Array.from({ length: 7 }, (_, index) => `object ${index}`);
  expect(refusedObjects(problems, false)).toMatchObject({
    reason: 'ObjectsNotAllowed',
    message: expect.stringMatching(/^nothing is installed: object 0; .* 2 more/),
  });
});

const LEAK = 'U:SUP3RS3CRET';

it.each<ChartRefusal>([
  { type: 'template-failed', message: LEAK, template: `shop/${LEAK}`, line: 5 },
  { type: 'manifest-invalid', message: LEAK, template: 'shop/a.yaml' },
  { type: 'values-invalid', problems: [{ path: ['db', LEAK], message: LEAK }] },
  { type: 'crashed', message: LEAK },
])('where values came from Secrets, nothing of %o is told but the way out', (refusal) => {
  const { message, ...others } = refusedRendering(refusal, false);
  expect(message).toContain(LEAK);
  const told = refusedRendering(refusal, true);
  expect(told).toEqual({
    ...others,
    message: expect.stringContaining('is not shown, because values came from a Secret'),
  });
  expect(JSON.stringify(told)).not.toContain(LEAK);
});

it('where values came from Secrets, objects and overrides are counted and named by the spec alone', () => {
  expect(refusedObjects([LEAK], true).message).toMatch(
    /^nothing is installed: the objects of the chart have 1 problem: /,
  );
  expect(refusedOverrides([{ path: 'spec.overrides[web]', why: LEAK }], true).message).toMatch(
    /^spec\.overrides\[web\]: /,
  );
  expect(
    JSON.stringify([refusedObjects([LEAK], true), refusedOverrides([{ path: 'a', why: LEAK }], true)]),
  ).not.toContain(LEAK);
});

it('a problem of a huge value leaves room for the others', () => {
  const problems = ['a', 'b'].map((name) => ({
    path: [name],
    message: `"${name.repeat(100_000)}" does not match`,
  }));
  const { message } = refusedRendering({ type: 'values-invalid', problems }, false);
  expect(message).toMatch(/^spec\.values\.a: "a+…; spec\.values\.b: "b+…$/);
  expect(message.length).toBeLessThan(1_100);
});
