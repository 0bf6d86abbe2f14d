import { expect, it } from 'vitest';
import { makeComponent } from '../../../../../src/model/build/workload/component.ts';
import type { Monitor } from '../../../../../src/model/read/settings.ts';
import { contextOf, partOf, podTemplateOf } from '../../../../support/parts.ts';

const MONITORS: readonly Monitor[] = [
  { path: 'm[0]', name: 'web', port: 9100, metricsPath: '/metrics', interval: '30s' },
  { path: 'm[1]', name: 'db', port: 9200, metricsPath: '/stats', interval: '' },
];

function made(serviceMonitors: boolean) {
  const part = partOf({ monitors: MONITORS });
  return makeComponent(part, contextOf([part], { serviceMonitors }));
}

it('each monitor becomes a ServiceMonitor with a Service that only it selects', () => {
  const { objects, notApplied, workload } = made(true);
  expect(notApplied).toEqual([]);
  expect(podTemplateOf({ workload }).metadata.annotations).toBeUndefined();
  expect(objects.map(({ draft }) => draft.kind)).toEqual([
    'Service',
    'ServiceMonitor',
    'Service',
    'ServiceMonitor',
  ]);
  const [service, monitor] = objects;
  const name = service?.draft.metadata.name;
  expect(service?.draft).toMatchObject({
    metadata: { namespace: 'team', labels: { 'stoa.dev/monitor': name, 'stoa.dev/install-uid': 'u1' } },
    spec: { clusterIP: 'None', selector: partOf().selector, ports: [{ name: 'metrics', port: 9100 }] },
  });
  expect(service?.draft.metadata.labels).not.toHaveProperty('stoa.dev/component-id');
  expect(monitor?.draft.spec).toEqual({
    selector: { matchLabels: { 'stoa.dev/monitor': name } },
    endpoints: [{ port: 'metrics', path: '/metrics', interval: '30s', followRedirects: false }],
  });
});

it('without ServiceMonitors, the pods have annotations for the first monitor', () => {
  const { objects, notApplied, workload } = made(false);
  expect(objects).toEqual([]);
  expect(podTemplateOf({ workload }).metadata.annotations).toEqual({
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': '9100',
    'prometheus.io/path': '/metrics',
  });
  expect(notApplied).toMatchObject([{ path: 'm[1]' }]);
});
