import { describe, expect, it } from 'vitest';
import { componentsOf, type Inventory } from '../../../src/monitor/component.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import type { WorkloadKind } from '../../../src/objects/workload.ts';
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
    spec: { parentRefs: [{ namespace: 'stoa-system', name: 'stoa', sectionName: 'http' }], rules },
  } as unknown as HttpRoute;
}

/** The only component of an inventory. */
function only(inventory: Partial<Inventory>) {
  const [component, ...others] = componentsOf({ ...EMPTY, workloads: [WEB], ...inventory });
  expect(others).toEqual([]);
  return component;
}

it('lists every workload once, by the id of its component', () => {
  const labelled = (id: string, name: string, kind: WorkloadKind = 'Deployment') =>
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

/** Whether the matcher of `$traefik` finds a series whose label `service` is this. */
function counts(inventory: Partial<Inventory>, service: string): boolean {
  const [, pattern = ''] = /^service=~(".*")$/.exec(only(inventory)?.matchers.traefik ?? '') ?? [];
  return new RegExp(`^(?:${JSON.parse(pattern)})$`).test(service);
}

const HASH = '0123456789abcdef0123';
const SHOP = routeOf('shop-0f1e2d3c4b5a6978', [{ backendRefs: [{ name: 'web', port: 80 }] }]);
/** Name of a backend of that route, of the Gateway `stoa-system/stoa`. */
const OF_SHOP = `httproute-team-shop-0f1e2d3c4b5a6978-gw-stoa-system-stoa-ep-web-2-${HASH}`;

describe('the matcher of the services of Traefik', () => {
  it.each([
    ['a port, before 3.7.6', 'team-web-http-80@kubernetesgateway'],
    ['another port', 'team-web-81@kubernetesgateway'],
    ['a port of a TraefikService', 'team-web-80@kubernetescrd'],
    ['a backend of a route, since 3.7.6', `${OF_SHOP}-svc-team-web-0@kubernetesgateway`],
    [
      'a backend of a later rule at an entry point with dashes',
      `${OF_SHOP.replace('ep-web-2', 'ep-web-secure-1-11')}-svc-team-web-3@kubernetesgateway`,
    ],
    ['a part of a TraefikService with safeNaming', 'team_shop-0f1e_wrr_0_team_web_80@kubernetescrd'],
    ['another sort of part', 'team_shop-0f1e_hrw_1_team_web_http@kubernetescrd'],
    ['an IngressRoute with safeNaming', 'team_web_80@kubernetescrd'],
    ['a part of an object of another namespace', 'else_x_wrr_0_team_web_80@kubernetescrd'],
  ])('selects %s', (_, service) => {
    expect(counts({ services: [WEB_SERVICE], routes: [SHOP] }, service)).toBe(true);
  });

  it.each([
    ['a Service whose name begins so', `${OF_SHOP}-svc-team-web-admin-0@kubernetesgateway`],
    ['a Service whose name ends so', `${OF_SHOP}-svc-team-my-web-0@kubernetesgateway`],
    ['a Service of another namespace', `${OF_SHOP}-svc-my-team-web-0@kubernetesgateway`],
    ['a route that there is not', `${OF_SHOP.replace('shop', 'other')}-svc-team-web-0@kubernetesgateway`],
    [
      'a route of another Gateway',
      `${OF_SHOP.replace('stoa-ep', 'two-ep')}-svc-team-web-0@kubernetesgateway`,
    ],
    ['the balancing between backends', `${OF_SHOP}-wrr@kubernetesgateway`],
    ['a part with another namespace', 'team_x_wrr_0_my-team_web_80@kubernetescrd'],
    ['a part with another name', 'team_x_wrr_0_team_web-admin_80@kubernetescrd'],
    ['a TraefikService', 'team_web@kubernetescrd'],
    ['what another provider has', 'team-web-80@file'],
  ])('does not select %s', (_, service) => {
    expect(counts({ services: [WEB_SERVICE], routes: [SHOP] }, service)).toBe(false);
  });

  it('tells namespaces apart of which one is the beginning of the other', () => {
    const host = (name: string) => routeOf(name, [{ backendRefs: [{ name: 'c', port: 80 }] }]);
    const [short, long] = ['example-com-1111222233334444', 'b-example-com-5555666677778888'].map(host);
    const services = [serviceOf('web', [{ port: 80 }], 'c')];
    const name = (prefix: string) =>
      `httproute-${prefix}-gw-stoa-system-stoa-ep-web-0-${HASH}-svc-a-b-c-0@kubernetesgateway`;
    const inventory = { namespace: 'a-b', services, routes: short === undefined ? [] : [short] };
    expect(counts(inventory, name(`a-b-${short?.metadata.name}`))).toBe(true);
    // The route of the namespace `a` to its Service `b-c`.
    expect(counts(inventory, name(`a-${long?.metadata.name}`))).toBe(false);
  });

  it('matches two dashes in a row as one before the hash, and as two behind it', () => {
    const inventory = { namespace: 'my--team', services: [WEB_SERVICE], routes: [SHOP] };
    const name = (namespace: string) =>
      `${OF_SHOP.replace('-team-', '-my-team-')}-svc-${namespace}-web-0@kubernetesgateway`;
    expect(counts(inventory, name('my--team'))).toBe(true);
    expect(counts(inventory, name('my-team'))).toBe(false);
    expect(counts(inventory, 'my-team-web-http-80@kubernetesgateway')).toBe(true);
  });

  it('selects nothing of a route that leads elsewhere or to an object of Traefik', () => {
    const routes = [
      routeOf('else', [{ backendRefs: [{ name: 'other' }] }]),
      routeOf('object', [{ backendRefs: [{ kind: 'TraefikService', name: 'web' }] }]),
    ];
    expect(only({ services: [WEB_SERVICE], routes })?.matchers.traefik).not.toContain('httproute');
  });
});

it('names the rules of HTTPRoutes as Envoy Gateway does', () => {
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

it('selects only series of the namespace and the id', () => {
  expect(only({ services: [WEB_SERVICE] })?.matchers).toMatchObject({
    component: 'service_id="web",namespace=~"team|"',
    services: 'namespace="team",service=~"web"',
  });
});

it('has no matcher of services for a component without a Service', () => {
  expect(only({})?.matchers).toMatchObject({ traefik: undefined, envoy: undefined, services: undefined });
});

it.each<[WorkloadKind, readonly string[], readonly string[]]>([
  ['Deployment', ['web-5d4f8c7b9d-x2x9z'], ['web-admin-x2x9z', 'web-admin-5d4f8c7b9d-x2x9z', 'web-0']],
  ['StatefulSet', ['web-0', 'web-11'], ['web-x2x9z', 'web-db-0']],
  ['DaemonSet', ['web-x2x9z'], ['web-0', 'web-admin-x2x9z']],
  ['Job', ['web-x2x9z', 'web-3-x2x9z'], ['web-admin-x2x9z']],
  ['CronJob', ['web-29012345-x2x9z'], ['web-x2x9z']],
])('matches the names of the pods of a %s', (kind, own, others) => {
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
