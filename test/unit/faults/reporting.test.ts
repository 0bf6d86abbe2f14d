import { expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kube/object.ts';
import { isReported } from '../../faults/reporting.ts';
import { View } from '../../faults/view.ts';

function made(kind: string, name: string, some: object, labels: Readonly<Record<string, string>> = {}) {
  const metadata = { name, namespace: 'n', uid: name, resourceVersion: '1', creationTimestamp: '', labels };
  return { apiVersion: 'v1', kind, metadata, ...some } as KubeObject;
}

/** Application whose status counts so many components. */
function application(total: number, ready: number): KubeObject {
  const none = { total: 0, ready: 0 };
  return made('Application', 'app', {
    status: { counts: { rules: none, installs: none, components: { total, ready } } },
  });
}

function reported(...objects: readonly KubeObject[]): boolean {
  const view = new View();
  for (const object of objects) {
    view.take('ADDED', object);
  }
  return isReported(view);
}

const COMPLETE = { status: { conditions: [{ type: 'Complete', status: 'True' }] } };
const COMPONENT = { 'stoa.dev/component-id': 'a' };

it('an application is reported when its status counts its Jobs that are components, and no others', () => {
  const jobs = [
    made('Job', 'ended', COMPLETE, COMPONENT),
    made('Job', 'running', {}, COMPONENT),
    made('Job', 'other', COMPLETE),
  ];
  expect(reported(...jobs, application(2, 1))).toBe(true);
  expect(reported(...jobs, application(3, 2))).toBe(false);
  expect(reported(...jobs, application(2, 2))).toBe(false);
});
