import { describe, expect, it } from 'vitest';
import { componentsOf, componentsOfRule, type Inventory } from '../../../src/monitor/component.ts';
import { PodsByOwner } from '../../../src/monitor/pods.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import type { WorkloadKind } from '../../../src/objects/workload.ts';
import { pathGroup } from '../../../src/rule/groupname.ts';
import { openServiceOf, ruleOf, serviceOf, tcpRuleOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';

const EMPTY: Inventory = { namespace: 'team', workloads: [], services: [], rules: [], routes: [] };
const WEB = workloadOf('Deployment');
const WEB_SERVICE = serviceOf('web', [{ port: 80, targetPort: 8080 }, { port: 81 }]);

/** A Service that targets a name, and lists ports as open. */
function listingNamed(ports: string) {
  const service = serviceOf('web', [{ port: 80, targetPort: 'http' }]);
  return { ...service, metadata: { ...service.metadata, annotations: { 'stoa.dev/outer-ports': ports } } };
}

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
});

/** Whether the matcher of `$traefik` finds a series whose label `service` is this. */
function counts(inventory: Partial<Inventory>, service: string): boolean {
  const [, pattern = ''] = /^service=~(".*")$/.exec(only(inventory)?.matchers.traefik ?? '') ?? [];
  return new RegExp(`^(?:${JSON.parse(pattern)})$`).test(service);
}

const HASH = '0123456789abcdef0123';
const SHOP_NAME = pathGroup('shop.example.com', '/').name;
const ASKED = { matches: [{ path: { type: 'Exact', value: '/.well-known/stoa/x/0' } }] };
const TO_WEB = { backendRefs: [{ name: 'web', port: 80 }] };
/** Rules of a route: one that redirects, one that leads to the component, and one by which the operator asks it. */
const RULES = [{}, {}, TO_WEB, { ...TO_WEB, ...ASKED }];
const SHOP = routeOf(SHOP_NAME, RULES);
/** Name of a backend of that route, of the Gateway `stoa-system/stoa`. */
const OF_SHOP = `httproute-team-${SHOP_NAME}-gw-stoa-system-stoa-ep-web-2-${HASH}`;
/** The HTTPRoute of the rules for the same host and path that serve HTTPS. */
const SECURE_SHOP = routeOf(`${SHOP_NAME}-tls`, RULES);
const OF_SECURE_SHOP = OF_SHOP.replace('-gw-', '-tls-gw-');
const OF_SHOP_ONLY = { services: [WEB_SERVICE], rules: [ruleOf()], routes: [SHOP, SECURE_SHOP] };

