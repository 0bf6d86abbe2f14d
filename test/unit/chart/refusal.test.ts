import { expect, it } from 'vitest';
import { refusedObjects, refusedRendering } from '../../../src/chart/refusal.ts';
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
  expect(refusedRendering(refusal)).toEqual({ type: 'refused', reason, message });
});

it.each<readonly [ChartRefusal, string]>([
  [{ type: 'too-slow' }, 'its templates took more than 40 seconds; they are rendered again within 5 minutes'],
  [
    { type: 'crashed', message: 'killed' },
    'the renderer failed: killed; the chart is rendered again within 5 minutes',
  ],
])('%o may succeed another time', (refusal, message) => {
  const unfinished = { type: 'unfinished', reason: 'ChartNotRendered', message } as const;
  expect(refusedRendering(refusal)).toEqual(unfinished);
  expect(unplannedDraft(unfinished).outcome).toMatchObject({ type: 'waiting', atMostMs: 300_000 });
});

it('names the first objects that no install makes', () => {
  const problems = Array.from({ length: 7 }, (_, index) => `object ${index}`);
  expect(refusedObjects(problems)).toMatchObject({
    reason: 'ObjectsNotAllowed',
    message: expect.stringMatching(/^nothing is installed: object 0; .* 2 more/),
  });
});
