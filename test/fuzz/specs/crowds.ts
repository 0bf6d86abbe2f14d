import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import type { ApplicationCaches } from '../../../src/application/observe.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import type { GatewayConfig } from '../../../src/gateway/config.ts';
import type { ContainerPort } from '../../../src/objects/workload.ts';
import { openServiceOf, ruleOf, secretOf, serviceOf, tcpRuleOf } from '../../support/rules.ts';
import { CONFIG, type Simulation } from '../../support/simulation.ts';
import { podOf, workloadOf } from '../../support/workloads.ts';

/** Number of objects of a kind that strangers make. */
const MANY = 2_000;

/** Kinds of decisions on one key. */
export type Decision = 'rule' | 'application' | 'listeners';

/** Filler of the caches, which returns the key to decide on. */
type Fill = (world: Simulation, applications: Pick<ApplicationCaches, 'applications' | 'pods'>) => string;

/** State of the caches in which one part is as large as strangers can make it. */
export interface Crowd {
  readonly decision: Decision;
  /** The part that is at its limit. */
  readonly limit: string;
  readonly config?: GatewayConfig;
  readonly fill: Fill;
}

const HOST = 'shop.example.com';

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Metadata of the rule of a number, of which the first is the oldest. */
function numbered(index: number, namespace = 'team') {
  const seconds = String(index).padStart(6, '0');
  const at = `${seconds.slice(0, 2)}:${seconds.slice(2, 4)}:${seconds.slice(4)}`;
  const name = `r${index}`;
  return { name, namespace, uid: `${namespace}/${name}`, creationTimestamp: `2026-01-01T${at}Z` };
}

/** Fields of a rule that is as large as its schema lets it be, and leads nowhere else than others. */
function large(index: number): Partial<HttpRule> {
  const text = `${index}`.padEnd(4_096, 'v');
  return {
    domainHeader: Object.fromEntries(times(16, (at) => [`${at}`.padEnd(256, 'h'), text])),
    domainCookie: Object.fromEntries(times(3, (at) => [`${at}`.padEnd(128, 'c'), 'v'.repeat(512)])),
    configuration: { setHeaders: times(16, (at) => ({ key: `${at}`.padEnd(256, 'k'), value: text })) },
    ruleExtensions: times(16, (at) => ({ key: `${at}`.padEnd(32, 'x'), value: 'v'.repeat(256) })),
  };
}

/** Rules of one namespace for one host and path, each for a component of its own. */
function group(count: number, fields: (index: number) => Partial<HttpRule>, engine = 'none'): Fill {
  return (world) => {
    world.engine(engine);
    world.service(...times(count, (index) => openServiceOf(`c${index}`)));
    world.rule(
      ...times(count, (index) =>
        ruleOf({ domainPath: '/a', serviceId: `c${index}`, ...fields(index) }, numbered(index)),
      ),
    );
    return `team/r${count - 1}`;
  };
}

/** Ports with names, as many as a Service or a container may have. */
function named(count: number, first: number): ContainerPort[] {
  return times(count, (index) => ({ name: `p${first + index}`, containerPort: 1 + first + index }));
}

/** Services and workloads of one component. */
function component(services: number, workloads: number, ports: number) {
  return (world: Simulation): string => {
    world.service(
      ...times(services, (index) =>
        serviceOf(
          'web',
          times(ports, (at) => ({ name: `p${at}`, port: 1 + at, targetPort: `p${at}` })),
          `web-${index}`,
        ),
      ),
    );
    world.workload(
      ...times(workloads, (index) =>
        workloadOf(
          'Deployment',
          { template: { spec: { containers: [{ name: '', image: '', ports: named(ports, 0) }] } } },
          {},
          { name: `web-${index}`, uid: `web-${index}` },
        ),
      ),
    );
    world.rule(ruleOf({ containerPort: ports, whetherOpen: true }, numbered(0)));
    return 'team/r0';
  };
}

/** A certificate of the team for 100 wildcards, all of them also in certificates of another team. */
function manyWildcards(world: Simulation): void {
  const names = times(100, (index) => `*.w${index}.example.com`);
  world.team('other');
  world.secret(
    ...times(MANY / 10, (index) =>
      secretOf(index + 1, names, {
        namespace: 'other',
        name: `c${index}`,
        uid: `c${index}`,
        fingerprint: `${index}`,
      }),
    ),
    secretOf(1, [HOST, ...names], { creationTimestamp: '2026-02-01T00:00:00Z' }),
  );
}

