import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/kube/object.ts';
import { ACTS, type Act, fallen } from '../../faults/company/acts.ts';
import { View } from '../../faults/view.ts';

/** View of a namespace with one Deployment. */
function viewOf(spec: object, managedFields: readonly object[] = []): View {
  const metadata = {
    name: 'i-front',
    namespace: 'n',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '',
    managedFields,
  };
  const view = new View();
  view.take('ADDED', { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec } as KubeObject);
  return view;
}

function actOf(name: string): Act {
  return ACTS[name] as Act;
}

describe('an act of another client', () => {
  it('stands while what it adds is there', () => {
    const containers = [{ name: 'main', env: [{ name: 'TRACE', value: 'on' }] }];
    expect(fallen(actOf('adds an env'), viewOf({ template: { spec: { containers } } }))).toEqual([]);
  });

  it.each([
    ['the object has lost it', viewOf({ template: { spec: { containers: [{ name: 'main' }] } } })],
    ['only its manager is left', viewOf({}, [{ manager: 'company-tracing', fieldsV1: { '"TRACE"': {} } }])],
    ['the object is gone', new View()],
  ])('has fallen when %s', (_, view) => {
    expect(fallen(actOf('adds an env'), view)).toEqual(['Deployment i-front has lost "TRACE"']);
  });

  it('that takes a field is answered when the field is Stoa’s again', () => {
    const taken = viewOf({ image: 'rival.example.com/front:9' });
    expect(fallen(actOf('takes a field by force'), taken)).toEqual([
      'Deployment i-front still has rival.example.com',
    ]);
    expect(fallen(actOf('takes a field by force'), viewOf({ image: 'front:1' }))).toEqual([]);
  });
});
