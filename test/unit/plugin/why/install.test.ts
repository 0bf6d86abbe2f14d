import { describe, expect, it } from 'vitest';
import { installFacts, type ObservedInstall } from '../../../../src/plugin/why/install.ts';
import { secretOf } from '../../../support/accesskey.ts';
import { reporting } from '../scene.ts';
import { ASKED, inShort, observedInstall, TEMPLATE } from './scene.ts';

describe('the facts on an install', () => {
  it('follow the waves, in the words of the pods', () => {
    expect(inShort(installFacts(observedInstall())).slice(2)).toEqual([
      'good: the model m 1 is here, 2048 bytes of https://hub.example.com',
      'good: wave 1: db is ready',
      'bad: wave 2: search is not ready: CrashLoopBackOff: container main of pod search-abc-x exited with 3',
      'moving: wave 2: web is not ready: 0 of 1 pods are available',
      'off: wave 3: cart waits for wave 2',
      "off: parts of the model without effect here: 1 (kubectl get mi blog -o jsonpath='{.status.notApplied}')",
    ]);
  });

  it.each<[string, Partial<ObservedInstall>, string]>([
    ['no application', { applications: [] }, 'bad: there is no Application with the id 1 here'],
    [
      'no access key',
      { accessKey: { type: 'found', value: [] } },
      'bad: Secret hub-key with the access key does not exist',
    ],
    [
      'an access key of another store',
      { accessKey: { type: 'found', value: [secretOf('https://private.example.com')] } },
      'bad: Secret hub-key has no access key for the store of https://hub.example.com',
    ],
    [
      'hidden Secrets',
      { accessKey: { type: 'forbidden' } },
      'off: Secret hub-key with the access key: you may not look at Secrets',
    ],
    [
      'no model',
      { install: reporting(ASKED, [], { template: undefined, serving: { ...TEMPLATE, version: '0' } }) },
      'bad: the model m 1 has not come from https://hub.example.com; version 0 is still in place',
    ],
    ['no workload', { workloads: [] }, 'moving: wave 2: web is not ready: Deployment web is not made yet'],
  ])('show %s', (_, some, expected) => {
    expect(inShort(installFacts(observedInstall(some)))).toContain(expected);
  });
});