describe('the matcher of the services of Traefik', () => {
  it.each([
    ['a backend of a route', `${OF_SHOP}-svc-team-web-0@kubernetesgateway`],
    ['a backend of a route for HTTPS', `${OF_SECURE_SHOP}-svc-team-web-0@kubernetesgateway`],
    [
      'a backend at an entry point with dashes',
      `${OF_SHOP.replace('ep-web-2', 'ep-web-secure-1-2')}-svc-team-web-3@kubernetesgateway`,
    ],
    ['a part of a TraefikService with safeNaming', 'team_shop-0f1e_wrr_0_team_web_80@kubernetescrd'],
    ['another sort of part', 'team_shop-0f1e_hrw_1_team_web_http@kubernetescrd'],
    ['an IngressRoute with safeNaming', 'team_web_80@kubernetescrd'],
    ['a part of an object of another namespace', 'else_x_wrr_0_team_web_80@kubernetescrd'],
  ])('selects %s', (_, service) => {
    expect(counts(OF_SHOP_ONLY, service)).toBe(true);
  });

  it.each([
    [
      'the questions of the operator',
      `${OF_SHOP.replace('web-2', 'web-3')}-svc-team-web-0@kubernetesgateway`,
    ],
    ['a Service whose name begins so', `${OF_SHOP}-svc-team-web-admin-0@kubernetesgateway`],
    ['a Service whose name ends so', `${OF_SHOP}-svc-team-my-web-0@kubernetesgateway`],
    ['a Service of another namespace', `${OF_SHOP}-svc-my-team-web-0@kubernetesgateway`],
    ['a route that there is not', `${OF_SHOP.replace('shop', 'other')}-svc-team-web-0@kubernetesgateway`],
    [
      'a route of another Gateway',
      `${OF_SHOP.replace('stoa-ep', 'two-ep')}-svc-team-web-0@kubernetesgateway`,
    ],
    ['the balancing between backends', `${OF_SHOP}-wrr@kubernetesgateway`],
    ['a port, which another namespace can have too', 'team-web-http-80@kubernetesgateway'],
    ['a port in an older form', 'team-web-81@kubernetesgateway'],
    ['a port of a TraefikService without safeNaming', 'team-web-80@kubernetescrd'],
    ['a part with another namespace', 'team_x_wrr_0_my-team_web_80@kubernetescrd'],
    ['a part with another name', 'team_x_wrr_0_team_web-admin_80@kubernetescrd'],
    ['a TraefikService', 'team_web@kubernetescrd'],
    ['what another provider has', 'team-web-80@file'],
    ['a part of an object of another provider', 'x@file_team_web_80@kubernetescrd'],
  ])('does not select %s', (_, service) => {
    expect(counts(OF_SHOP_ONLY, service)).toBe(false);
  });

  describe.each([
    ['a-b', 'c', 'a', 'b-c'],
    ['a', 'b-c', 'a-b', 'c'],
  ])('of the Service %s/%s', (namespace, service, otherNamespace, otherService) => {
    const services = [serviceOf('web', [{ port: 80 }], service)];
    const rules = [ruleOf({ domainName: 'example.com' }), ruleOf({ domainName: 'b.example.com' })];
    const routeTo = (name: string) => routeOf(name, [{ backendRefs: [{ name: service, port: 80 }] }]);
    const [own, alike] = ['example.com', 'b.example.com'].map((host) => pathGroup(host, '/').name);
    const inventory = { namespace, services, rules, routes: [own, alike].map((name = '') => routeTo(name)) };
    /** Name of a backend in metrics, which both namespaces can have. */
    const name = (prefix: string) =>
      `httproute-${prefix}-gw-stoa-system-stoa-ep-web-0-${HASH}-svc-a-b-c-0@kubernetesgateway`;

    it('selects the figures of its own routes', () => {
      expect(counts(inventory, name(`${namespace}-${own}`))).toBe(true);
      expect(counts(inventory, `${namespace}_${own}_wrr_0_${namespace}_${service}_80@kubernetescrd`)).toBe(
        true,
      );
    });

    it(`does not select those of ${otherNamespace}/${otherService}`, () => {
      for (const route of [own, alike]) {
        expect(counts(inventory, name(`${otherNamespace}-${route}`))).toBe(false);
      }
      for (const port of ['a-b-c-http-80@kubernetesgateway', 'a-b-c-80@kubernetescrd']) {
        expect(counts(inventory, port)).toBe(false);
      }
      const part = `${otherNamespace}_x_wrr_0_${otherNamespace}_${otherService}_80@kubernetescrd`;
      expect(counts(inventory, part)).toBe(false);
    });
  });

  it('has no negated class, of which Prometheus compares all letters of Unicode at each query', () => {
    const inventory = { ...EMPTY, ...OF_SHOP_ONLY, workloads: [WEB] };
    for (const component of [...componentsOf(inventory), ...componentsOfRule(inventory, ruleOf())]) {
      expect(component.matchers.traefik).toMatch(/httproute-.*@kubernetescrd/);
      expect(component.matchers.traefik).not.toContain('[^');
    }
  });

  it('selects nothing of an HTTPRoute that no rule made, whose name may be that of another namespace', () => {
    const victim = pathGroup('example.com', '/').name;
    const forged = routeOf(`b-${victim}`, [{ backendRefs: [{ name: 'b-c', port: 80 }] }]);
    const services = [serviceOf('web', [{ port: 80 }], 'b-c')];
    const name = `httproute-a-b-${victim}-gw-stoa-system-stoa-ep-web-0-${HASH}-svc-a-b-c-0@kubernetesgateway`;
    expect(counts({ namespace: 'a', services, rules: [ruleOf()], routes: [forged] }, name)).toBe(false);
  });

  it('matches two dashes in a row as one before the hash, and as two behind it', () => {
    const inventory = { ...OF_SHOP_ONLY, namespace: 'my--team' };
    const name = (namespace: string) =>
      `${OF_SHOP.replace('-team-', '-my-team-')}-svc-${namespace}-web-0@kubernetesgateway`;
    expect(counts(inventory, name('my--team'))).toBe(true);
    expect(counts(inventory, name('my-team'))).toBe(false);
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
    component: 'service_id="web",namespace="team"',
    rainbond: 'service_id="web"',
    services: 'namespace="team",service=~"web"',
  });
});

it('has no matcher of services for a component without a Service', () => {
  expect(only({})?.matchers).toMatchObject({ traefik: undefined, envoy: undefined, services: undefined });
});

it('counts the pods that the workloads own, without those of others', () => {
  const set = workloadOf('StatefulSet', {}, {}, { uid: 'own' });
  const owner = { kind: 'DaemonSet', name: 'web', uid: 'other', controller: true };
  const other = { kind: 'Pod', metadata: { name: 'web-24567', uid: 'p', ownerReferences: [owner] } };
  const ownership = { pods: [other], makers: [] };
  const pods = new PodsByOwner([set], ownership);
  expect(only({ workloads: [set], pods })?.matchers.pods).toBe(
    'namespace="team",pod=~"web-[0-9]+",pod!~"web-24567"',
  );
  expect(only({ workloads: [set] })?.matchers.pods).toBeUndefined();
});

