import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import type { Gateway } from '../../../../src/objects/gatewayapi.ts';
import type { MarketInstall } from '../../../../src/objects/stoa.ts';
import type { Fact } from '../../../../src/plugin/why/explanation.ts';
import type { ObservedInstall } from '../../../../src/plugin/why/install.ts';
import type { ObservedRule } from '../../../../src/plugin/why/rule.ts';
import { secretOf } from '../../../support/accesskey.ts';
import { applicationOf, installOf } from '../../../support/applications.ts';
import { ruleOf, serviceOf } from '../../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../../support/workloads.ts';
import { componentOf, conditionOf, READY, reporting } from '../scene.ts';

/** Facts in short. */
export function inShort(facts: readonly Fact[]): string[] {
  return facts.map(({ finding, text }) => `${finding}: ${text}`);
}

/** A rule that is ready. */
export const RULE = reporting(ruleOf({ whetherOpen: true }, { name: 'web' }), READY, {
  name: 'shop.example.com',
});

/** The rule with all that it refers to in order, but for what is given. */
export function observed(some: Partial<ObservedRule> = {}): ObservedRule {
  return {
    rule: RULE,
    applications: [reporting(applicationOf(), READY, { components: [componentOf('web')] })],
    services: [serviceOf('web', [{ port: 8080 }])],
    workloads: [],
    siblings: [RULE],
    competing: [RULE],
    certificates: undefined,
    gateway: { name: 'stoa-system/stoa', result: { type: 'found', value: gateway('True') } },
    shadow: undefined,
    ...some,
  };
}

/** A Gateway whose condition Programmed has a status. */
export function gateway(status: 'True' | 'False'): Gateway {
  return {
    ...applicationOf('stoa'),
    spec: { gatewayClassName: 'c', listeners: [] },
    status: { conditions: [conditionOf('Programmed', 'Any', 'no address', status)] },
  };
}

/** A model that was fetched. */
export const TEMPLATE = { version: '1', digest: 'sha256:0', size: 2048, secretName: 's' };

const STATUS: MarketInstallStatus = {
  template: TEMPLATE,
  progress: { wave: '2/3', ready: '1/4' },
  components: [
    { key: 'c', id: 'c', name: 'cart', kind: 'Deployment', workload: 'cart', wave: 3, ready: false },
    { key: 'd', id: 'd', name: 'db', kind: 'StatefulSet', workload: 'db', wave: 1, ready: true },
    { key: 's', id: 's', name: 'search', kind: 'Deployment', workload: 'search', wave: 2, ready: false },
    { key: 'w', id: 'w', name: 'web', kind: 'Deployment', workload: 'web', wave: 2, ready: false },
  ],
  notApplied: [{ path: 'plugins', why: 'there are none' }],
};

/** Message of the install that waits for a component. */
export const LATE =
  'wave 2 of 3: search: 0 of 1 pods are available (container main of pod search-x exited with 1)';

/** An install without a status. */
export const ASKED = installOf('blog', false);

const MARKET = { ...ASKED.spec.market, accessKeySecretRef: { name: 'hub-key' } };

/** An install in its second of three waves. */
export const INSTALL: MarketInstall = reporting(
  { ...ASKED, spec: { ...ASKED.spec, market: MARKET } },
  [
    conditionOf('Accepted', 'Accepted', 'the install is valid', 'True'),
    conditionOf('TemplateResolved', 'Resolved', 'the model is here', 'True'),
    conditionOf('Applied', 'ComponentsAbnormal', LATE),
    conditionOf('Ready', 'ComponentsAbnormal', LATE),
    conditionOf('Reconciling', 'ComponentsAbnormal', LATE, 'True'),
  ],
  STATUS,
);

const SEARCH_PODS = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'search-abc',
  uid: 'r',
  controller: true,
};

/** A Deployment of which no pod is available. */
function deployment(name: string) {
  return workloadOf('Deployment', { replicas: 1 }, { replicas: 1, updatedReplicas: 1 }, { name });
}

/** The install with its workloads and pods, but for what is given. */
export function observedInstall(some: Partial<ObservedInstall> = {}): ObservedInstall {
  return {
    install: INSTALL,
    applications: [applicationOf('shop')],
    accessKey: { type: 'found', value: [secretOf('https://hub.example.com')] },
    workloads: [deployment('search'), deployment('web')],
    pods: [podOf('search-abc-x', POD_STATUS.crashing, { ownerReferences: [SEARCH_PODS] })],
    ...some,
  };
}
