import type { ReasonInfo } from './info.ts';

/** Reasons of the conditions of an Application. */
export const APPLICATION_REASONS = {
  IdTaken: {
    conditions: ['Accepted'],
    means: 'An older Application in the namespace has the same `spec.id`.',
    todo: 'Delete one of the two. The other one takes over.',
    problem: true,
  },
  ComponentsNotAdopted: {
    conditions: ['Ready'],
    means: 'Entries of `spec.components` name what is not there, or what belongs to another component.',
    todo: 'Correct the entry that the message names, or remove it.',
    problem: true,
    summary: true,
  },
  ComponentsAbnormal: {
    conditions: ['Ready', 'Applied'],
    means: 'Components have failing pods.',
    todo: 'Check the pods of the components with `kubectl describe pod` and `kubectl logs`.',
    problem: true,
    summary: true,
    post: 'goes-on',
  },
  ComponentsProgressing: {
    conditions: ['Ready'],
    means: 'Components are starting, upgrading or stopping.',
    todo: 'Wait.',
    problem: false,
    summary: true,
  },
  InstallsNotReady: {
    conditions: ['Ready'],
    means: 'Some MarketInstalls of the application are not ready.',
    todo: 'Check the conditions of each install with `kubectl stoa why install/NAME`.',
    problem: false,
    summary: true,
  },
  RulesNotReady: {
    conditions: ['Ready'],
    means: 'Some GatewayRules of the application are not ready.',
    todo: 'Check the conditions of each rule with `kubectl stoa why rule/NAME`.',
    problem: false,
    summary: true,
  },
  Ready: {
    conditions: ['Ready'],
    means: 'The object is in its desired state.',
    problem: false,
  },
} as const satisfies Readonly<Record<string, ReasonInfo>>;
