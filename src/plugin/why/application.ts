import type { Application, GatewayRule, MarketInstall } from '../../objects/stoa.ts';
import { readinessOf } from '../status/view.ts';
import type { Fact } from './explanation.ts';

/** What an application consists of. */
export interface ObservedApplication {
  readonly application: Application;
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
}

/** What is not as it is wanted in an application, one fact each. Pure. */
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
  const { state, reason, message } = readinessOf(object);
  return state === 'ready'
    ? []
    : [
        {
          finding: state === 'trouble' ? 'bad' : 'moving',
          text: `${kind} ${object.metadata.name}: ${reason}: ${message}`,
        },
      ];
}
