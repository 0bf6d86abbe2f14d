import { expect, it } from 'vitest';
import { componentsOf, type Inventory } from '../../../src/monitor/component.ts';
import type { HttpRoute } from '../../../src/objects/gatewayapi.ts';
import { openServiceOf, ruleOf, serviceOf, tcpRuleOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';

const EMPTY: Inventory = { namespace: 'team', workloads: [], services: [], rules: [], routes: [] };
const WEB = workloadOf('Deployment');
const WEB_SERVICE = serviceOf('web', [{ port: 80, targetPort: 8080 }, { port: 81 }]);

function routeOf(name: string, rules: readonly unknown[]): HttpRoute {
  return {
    ...WEB,
    kind: 'HTTPRoute',
    metadata: { ...WEB.metadata, name },
    spec: { rules },
  } as unknown as HttpRoute;
}

/** The only component of an inventory. */
function only(inventory: Partial<Inventory>) {
  const [component, ...others] = componentsOf({ ...EMPTY, workloads: [WEB], ...inventory });
  expect(others).toEqual([]);
  return component;
}

it('lists every workload once, by the id of its component', () => {
  const labelled = (id: string, name: string, kind = 'Deployment') =>
    workloadOf(
      kind,
      {},
      {},
      {
        name,
        labels: {
          'stoa.dev/app-id': '1',
          'stoa.dev/component-id': id,
          'stoa.dev/component-alias': `gr-${id}`,
        },
        annotations: { 'stoa.dev/component-name': `The ${id}` },
      },
    );
  const workloads = [labelled('a', 'a'), labelled('b', 'b'), labelled('a', 'a-nightly', 'CronJob')];
  const services = [serviceOf('elsewhere', [{ port: 80 }])];
  const components = componentsOf({ ...EMPTY, workloads, services });
  expect(components.map(({ id, name, alias }) => [id, name, alias])).toEqual([
    ['a', 'The a', 'gr-a'],
    ['b', 'The b', 'gr-b'],
  ]);
  expect(components[0]?.matchers.pods).toMatch(/^namespace="team",pod=~"a-.*\|a-nightly-.*"$/);
});

it('calls the ports of Services as Traefik does', () => {
  const names = [80, 81].flatMap((port) => [
    `team-web-http-${port}@kubernetesgateway`,
    `team-web-${port}@kubernetesgateway`,
    `team-web-${port}@kubernetescrd`,
  ]);
  expect(only({ services: [WEB_SERVICE] })?.matchers.traefik).toBe(`service=~"${names.join('|')}"`);
  const dashed = only({ namespace: 'my--team', services: [WEB_SERVICE] });
  expect(dashed?.matchers.traefik).toContain('my-team-web-http-80@kubernetesgateway');
});

it('calls the rules of HTTPRoutes as Envoy Gateway does', () => {
  const routes = [
    routeOf('shop', [
      { backendRefs: [{ name: 'other', port: 80 }] },
      { backendRefs: [{ name: 'other' }, { name: 'web', port: 80 }] },
      {},
    ]),
    routeOf('else', [{ backendRefs: [{ kind: 'TraefikService', name: 'web' }] }]),
  ];
  const pattern = 'httproute/team/shop/rule/1|httproute/team/shop/rule/1/backend/1';
  expect(only({ services: [WEB_SERVICE], routes })?.matchers.envoy).toBe(`envoy_cluster_name=~"${pattern}"`);
});

it('keeps to the namespace and the id', () => {
  expect(only({ services: [WEB_SERVICE] })?.matchers).toMatchObject({
    component: 'service_id="web",namespace=~"team|"',
    services: 'namespace="team",service=~"web"',
  });
});

it('has nothing to find a component by that has no Service', () => {
  expect(only({})?.matchers).toMatchObject({ traefik: undefined, envoy: undefined, services: undefined });
});

it.each([
  ['Deployment', ['web-5d4f8c7b9d-x2x9z'], ['web-admin-x2x9z', 'web-admin-5d4f8c7b9d-x2x9z', 'web-0']],
  ['StatefulSet', ['web-0', 'web-11'], ['web-x2x9z', 'web-db-0']],
  ['DaemonSet', ['web-x2x9z'], ['web-0', 'web-admin-x2x9z']],
  ['Job', ['web-x2x9z', 'web-3-x2x9z'], ['web-admin-x2x9z']],
  ['CronJob', ['web-29012345-x2x9z'], ['web-x2x9z']],
])('knows the pods of a %s by their names', (kind, own, others) => {
  const pods = only({ workloads: [workloadOf(kind)] })?.matchers.pods ?? '';
  const pattern = new RegExp(`^(?:${/pod=~"(.*)"/.exec(pods)?.[1]})$`);
  expect(own.filter((pod) => pattern.test(pod))).toEqual(own);
  expect(others.filter((pod) => pattern.test(pod))).toEqual([]);
});

it.each([
  ['nothing opens a port', {}, false],
  ['a rule opens none', { rules: [ruleOf()] }, false],
  ['a rule opens one', { rules: [ruleOf({ whetherOpen: true })] }, true],
  ['a TCP rule leads to one', { rules: [tcpRuleOf()] }, true],
  ['the rule is for another component', { rules: [ruleOf({ serviceId: 'x', whetherOpen: true })] }, false],
  ['a Service lists one', { services: [openServiceOf('web')] }, true],
  ['the Service is of another component', { services: [openServiceOf('x')] }, false],
])('where %s, is_outer is %3$s', (_, inventory, outer) => {
  expect(only({ services: [WEB_SERVICE], ...inventory })?.outer).toBe(outer);
});
