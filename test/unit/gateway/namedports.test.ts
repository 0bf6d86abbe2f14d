import { beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../../src/objects/core.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import { ruleOf, serviceOf, tcpRuleOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';
import { workloadOf } from '../../support/workloads.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
});

/** A Deployment of the component `web` whose container gives a name to a port. */
function naming(name: string, containerPort: number, id = 'web') {
  const containers = [{ name: 'main', image: 'i', ports: [{ name, containerPort }] }];
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id };
  const status = { readyReplicas: 1 };
  return workloadOf('Deployment', { template: { spec: { containers } } }, status, {
    name: id,
    uid: id,
    labels,
  });
}

function listing(service: Service, ports: string): Service {
  const annotations = { 'stoa.dev/outer-ports': ports };
  return { ...service, metadata: { ...service.metadata, annotations } };
}

function backends() {
  return (world.standing('HTTPRoute') as HttpRoute[]).flatMap(({ spec }) =>
    (spec.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs.map(({ port }) => port)),
  );
}

const NAMED = serviceOf('web', [{ port: 80, targetPort: 'http' }]);

describe('a rule for the number of a container port that the Service targets by its name', () => {
  it('is ready as soon as a workload has that name, and no more when it loses it', () => {
    world.service(NAMED);
    world.rule(ruleOf({ whetherOpen: true }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotFound' });
    expect(world.message('rule', 'ResolvedRefs')).toContain('it has 80 (by name http)');
    world.workload(naming('http', 8080));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    expect(backends()).toEqual([80]);
    world.workload(naming('other', 8080));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotFound' });
  });

  it('for TCP is ready, too', () => {
    world.service(NAMED);
    world.workload(naming('http', 8080));
    world.rule(tcpRuleOf());
    world.settle();
    expect(world.message('rule', 'ResolvedRefs')).toBe('Service web port 80');
  });

  it('leads its copies and its questions to components by the same numbers', () => {
    world.service(serviceOf('web', [{ port: 8080 }]), serviceOf('copies', [{ port: 80, targetPort: 'in' }]));
    world.workload(naming('in', 7000, 'copies'));
    world.rule(ruleOf({ whetherOpen: true, policy: { mirror: { serviceId: 'copies', port: 7000 } } }));
    world.settle();
    expect(world.message('rule', 'FullyExpressed')).not.toContain('has no port');
    world.rule(ruleOf({ whetherOpen: true, policy: { mirror: { serviceId: 'copies', port: 7001 } } }));
    world.settle();
    expect(world.message('rule', 'FullyExpressed')).toContain(
      'has no port 7001; it has 80 (or 7000, by name in)',
    );
  });
});

describe('a rule for the name of a port', () => {
  const service = serviceOf('web', [{ name: 'http', port: 80, targetPort: 'main' }]);

  it.each(['http', 'main'])(
    'leads to it by %s, without a workload, as long as the Service has it',
    (name) => {
      world.service(service);
      world.rule(ruleOf({ containerPort: name, whetherOpen: true }));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
      expect(backends()).toEqual([80]);
      world.service(serviceOf('web', [{ name: 'other', port: 80, targetPort: 8080 }]));
      world.settle();
      expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotFound' });
      expect(world.message('rule', 'ResolvedRefs')).toContain(
        `has no port ${name}; it has 80 (or 8080, by name other)`,
      );
    },
  );

  it('is a duplicate of one for the number', () => {
    world.service(service);
    const of = (name: string, containerPort: number | string, year: number) =>
      ruleOf({ containerPort, whetherOpen: true }, { name, creationTimestamp: `${year}-01-01T00:00:00Z` });
    world.rule(of('older', 80, 2020), of('younger', 'http', 2021));
    world.settle();
    expect(world.conditions('younger')).toMatchObject({ Accepted: 'False Duplicate' });
  });

  it('leads its copies to components by their names', () => {
    world.service(service, serviceOf('copies', [{ name: 'in', port: 70 }]));
    const mirror = (port: string) => ({ mirror: { serviceId: 'copies', port } });
    world.rule(ruleOf({ containerPort: 'http', whetherOpen: true, policy: mirror('in') }));
    world.settle();
    expect(world.message('rule', 'FullyExpressed')).not.toContain('has no port');
    world.rule(ruleOf({ containerPort: 'http', whetherOpen: true, policy: mirror('out') }));
    world.settle();
    expect(world.message('rule', 'FullyExpressed')).toContain('has no port out; it has 70 (by name in)');
  });
});

describe('a port is open', () => {
  it.each([
    ['a name', 80, 'main'],
    ['its number', 'http', 80],
    ['another name', 'main', 'http'],
  ])('by a rule that has %s, until that goes', (_, containerPort, other) => {
    world.service(serviceOf('web', [{ name: 'http', port: 80, targetPort: 'main' }]));
    const opener = ruleOf({ containerPort: other, whetherOpen: true }, { name: 'opener' });
    world.rule(opener, ruleOf({ containerPort, domainPath: '/b' }, { name: 'needs' }));
    world.settle();
    expect(world.conditions('needs')).toMatchObject({ Ready: 'True Ready' });
    world.remove(opener);
    world.settle();
    expect(world.conditions('needs')).toMatchObject({ Ready: 'False PortNotOpen' });
  });

  it.each([
    ['a container port', 8080, '80'],
    ['a Service port', 80, '8080'],
    ['the name of a port', 'http', '8080'],
  ])('to a rule for %s by another number in the annotation', (_, containerPort, ports) => {
    world.service(listing(NAMED, ports));
    world.workload(naming('http', 8080));
    world.rule(ruleOf({ containerPort }));
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });

  it('by a rule that has the other number, until that goes', () => {
    world.service(serviceOf('web', [{ port: 80, targetPort: 8080 }]));
    const opener = ruleOf({ containerPort: 80, whetherOpen: true }, { name: 'opener' });
    world.rule(opener, ruleOf({ domainPath: '/b' }, { name: 'needs' }));
    world.settle();
    expect(world.conditions('needs')).toMatchObject({ Ready: 'True Ready' });
    world.remove(opener);
    world.settle();
    expect(world.conditions('needs')).toMatchObject({ Ready: 'False PortNotOpen' });
  });

  it('by no number of another port', () => {
    const crossed = serviceOf('web', [
      { port: 80, targetPort: 8080 },
      { port: 8080, targetPort: 9090 },
    ]);
    world.service(listing(crossed, '9090'));
    world.rule(ruleOf());
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False PortNotOpen' });
  });
});

it('the condition tells which of two ports a number does not mean', () => {
  world.service(
    serviceOf('web', [
      { port: 8080, targetPort: 9090 },
      { port: 80, targetPort: 8080 },
    ]),
  );
  world.rule(ruleOf({ whetherOpen: true }));
  world.settle();
  expect(world.message('rule', 'ResolvedRefs')).toBe(
    'Service web port 80; 8080 means the port of the containers, not port 8080 of Service web, which is for 9090',
  );
});
