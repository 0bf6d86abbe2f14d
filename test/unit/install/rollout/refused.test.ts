import { expect, it } from 'vitest';
import { refusedRules } from '../../../../src/install/rollout/obstacles.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { component, planOf } from '../../../support/plans.ts';

/** Stored rule of generation 2, with the status of its condition Accepted. */
function stored(status: string, observedGeneration = 2): KubeObject {
  const accepted = {
    type: 'Accepted',
    status,
    reason: 'HostTaken',
    message: 'team b has it',
    observedGeneration,
  };
  return {
    metadata: { name: 'web', generation: 2 },
    status: { conditions: [accepted] },
  } as unknown as KubeObject;
}

const REFUSED = { name: 'web', reason: 'HostTaken', message: 'team b has it' };

it.each<[string, KubeObject | undefined, readonly unknown[]]>([
  ['refused', stored('False'), [REFUSED]],
  ['accepted', stored('True'), []],
  ['refused for an earlier spec', stored('False', 1), []],
  ['new', { ...stored('False'), status: undefined } as KubeObject, []],
  ['missing', undefined, []],
])('a rule that is %s', (_, object, expected) => {
  const plan = planOf([[component('web')]], { rules: ['web'] });
  expect(refusedRules(plan, () => object)).toEqual(expected);
});
