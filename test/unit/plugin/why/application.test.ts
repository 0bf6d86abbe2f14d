import { expect, it } from 'vitest';
import { applicationFacts } from '../../../../src/plugin/why/application.ts';
import { shop } from '../scene.ts';
import { inShort } from './scene.ts';

it('an application has facts on what is not ready, and on nothing else', () => {
  expect(inShort(applicationFacts(shop()))).toEqual([
    'bad: component 0f3c9a2b7d is abnormal: container main of pod search-7 exited with 1',
    `bad: install find: ComponentsAbnormal: wave 2 of 3: search: 0 of 1 pods are available (container main of pod search-7 exited with 1)`,
    'bad: rule catalog: PortNotOpen: port 9090 of component catalog of application 1 is not open',
    'moving: rule new: Pending: the operator has not looked at it yet',
  ]);
});
