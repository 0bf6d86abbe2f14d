import { installReadinessOf } from '../../install/state.ts';
import { type Readiness, readyConditionOf } from '../../objects/readiness.ts';
import type { Application, GatewayRule, MarketInstall } from '../../objects/stoa.ts';
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
    ...installs.flatMap((each) => unready(`install ${each.metadata.name}`, installReadinessOf(each))),
    ...rules.flatMap((each) => unready(`rule ${each.metadata.name}`, readyConditionOf(each))),
  ];
}

const RESTING: readonly string[] = ['running', 'succeeded', 'closed', 'undeploy'];

function unready(what: string, { state, reason, message }: Readiness): Fact[] {
  return state === 'ready'
    ? []
    : [
        {
          finding: state === 'trouble' ? 'bad' : 'moving',
          text: `${what}: ${reason}: ${message}`,
        },
      ];
}