it.each([
  ['nothing opens a port', {}, false],
  ['a rule opens none', { rules: [ruleOf()] }, false],
  ['a rule opens one', { rules: [ruleOf({ whetherOpen: true })] }, true],
  ['a TCP rule leads to one', { rules: [tcpRuleOf()] }, true],
  ['the rule is for another component', { rules: [ruleOf({ serviceId: 'x', whetherOpen: true })] }, false],
  ['a Service lists one', { services: [openServiceOf('web')] }, true],
  ['a Service lists one whose target is a name', { services: [listingNamed('80')] }, true],
  ['a Service lists another number than its own', { services: [listingNamed('81')] }, false],
  ['the Service is of another component', { services: [openServiceOf('x')] }, false],
])('where %s, is_outer is %3$s', (_, inventory, outer) => {
  expect(only({ services: [WEB_SERVICE], ...inventory })?.outer).toBe(outer);
});

describe('the component of a rule', () => {
  const other = ruleOf({ domainName: 'other.example.com', whetherOpen: true }, { name: 'other' });
  const otherName = pathGroup('other.example.com', '/').name;
  const backend = [{ backendRefs: [{ name: 'web', port: 80 }] }];
  const inventory: Inventory = {
    ...EMPTY,
    workloads: [WEB, workloadOf('Deployment', {}, {}, { name: 'db' })],
    services: [WEB_SERVICE],
    rules: [ruleOf(), other],
    routes: [SHOP, SECURE_SHOP, routeOf(otherName, backend), routeOf('unmanaged', backend)],
  };

  /** Whether the series of a rule have one whose label `service` is this. */
  function countsFor(rule: Parameters<typeof componentsOfRule>[1], service: string): boolean {
    const [component] = componentsOfRule(inventory, rule);
    const [, pattern = ''] = /^service=~(".*")$/.exec(component?.matchers.traefik ?? '') ?? [];
    return pattern !== '' && new RegExp(`^(?:${JSON.parse(pattern)})$`).test(service);
  }

  it.each([
    ['a backend of its route', true, `${OF_SHOP}-svc-team-web-0@kubernetesgateway`],
    ['a backend of its route for HTTPS', true, `${OF_SECURE_SHOP}-svc-team-web-0@kubernetesgateway`],
    [
      'a backend of the route of another rule',
      false,
      `${OF_SHOP.replace(SHOP_NAME, otherName)}-svc-team-web-0@kubernetesgateway`,
    ],
    [
      'a part of its TraefikService',
      true,
      `team_${SHOP_NAME}-0123456789abcdef_wrr_0_team_web_80@kubernetescrd`,
    ],
    [
      'a part of its TraefikService for HTTPS',
      true,
      `team_${SHOP_NAME}-tls-0123456789abcdef_wrr_0_team_web_80@kubernetescrd`,
    ],
    [
      'a part of the TraefikService of another rule',
      false,
      `team_${otherName}-0123456789abcdef_wrr_0_team_web_80@kubernetescrd`,
    ],
    [
      'a part of a TraefikService whose name begins so',
      false,
      `team_${SHOP_NAME}-mine_wrr_0_team_web_80@kubernetescrd`,
    ],
    ['an IngressRoute', false, 'team_web_80@kubernetescrd'],
  ])('counts %s: %s', (_, counted, service) => {
    expect(countsFor(ruleOf(), service)).toBe(counted);
  });

  it('has the clusters of its route in Envoy, and no series that tell no rule', () => {
    expect(componentsOfRule(inventory, ruleOf()).map(({ id, matchers }) => [id, matchers])).toEqual([
      [
        'web',
        {
          ...NO_SERIES,
          traefik: expect.any(String),
          envoy: `envoy_cluster_name=~"${[SHOP_NAME, `${SHOP_NAME}-tls`]
            .map((name) => `httproute/team/${name}/rule/2`)
            .flatMap((cluster) => [cluster, `${cluster}/backend/0`])
            .join('|')}"`,
        },
      ],
    ]);
  });

  it('is open to the outside through any of its rules', () => {
    expect(componentsOfRule(inventory, ruleOf())[0]?.outer).toBe(true);
  });

  it('has no requests of http rules for a TCP rule', () => {
    const [component] = componentsOfRule(inventory, tcpRuleOf());
    expect([component?.id, component?.matchers]).toEqual([
      'web',
      { ...NO_SERIES, envoy: undefined, traefik: expect.any(String) },
    ]);
    expect(countsFor(tcpRuleOf(), `${OF_SHOP}-svc-team-web-0@kubernetesgateway`)).toBe(false);
  });

  it('is none where the rule leads to no workload', () => {
    expect(componentsOfRule(inventory, ruleOf({ serviceId: 'gone' }))).toEqual([]);
  });
});

const NO_SERIES = {
  component: undefined,
  rainbond: undefined,
  pods: undefined,
  services: undefined,
};
