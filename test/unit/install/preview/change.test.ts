import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../../src/install/plan/plan.ts';
import type { ObjectChange } from '../../../../src/install/preview/report.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS } from '../../../../src/objects/core.ts';
import { JOBS } from '../../../../src/objects/workload.ts';
import { component, plannedObject, planOf } from '../../../support/plans.ts';
import { changesBetween } from '../../../support/preview.ts';

const ONE = planOf([[component('web')]], { rules: ['shop'] });

function withObject(...args: Parameters<typeof plannedObject>): Plan {
  return { ...ONE, shared: [plannedObject(...args)] };
}

/** A Job, whose pods cannot be changed, of an image. */
function jobOf(image: string): Parameters<typeof plannedObject> {
  return [JOBS, 'once', { spec: { template: { spec: { containers: [{ name: 'main', image }] } } } }];
}

/** `<action> <kind> <name>` */
function inShort(change: ObjectChange): string {
  const { kind, name } =
    change.action === 'delete'
      ? change.item
      : { kind: change.planned.resource.kind, name: change.planned.draft.metadata.name };
  return `${change.action} ${kind} ${name}`;
}

describe('the changes of a plan', () => {
  it.each<[string, Plan | undefined, Plan, readonly string[], number]>([
    [
      'of a first version',
      undefined,
      ONE,
      ['create Service web', 'create Deployment web', 'create GatewayRule shop'],
      0,
    ],
    ['of the version in place', ONE, ONE, [], 3],
    [
      'of another image',
      ONE,
      planOf([[component('web', [], 'web:2')]], { rules: ['shop'] }),
      ['change Deployment web'],
      2,
    ],
    [
      'of a component that comes, and one that goes',
      ONE,
      planOf([[component('cart')]]),
      [
        ...['create Service cart', 'create Deployment cart'],
        ...['delete Service web', 'delete Deployment web', 'delete GatewayRule shop'],
      ],
      0,
    ],
    [
      'of an object with immutable fields',
      withObject(...jobOf('a')),
      withObject(...jobOf('b')),
      ['recreate Job once'],
      3,
    ],
    ['of a volume that the version lacks', withObject(CLAIMS, 'data', {}), ONE, [], 3],
    [
      'of a Secret with another value',
      withObject(SECRETS, 's', { data: { a: 'MQ==' } }),
      withObject(SECRETS, 's', { data: { a: 'Mg==' } }),
      ['change Secret s'],
      3,
    ],
    [
      'of all actions, in the order in which they are listed',
      withObject(CONFIG_MAPS, 'c', { data: { a: '1' } }),
      {
        ...planOf([[component('cart')]], { rules: ['shop'] }),
        shared: [plannedObject(CONFIG_MAPS, 'c', { data: { a: '2' } })],
      },
      [
        ...['change ConfigMap c', 'create Service cart', 'create Deployment cart'],
        ...['delete Service web', 'delete Deployment web'],
      ],
      1,
    ],
  ])('%s', (_, before, after, expected, unchanged) => {
    const planned = changesBetween(before, after);
    expect(planned.changes.map(inShort)).toEqual(expected);
    expect(planned.unchanged).toBe(unchanged);
  });
});
