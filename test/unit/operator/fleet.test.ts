import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Condition } from '../../../src/api/condition.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { INSTALL_STATES, LONGEST_NOT_READY, OBJECT_CONDITIONS } from '../../../src/operator/fleet.ts';
import { installOf } from '../../support/applications.ts';

type Conditioned = KubeObject & { readonly status?: { readonly conditions: readonly Condition[] } };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T12:00:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

function condition(type: string, status: Condition['status'], reason: string, hour = '11'): Condition {
  return { type, status, reason, message: '', lastTransitionTime: `2026-01-02T${hour}:00:00Z` };
}

function objectWith(...conditions: Condition[]): Conditioned {
  const metadata = { name: 'r', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-02T02:00:00Z' };
  return {
    apiVersion: 'v1',
    kind: 'Rule',
    metadata,
    ...(conditions.length > 0 ? { status: { conditions } } : {}),
  };
}

function kindOf(...objects: Conditioned[]) {
  return [{ kind: 'Rule', store: { list: () => objects } }];
}

describe('the number of objects by condition', () => {
  it.each<[string, Conditioned[], string[]]>([
    ['no objects', [], []],
    [
      'equal objects',
      [objectWith(condition('Ready', 'True', 'Ready')), objectWith(condition('Ready', 'True', 'Ready'))],
      ['Ready True Ready: 2'],
    ],
    [
      'each of several conditions',
      [objectWith(condition('Accepted', 'False', 'HostTaken'), condition('Ready', 'False', 'HostTaken'))],
      ['Accepted False HostTaken: 1', 'Ready False HostTaken: 1'],
    ],
    ['an object without status', [objectWith()], ['Ready Unknown NotReconciled: 1']],
    [
      'conditions that repeat Ready, or that somebody else has set',
      [
        objectWith(
          condition('Ready', 'False', 'HostTaken'),
          condition('Stalled', 'True', 'HostTaken'),
          condition('a-team-s', 'True', 'Ready'),
        ),
      ],
      ['Ready False HostTaken: 1'],
    ],
    [
      'different reasons of engines, or of somebody who writes the status',
      [
        objectWith(condition('Ready', 'False', 'NoMatchingParent')),
        objectWith(condition('Ready', 'False', 'anything')),
        objectWith(condition('Ready', 'False', 'constructor')),
      ],
      ['Ready False Other: 3'],
    ],
  ])('counts %s', (_, objects, expected) => {
    const values = OBJECT_CONDITIONS.valuesOf(kindOf(...objects));
    expect(
      values.map(
        ({ labels: { condition, status, reason }, value }) => `${condition} ${status} ${reason}: ${value}`,
      ),
    ).toEqual(expected);
    expect(values.every(({ labels }) => labels.kind === 'Rule')).toBe(true);
  });
});

it('the number of installs by state counts each once, and names no state that none is in', () => {
  const unresolved = { ...installOf('c', false), status: {} };
  const installs = [installOf('a', true), installOf('b', false), unresolved, installOf('d', false)];
  expect(INSTALL_STATES.valuesOf({ list: () => installs })).toEqual([
    { labels: { state: 'in-place' }, value: 1 },
    { labels: { state: 'rolling-out' }, value: 2 },
    { labels: { state: 'unresolved' }, value: 1 },
  ]);
});

describe('the time for which an object has not been ready', () => {
  it.each<[string, Conditioned[], Record<string, number>]>([
    ['0 without objects', [], { '': 0 }],
    ['0 if all are ready', [objectWith(condition('Ready', 'True', 'Ready', '01'))], { '': 0 }],
    [
      'the longest for each reason',
      [
        objectWith(condition('Ready', 'False', 'HostTaken', '10')),
        objectWith(condition('Ready', 'False', 'HostTaken', '09')),
        objectWith(condition('Ready', 'Unknown', 'Pending', '11')),
      ],
      { HostTaken: 3, Pending: 1 },
    ],
    ['since the creation without Ready', [objectWith()], { NotReconciled: 10 }],
    ['0 for the future', [objectWith(condition('Ready', 'False', 'HostTaken', '13'))], { HostTaken: 0 }],
    ['0 for a broken time', [objectWith(condition('Ready', 'False', 'HostTaken', 'x'))], { HostTaken: 0 }],
  ])('is %s', (_, objects, hours) => {
    const values = LONGEST_NOT_READY.valuesOf(kindOf(...objects));
    expect(
      Object.fromEntries(values.map(({ labels, value }) => [labels.reason ?? '', value / 3600])),
    ).toEqual(hours);
  });
});