/** States in which one decision on a rule, an application or the listeners costs the most. */
export const CROWDS: readonly Crowd[] = [
  { decision: 'rule', limit: 'one normal rule', fill: group(1, () => ({})) },
  {
    decision: 'rule',
    limit: `${MANY} rules for one host and path`,
    fill: group(MANY, (index) => ({ domainHeader: { x: `${index}` } })),
  },
  {
    decision: 'rule',
    limit: `${MANY} rules for one host and path with the same conditions`,
    fill: group(MANY, () => ({})),
  },
  ...['none', ...ENGINES.flatMap(({ controllers }) => controllers)].map(
    (engine): Crowd => ({
      decision: 'rule',
      limit: `400 rules of 150 KB for one host and path, for ${engine}`,
      fill: group(400, large, engine),
    }),
  ),
  {
    decision: 'rule',
    limit: `${MANY} paths of one host`,
    fill(world) {
      world.service(openServiceOf('web'));
      world.secret(secretOf(1, [HOST]));
      const last = MANY - 1;
      world.rule(
        ...times(MANY, (index) => ({
          ...ruleOf(
            { domainPath: `/${index}`, ...(index === last ? { certificateId: 1 } : {}) },
            numbered(index),
          ),
          status: { name: HOST },
        })),
      );
      return `team/r${last}`;
    },
  },
  {
    decision: 'rule',
    limit: `a host that ${MANY} rules of ${MANY} other namespaces want`,
    fill(world) {
      world.service(openServiceOf('web'));
      for (let index = 0; index < MANY; index += 1) {
        world.team(`n${index}`);
        world.rule(ruleOf({ domainPath: `/${index}` }, numbered(index, `n${index}`)));
      }
      world.rule({ ...ruleOf({}, numbered(MANY)), status: { name: HOST } });
      return `team/r${MANY}`;
    },
  },
  {
    decision: 'rule',
    limit: `a wildcard above ${MANY} hosts that wait, of other namespaces`,
    fill(world) {
      world.service(openServiceOf('web'));
      for (let index = 0; index < MANY; index += 1) {
        world.team(`n${index}`);
        world.rule(ruleOf({ domainName: `h${index}.example.com` }, numbered(index, `n${index}`)));
        world.rule(ruleOf({ domainName: `*.h${index}.example.com` }, numbered(MANY + index, `n${index}`)));
      }
      world.rule(ruleOf({ domainName: '*.example.com' }, numbered(3 * MANY)));
      return `team/r${3 * MANY}`;
    },
  },
  {
    decision: 'rule',
    limit: `${MANY} hosts and ${MANY} wildcards above them, all beyond the limits of their namespaces`,
    config: { ...CONFIG, limits: { hosts: 0 } },
    fill(world) {
      world.service(openServiceOf('web'));
      for (let index = 0; index < MANY; index += 1) {
        world.team(`n${index}`);
        world.rule(ruleOf({ domainName: `h${index}.example.com` }, numbered(MANY + index, `n${index}`)));
        world.rule(ruleOf({ domainName: '*.example.com' }, numbered(index, `n${index}`)));
      }
      world.rule(ruleOf({ domainName: '*.example.com' }, numbered(3 * MANY)));
      return `team/r${3 * MANY}`;
    },
  },
  {
    decision: 'rule',
    limit: `${MANY} hosts and ${MANY} wildcards above them that wait for the oldest, which came last`,
    fill(world) {
      world.service(openServiceOf('web'));
      for (let index = 0; index < MANY; index += 1) {
        world.team(`n${index}`);
        world.rule(ruleOf({ domainName: `h${index}.example.com` }, numbered(3 * MANY - index, `n${index}`)));
        world.rule(ruleOf({ domainName: '*.example.com' }, numbered(2 * MANY - index, `n${index}`)));
      }
      world.rule(ruleOf({ domainName: '*.example.com' }, numbered(4 * MANY)));
      return `team/r${4 * MANY}`;
    },
  },
  {
    decision: 'rule',
    limit: `a chain of ${MANY} names that wait for each other`,
    fill(world) {
      world.service(openServiceOf('web'));
      for (let index = 0; index < MANY; index += 1) {
        const namespace = `n${index % 40}`;
        world.team(namespace);
        const domainName = index % 2 === 0 ? '*.example.com' : `h${index}.example.com`;
        world.rule(ruleOf({ domainName }, numbered(index, namespace)));
      }
      world.rule(ruleOf({ domainName: '*.example.com' }, numbered(MANY)));
      return `team/r${MANY}`;
    },
  },
  {
    decision: 'rule',
    limit: `${MANY} rules of one namespace for one port`,
    fill(world) {
      world.service(openServiceOf('web'));
      world.rule(...times(MANY, (index) => tcpRuleOf({}, numbered(index))));
      return `team/r${MANY - 1}`;
    },
  },
  {
    decision: 'rule',
    limit: `${MANY} ports of other namespaces, each wanted by two more`,
    fill(world) {
      world.service(openServiceOf('web'));
      world.team('n1');
      world.team('n2');
      for (let index = 0; index < 10; index += 1) {
        for (let each = 0; each < MANY / 10; each += 1) {
          const endPoint = { ip: '0.0.0.0', port: 30_000 + index };
          const at = index * MANY + each;
          world.rule({
            ...tcpRuleOf({ endPoint }, numbered(at, 'n1')),
            status: { name: `port ${30_000 + index}` },
          });
          world.rule(tcpRuleOf({ endPoint }, numbered(at, 'n2')));
        }
      }
      world.rule(tcpRuleOf({}, numbered(99_998)), tcpRuleOf({}, numbered(99_999)));
      return 'team/r99999';
    },
  },
  { decision: 'rule', limit: '100 Services with 100 ports of one component', fill: component(100, 0, 100) },
  {
    decision: 'rule',
    limit: '20 Services and 20 workloads with 100 named ports of one component',
    fill: component(20, 20, 100),
  },
  {
    decision: 'rule',
    limit: `${MANY} Secrets with one number`,
    fill(world) {
      world.service(openServiceOf('web'));
      world.secret(...times(MANY, (index) => secretOf(1, [HOST], { name: `c${index}`, uid: `c${index}` })));
      world.rule(ruleOf({ certificateId: 1 }, numbered(0)));
      return 'team/r0';
    },
  },
  {
    decision: 'rule',
    limit: `a certificate for 100 wildcards, each in those of ${MANY / 10} other Secrets`,
    fill(world) {
      world.engine('traefik.io/gateway-controller');
      world.service(openServiceOf('web'));
      manyWildcards(world);
      world.rule(ruleOf({ certificateId: 1 }, numbered(0)));
      return 'team/r0';
    },
  },
  {
    decision: 'rule',
    limit: 'all of these at once',
    fill(world) {
      world.engine('traefik.io/gateway-controller');
      manyWildcards(world);
      component(100, 20, 100)(world);
      for (let index = 0; index < MANY; index += 1) {
        const name = { ...numbered(index), name: `g${index}`, uid: `g${index}` };
        const fields = {
          domainPath: '/a',
          certificateId: 1,
          whetherOpen: true,
          containerPort: 1 + (index % 256),
        };
        world.rule({
          ...ruleOf({ ...fields, domainHeader: { x: `${index}` } }, name),
          status: { name: HOST },
        });
        world.rule({ ...ruleOf({ domainPath: `/${index}` }, numbered(index)), status: { name: HOST } });
        world.team(`n${index}`);
        world.rule(ruleOf({ domainPath: '/a' }, numbered(index, `n${index}`)));
      }
      return `team/g${MANY - 1}`;
    },
  },
  {
    decision: 'application',
    limit: `${MANY} components with a pod each, and ${MANY} rules`,
    fill(world, { applications, pods }) {
      applications.store.put({
        apiVersion: 'stoa.dev/v1alpha1',
        kind: 'Application',
        metadata: { ...numbered(0), name: 'a', resourceVersion: '1' },
        spec: { id: 1, name: 'a' },
      } as never);
      world.rule(...times(MANY, (index) => ruleOf({ domainPath: `/${index}` }, numbered(index))));
      const labels = (index: number) => ({ 'stoa.dev/app-id': '1', 'stoa.dev/component-id': `c${index}` });
      for (let index = 0; index < MANY; index += 1) {
        world.workload(
          workloadOf('Deployment', {}, {}, { name: `c${index}`, uid: `c${index}`, labels: labels(index) }),
        );
        pods.store.put(podOf(`p${index}`, {}, { labels: labels(index), resourceVersion: `${index + 1}` }));
      }
      return 'team/a';
    },
  },
  {
    decision: 'listeners',
    limit: `${MANY} hosts with a certificate each`,
    fill(world) {
      world.service(openServiceOf('web'));
      for (let index = 0; index < MANY; index += 1) {
        const domainName = `h${index}.example.com`;
        world.secret(secretOf(index + 1, [domainName]));
        world.rule({
          ...ruleOf({ domainName, certificateId: index + 1 }, numbered(index)),
          status: { name: domainName },
        });
      }
      return 'stoa-system/stoa';
    },
  },
];
