import { expect, it } from 'vitest';
import { toldOf } from '../../../src/chart/problems.ts';
import { renderedChart, sourced, workload } from '../../support/rendered.ts';

const UNTOLD = expect.stringMatching(/^a part of it has no effect here: what it says is not shown/);
const CRDS = 'definitions of custom resources belong to the whole cluster: the platform team installs them';

it('tells of parts without effect which templates make them, and nothing that only the objects say', () => {
  const web = sourced(workload('web'));
  const chart = renderedChart({ objects: [web] });
  expect(
    toldOf(chart, [
      { path: web.source, why: 'env HUNTER2: no' },
      { path: web.source, why: 'labels.HUNTER2: no' },
      { path: web.source, why: CRDS },
      { path: 'Secret HUNTER2', why: 'data.HUNTER2: the value before stays' },
    ]),
  ).toEqual([
    { path: web.source, why: UNTOLD },
    { path: web.source, why: CRDS },
    { path: 'the chart', why: UNTOLD },
  ]);
});
