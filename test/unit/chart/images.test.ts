import { expect, it } from 'vitest';
import { otherOverrides, withImages } from '../../../src/chart/images.ts';
import type { ChartObject } from '../../../src/chart/rendering.ts';
import { hook, renderedChart, sourced, workload } from '../../support/rendered.ts';

const CHART = renderedChart({
  objects: [workload('web'), workload('db', 'StatefulSet'), workload('db'), twoContainers()].map(sourced),
  hooks: [hook(['pre-install'], 0)],
});

function twoContainers(): ChartObject {
  const containers = ['main', 'sidecar'].map((name) => ({ name, image: `example.com/${name}:1` }));
  return { ...workload('pair'), spec: { template: { spec: { containers } } } };
}

function imagesOf(overrides: Parameters<typeof withImages>[1]) {
  const { chart, problems } = withImages(CHART, overrides);
  expect(problems).toEqual([]);
  return [...chart.objects, ...chart.hooks].map(({ object }) => {
    const [, ...images] = /"image":"([^"]*)"/.exec(JSON.stringify(object)) ?? [];
    return images[0];
  });
}

const OWN = 'example.com/main:1';

it('sets the image of a component by its key or its name, and its tag', () => {
  expect(imagesOf([])).toEqual([OWN, OWN, OWN, OWN, OWN]);
  expect(imagesOf([{ component: 'web', image: 'mirror.example.com/web@sha256:0' }])).toEqual([
    'mirror.example.com/web@sha256:0',
    ...[OWN, OWN, OWN, OWN],
  ]);
  expect(imagesOf([{ component: 'StatefulSet/db', imageTag: '2' }])).toEqual([
    OWN,
    'example.com/main:2',
    ...[OWN, OWN, OWN],
  ]);
  expect(imagesOf([{ component: 'Job/pre-install-0', imageTag: '3' }])).toEqual([
    ...[OWN, OWN, OWN, OWN],
    'example.com/main:3',
  ]);
});

it.each([
  [
    'mail',
    'the chart has no component of this key or name; it has Deployment/web (web), StatefulSet/db (db), Deployment/db (db), Deployment/pair (pair), Job/pre-install-0 (pre-install-0)',
  ],
  ['db', 'several components have this name; name one by its key: StatefulSet/db (db), Deployment/db (db)'],
  ['pair', 'its pods have several containers: set their images by spec.values'],
])('refuses an image for %s', (component, why) => {
  expect(withImages(CHART, [{ component, imageTag: '2' }]).problems).toEqual([
    { path: `spec.overrides[${component}].component`, why },
  ]);
});

it('refuses a second image of a component', () => {
  const overrides = ['web', 'Deployment/web'].map((component) => ({ component, imageTag: '2' }));
  expect(withImages(CHART, overrides).problems).toEqual([
    { path: 'spec.overrides[Deployment/web].component', why: 'another entry is for the same component' },
  ]);
});

it('names what of overrides has no effect on charts', () => {
  expect(otherOverrides([{ component: 'web', image: 'web:1', replicas: 2 }])).toEqual([
    {
      path: 'spec.overrides[web].replicas',
      why: 'of a chart, image and imageTag alone can be set here: use spec.values',
    },
  ]);
});
