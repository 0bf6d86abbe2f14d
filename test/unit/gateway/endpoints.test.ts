import { beforeEach, describe, expect, it } from 'vitest';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { startWatches } from '../../../src/controller/watches.ts';
import { ruleWatches } from '../../../src/gateway/watches/rule.ts';
import type { HttpRoute } from '../../../src/objects/httproute.ts';
import { drain } from '../../support/queue.ts';
import { openServiceOf, ruleOf, tcpRuleOf, tlsRuleOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';

let world: Simulation;

beforeEach(() => {
  world = new Simulation();
  world.service(openServiceOf('web'), openServiceOf('next'));
});

/** Adds two rules that share the requests of a host. */
function shared(weights: { readonly web: number; readonly next: number } = { web: 80, next: 20 }): void {
  const creationTimestamp = '2026-02-01T00:00:00Z';
  world.rule(
    ruleOf({ theWeight: weights.web }, { name: 'web' }),
    ruleOf({ serviceId: 'next', theWeight: weights.next }, { name: 'next', creationTimestamp }),
  );
}

/** The Services that the host's requests go to, as the gateway settles. */
function backends(): readonly (string | undefined)[] {
  world.settle();
  const [route] = world.standing('HTTPRoute') as unknown as readonly HttpRoute[];
  return route?.spec.rules[0]?.backendRefs?.map(({ name }) => name) ?? [];
}

describe('rules that share requests', () => {
  it('leave out a component while its port has no ready endpoint, say so of it alone, and take it back', () => {
    shared();
    expect(backends()).toEqual(['web', 'next']);
    world.endpoints('next', 0);
    expect(backends()).toEqual(['web']);
    expect(world.conditions('next')).toMatchObject({
      Programmed: 'True Programmed',
      Serving: 'False NoEndpoints',
      Ready: 'False NoEndpoints',
    });
    expect(world.conditions('web')).toMatchObject({ Ready: 'True Ready' });
    world.endpoints('next', 1);
    expect(backends()).toEqual(['web', 'next']);
    expect(world.conditions('next')).toMatchObject({ Ready: 'True Ready' });
  });

  it('leave out the older one, too, whose policy still counts', () => {
    shared();
    world.endpoints('web', 0);
    expect(backends()).toEqual(['next']);
  });

  it.each([
    ['no component has endpoints', { web: 0, next: 0 }, undefined],
    ['the others have no share', { web: 3, next: 0 }, { web: 0, next: 20 }],
  ] as const)('keep all components where %s', (_, ready, weights) => {
    shared(weights);
    world.endpoints('web', ready.web);
    world.endpoints('next', ready.next);
    expect(backends()).toEqual(['web', 'next']);
  });

  it('are ready without endpoints where they have no share, since others get the requests', () => {
    shared({ web: 100, next: 0 });
    world.endpoints('next', 0);
    world.settle();
    expect(world.conditions('next')).toMatchObject({ Ready: 'True Ready' });
  });
});

describe('a rule whose port has no ready endpoint', () => {
  it.each([
    ['for requests', ruleOf()],
    ['for a port', tcpRuleOf()],
    ['for TLS that passes through', tlsRuleOf()],
  ])('is not ready, %s', (_, rule) => {
    world.rule(rule);
    world.endpoints('web', 0);
    world.settle();
    const lacking = { Serving: 'False NoEndpoints', Ready: 'False NoEndpoints' };
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True Programmed', ...lacking });
    expect(world.message('rule', 'Ready')).toBe(
      'component web of application 1 cannot answer: no endpoint of port 8080 of Service web is ready',
    );
    world.endpoints('web', 1);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    expect(world.message('rule', 'Ready')).toBe('the rule carries traffic');
  });

  it('is not ready while the pods are ready for other ports of the Service only', () => {
    const service = openServiceOf('web');
    const ports = [
      { name: 'http', port: 8080, targetPort: 'http' },
      { name: 'metrics', port: 9100 },
    ];
    world.service({ ...service, spec: { ...service.spec, ports } });
    world.endpoints('web', 2, ['metrics']);
    world.rule(ruleOf());
    world.settle();
    expect(world.message('rule', 'Ready')).toContain(
      'the ready endpoints of Service web lack the port behind its port 8080',
    );
  });

  it('keeps what the engine says of its fields, since guards and settings are in effect', () => {
    world.rule(ruleOf());
    world.settle();
    const before = world.conditions('rule').FullyExpressed;
    world.endpoints('web', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ FullyExpressed: before, Ready: 'False NoEndpoints' });
  });

  it('is ready with scalesToZero, and says that nobody answers', () => {
    const rule = ruleOf();
    world.rule({ ...rule, spec: { ...rule.spec, scalesToZero: true } });
    world.endpoints('web', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Serving: 'Unknown NotProbed', Ready: 'True Ready' });
    const gap = 'no endpoint of port 8080 of Service web is ready';
    expect(world.message('rule', 'Serving')).toContain(`${gap}, as spec.scalesToZero has it`);
    expect(world.message('rule', 'Ready')).toBe(`the gateway serves the rule, but ${gap}`);
  });
});

describe('a rule that needs no endpoint of its own port', () => {
  it('is ready where it redirects', () => {
    world.rule(ruleOf({ policy: { redirect: { host: 'other.example.com' } } }));
    world.endpoints('web', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
  });
});

describe('a component that a policy names', () => {
  it('without endpoints is a remark where it gets copies', () => {
    world.rule(ruleOf({ policy: { mirror: { serviceId: 'next', port: 8080 } } }));
    world.endpoints('next', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'True Ready' });
    expect(world.message('rule', 'Serving')).toContain(
      'no copy of a request arrives: no endpoint of port 8080 of Service next is ready',
    );
  });

  it('without endpoints makes the rule fail where it is asked about each request', () => {
    world.rule(ruleOf({ policy: { externalAuth: { serviceId: 'next', port: 8080 } } }));
    world.endpoints('next', 0);
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Ready: 'False NoEndpoints' });
    expect(world.message('rule', 'Ready')).toBe(
      'spec.http.policy.externalAuth: component next of application 1 cannot answer, so that all requests get an error: no endpoint of port 8080 of Service next is ready',
    );
  });
});

it('only the first ready endpoint of a port and the last one wake its rules, for one change of the route each', async () => {
  shared();
  world.settle();
  const queue = new WorkQueue();
  startWatches(ruleWatches(world.from), queue);
  const woken = async (ready: number) => {
    world.endpoints('next', ready);
    return await drain(queue);
  };
  expect(await woken(2)).toEqual([]);
  expect(await woken(0)).toEqual(['team/next']);
  const before = world.writes.length;
  world.settle(['team/next']);
  const [first, ...others] = world.writes.slice(before);
  expect(first).toContain('apply HTTPRoute');
  expect(new Set(others)).toEqual(new Set(['status next']));
  expect(await woken(1)).toEqual(['team/next']);
  expect(await woken(3)).toEqual([]);
});
