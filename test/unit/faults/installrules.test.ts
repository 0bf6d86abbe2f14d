import { describe, expect, it } from 'vitest';
import { present } from '../../../src/base/fields.ts';
import { keptDraft } from '../../../src/install/plan/keptsecret.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { KeptChart } from '../../../src/source/kept.ts';
import { installViolations } from '../../faults/installrules.ts';
import { View } from '../../faults/view.ts';
import { installOf, PINNED } from '../../support/plans.ts';

const SERVICE = { group: '', version: 'v1', kind: 'Service', name: 'web' };

/** The install in a later version, with this status. */
function install(resourceVersion: string, status: ReturnType<typeof installOf>['status']): KubeObject {
  const object = installOf({}, status);
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function made(kind: string, name: string, resourceVersion: string, some: object = {}): KubeObject {
  const { namespace, creationTimestamp, uid } = installOf().metadata;
  const labels = { 'stoa.dev/install-uid': uid };
  const metadata = { name, namespace: namespace ?? '', uid: `${kind} ${name}`, resourceVersion, labels };
  return { apiVersion: 'v1', kind, metadata: { ...metadata, creationTimestamp }, ...some };
}

function kept(resourceVersion: string, password: string, chart?: KeptChart): KubeObject {
  const { type, data } = keptDraft(installOf(), {
    secrets: { 'env/db/PASSWORD': password },
    workloads: {},
    services: {},
    ports: {},
    volumes: {},
    ...present({ chart }),
  });
  return made('Secret', 'shop-kept', resourceVersion, { type, data });
}

/** Chart that has generated a Secret, with some changes. */
function chart(changes: Partial<KeptChart> = {}): KeptChart {
  const time = '2026-01-02T03:04:05Z';
  return { seed: 'a1', time, secrets: { 'shop-db': { password: 'b25l' } }, releases: [], ...changes };
}

type Event = KubeObject | { readonly gone: KubeObject };

/** Rules that the events violate. */
function broken(...events: readonly Event[]): string[] {
  const view = new View();
  for (const event of events) {
    view.take('gone' in event ? 'DELETED' : 'ADDED', 'gone' in event ? event.gone : event);
  }
  return installViolations(view).map((violation) => violation.split(':')[0] ?? '');
}

describe('installs', () => {
  it('violate no rule if objects are in the inventory from before creation until after deletion', () => {
    const recorded = install('2', { inventory: [SERVICE], template: PINNED });
    const gone = { gone: made('Service', 'web', '5') };
    expect(broken(install('1', {}), recorded, made('Service', 'web', '3'), gone, install('6', {}))).toEqual(
      [],
    );
    expect(broken(recorded, kept('3', 'one'), kept('4', 'one'))).toEqual([]);
    const releases = [{ archive: 'a', values: 'v', revision: 1 }];
    const more = chart({ releases, secrets: { ...chart().secrets, other: { token: 'dHdv' } } });
    expect(broken(recorded, kept('3', 'one', chart()), kept('4', 'one', more))).toEqual([]);
  });

  const late = [install('1', {}), made('Service', 'web', '2'), install('3', { inventory: [SERVICE] })];
  const dropped = [install('1', { inventory: [SERVICE] }), made('Service', 'web', '2'), install('3', {})];
  const other = { ...PINNED, digest: 'sha256:other' };
  const repinned = [install('1', { template: PINNED }), install('2', { template: other })];
  const regenerated = [install('1', {}), kept('2', 'one'), kept('3', 'two')];
  const reseeded = [install('1', {}), kept('2', 'one', chart()), kept('3', 'one', chart({ seed: 'b2' }))];
  const rendered = [
    install('1', {}),
    kept('2', 'one', chart()),
    kept('3', 'one', chart({ secrets: { 'shop-db': { password: 'dHdv' } } })),
  ];
  const changed = [
    install('1', { inventory: [{ ...SERVICE, kind: 'Secret', name: 'env' }] }),
    made('Secret', 'env', '2', { data: { PASSWORD: 'b25l' } }),
    made('Secret', 'env', '3', { data: { PASSWORD: 'dHdv' } }),
  ];

  it.each([
    ['I1', late],
    ['I1', dropped],
    ['I2', repinned],
    ['I3', regenerated],
    ['I3', changed],
    ['I3', reseeded],
    ['I3', rendered],
  ])('violate %s', (rule, events) => {
    expect(broken(...events)).toEqual([rule]);
  });
});
