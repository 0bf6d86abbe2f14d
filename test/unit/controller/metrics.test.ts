import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import {
  createControllerMetrics,
  createLeaderMetric,
  OLDEST_DELETION,
  UNREAD_OBJECTS,
  WATCH_FAILURES,
} from '../../../src/controller/metrics.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { metric } from '../../support/metrics.ts';

it('has every series that dashboards of controller-runtime and client-go query', async () => {
  const registry = new Registry();
  const metrics = createControllerMetrics(registry);
  const onLead = createLeaderMetric(registry, 'lease');
  const report = metrics.report('c');
  const queue = new WorkQueue(report.queue);
  metrics.watch('c', { concurrency: 16, queue, debts: { waiting: () => 2 } });
  onLead(true);
  queue.add('n/a');
  queue.add('n/b', 'background');
  queue.add('n/c');
  queue.done((await queue.take()) ?? '');
  report.reconciled('error', 0.02);
  report.stalled();
  const text = await registry.metrics();
  queue.close();
  for (const line of [
    'stoa_owing_namespaces{controller="c"} 2',
    'controller_runtime_reconcile_total{controller="c",result="error"} 1',
    'controller_runtime_reconcile_total{controller="c",result="success"} 0',
    'controller_runtime_reconcile_total{controller="c",result="requeue"} 0',
    'controller_runtime_reconcile_total{controller="c",result="requeue_after"} 0',
    'controller_runtime_reconcile_errors_total{controller="c"} 1',
    'controller_runtime_terminal_reconcile_errors_total{controller="c"} 1',
    'controller_runtime_reconcile_panics_total{controller="c"} 0',
    'controller_runtime_reconcile_timeouts_total{controller="c"} 0',
    'controller_runtime_reconcile_time_seconds_count{controller="c"} 1',
    'controller_runtime_max_concurrent_reconciles{controller="c"} 16',
    'controller_runtime_active_workers{controller="c"} 0',
    'workqueue_depth{name="c",priority="user"} 1',
    'workqueue_depth{name="c",priority="background"} 1',
    'workqueue_adds_total{name="c"} 3',
    'workqueue_retries_total{name="c"} 0',
    'workqueue_queue_duration_seconds_count{name="c"} 1',
    'workqueue_work_duration_seconds_count{name="c"} 1',
    'workqueue_unfinished_work_seconds{name="c"} 0',
    'workqueue_longest_running_processor_seconds{name="c"} 0',
    'leader_election_master_status{name="lease"} 1',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

it('reports the age of the oldest pending deletion per kind', async () => {
  const registry = new Registry();
  const object = (secondsAgo?: number): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: {
      name: 'a',
      uid: 'a',
      resourceVersion: '1',
      creationTimestamp: 't',
      ...(secondsAgo === undefined
        ? {}
        : { deletionTimestamp: new Date(Date.now() - secondsAgo * 1000).toISOString() }),
    },
  });
  const kinds = [
    { name: 'things', store: { list: () => [object(60), object(3600), object()] } },
    { name: 'others', store: { list: () => [object()] } },
  ];
  createControllerMetrics(registry).observe(OLDEST_DELETION, kinds);
  const age = await metric(registry, 'stoa_oldest_deletion_seconds', { resource: 'things' });
  expect(Math.round(age / 60)).toBe(60);
  expect(await registry.metrics()).toContain('stoa_oldest_deletion_seconds{resource="others"} 0');
});

it('sums what the caches of each resource cannot read, and how often their watches have failed', async () => {
  const registry = new Registry();
  const caches = [
    { name: 'services', unreadObjects: () => 1, failures: () => 2 },
    { name: 'services', unreadObjects: () => 3, failures: () => 4 },
    { name: 'adoptions' },
  ];
  const metrics = createControllerMetrics(registry);
  metrics.observe(UNREAD_OBJECTS, caches);
  metrics.observe(WATCH_FAILURES, caches);
  expect(await metric(registry, 'stoa_unread_objects', { resource: 'services' })).toBe(4);
  expect(await metric(registry, 'stoa_watch_failures', { resource: 'services' })).toBe(6);
  expect(await registry.metrics()).not.toContain('adoptions');
});
