import type { Application, GatewayRule, MarketInstall } from '../../objects/stoa.ts';
import { readyConditionOf } from '../status/view.ts';
import type { Fact } from './explanation.ts';

/** An application with its rules and installs. */
export interface ObservedApplication {
  readonly application: Application;
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
}

/** Facts on what is not ready in an application. Pure. */
export function applicationFacts({ application, rules, installs }: ObservedApplication): Fact[] {
  const components = (application.status?.components ?? []).filter(
    ({ state, message }) => message !== undefined || !RESTING.includes(state),
  );
  return [
    ...components.map(
      ({ id, state, message }): Fact => ({
        finding: message === undefined ? 'moving' : 'bad',
        text: `component ${id} is ${state}${message === undefined ? '' : `: ${message}`}`,
      }),
    ),
    ...installs.flatMap((each) => unready('install', each)),
    ...rules.flatMap((each) => unready('rule', each)),
  ];
}

const RESTING: readonly string[] = ['running', 'succeeded', 'closed', 'undeploy'];

function unready(kind: string, object: GatewayRule | MarketInstall): Fact[] {
  const { state, reason, message } = readyConditionOf(object);
  return state === 'ready'
    ? []
    : [
        {
          finding: state === 'trouble' ? 'bad' : 'moving',
          text: `${kind} ${object.metadata.name}: ${reason}: ${message}`,
        },
      ];
}
