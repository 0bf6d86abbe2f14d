import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../../src/api/gatewayrule.ts';
import { present } from '../../../../src/base/fields.ts';
import { passwordReadings } from '../../../../src/content/passwords.ts';
import type { BackendAnswer } from '../../../../src/gateway/probe/backendstate.ts';
import { ProbeMemory } from '../../../../src/gateway/probe/memory.ts';
import type { Result } from '../../../../src/gateway/probe/result.ts';
import { backendsOf, probeHash } from '../../../../src/gateway/probe/rule.ts';
import { keyOf } from '../../../../src/kube/object.ts';
import type { HttpRoute } from '../../../../src/objects/httproute.ts';
import { passwordLine, secretData } from '../../../support/passwords.ts';
import { probedWorld } from '../../../support/probe.ts';
import { openServiceOf, ruleOf, secretOf, tcpRuleOf } from '../../../support/rules.ts';
import type { Simulation } from '../../../support/simulation.ts';
import { statusViolations } from '../../../support/statusrules.ts';

let world: Simulation;

beforeEach(() => {
  world = probedWorld();
  world.service(openServiceOf('web'), openServiceOf('api'));
});

/** Lets the gateway answer so for the routes that stand now, as they are now, and their components as they are said to. */
function answer(
  result: Result,
  routes = world.standing('HTTPRoute'),
  component: BackendAnswer = 'answered',
): void {
  for (const route of routes as HttpRoute[]) {
    const backends = backendsOf(route).map(({ backend }) => ({ backend, answer: component }));
    const asked = { hash: probeHash(route.spec) ?? '', result, ...(result === 'served' ? { backends } : {}) };
    for (let time = 0; time < 5; time += 1) {
      world.from.probes.record(keyOf(route), asked, time * 1_000);
    }
  }
  world.settle();
}

/** Serving and Ready of the rule. */
function shown(name = 'rule'): readonly (string | undefined)[] {
  expect(statusViolations(world.stored(name))).toEqual([]);
  const { Serving, Ready } = world.conditions(name);
  return [Serving, Ready];
}

describe('the message on a rule that is served', () => {
  const passwords = passwordReadings(secretData({ users: passwordLine('ada', 'enigma') }));
  const envoy = passwordReadings(secretData({ '.htpasswd': passwordLine('ada', 'enigma') }));
  const basicAuth = { secretName: 'users' };

  it.each<[string, string, HttpRule['policy'], string]>([
    ['no guards', 'traefik.io/gateway-controller', {}, 'version of the route'],
    [
      'a guard',
      'traefik.io/gateway-controller',
      { basicAuth },
      'version of the route, through what guards it',
    ],
    [
      'a guard that is no filter',
      'gateway.envoyproxy.io/gatewayclass-controller',
      { basicAuth },
      'went past what guards it, so that the word of the engine counts for that',
    ],
  ])('says what was proved of %s', (_, engine, policy, told) => {
    world.engine(engine);
    const found = engine.startsWith('traefik') ? passwords : envoy;
    world.from.secrets.record('team/users', { type: 'found', passwords: found });
    world.secret(secretOf(1, ['secure.example.com']));
    const secure = { certificateId: 1, ruleExtensions: [{ key: 'httptohttps', value: 'true' }] };
    world.rule(
      ruleOf({ policy }),
      ruleOf({ policy, ...secure, domainName: 'secure.example.com' }, { name: 'secure', uid: 'uid-secure' }),
    );
    world.settle();
    answer('served');
    for (const name of ['rule', 'secure']) {
      expect(world.conditions(name).Serving).toBe('True Serving');
      expect(world.message(name, 'Serving').endsWith(told)).toBe(true);
    }
  });
});

/** A Gateway whose owner wants certificates of clients at the port for HTTPS. */
function wanting(mode: string): void {
  const listeners = [{ name: 'http', port: 80, protocol: 'HTTP' as const }];
  const validation = { mode, caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'clients' }] };
  const frontend = { default: {}, perPort: [{ port: 443, tls: { validation } }] };
  world.gateway({
    spec: { gatewayClassName: 'engine', listeners, tls: { frontend } },
    ...present({ status: world.caches.gateways.store.list()[0]?.status }),
  });
}

describe('a rule on a Gateway that wants certificates of clients', () => {
  const ENVOY = 'gateway.envoyproxy.io/gatewayclass-controller';

  it.each<[string, string, Result, string]>([
    [ENVOY, 'AllowValidOnly', 'unclear', 'Unknown NotProbed'],
    [ENVOY, 'AllowInsecureFallback', 'unclear', 'Unknown UnexpectedAnswer'],
    [ENVOY, 'AllowValidOnly', 'served', 'True Serving'],
    ['traefik.io/gateway-controller', 'AllowValidOnly', 'unclear', 'Unknown UnexpectedAnswer'],
  ])('of %s by %s, which is %s', (engine, mode, result, serving) => {
    world.engine(engine);
    wanting(mode);
    world.secret(secretOf(1, ['shop.example.com']));
    world.rule(ruleOf({ certificateId: 1 }));
    world.settle();
    answer(result);
    expect(shown()[0]).toBe(serving);
  });

  it('is not excused for its plain requests', () => {
    world.engine(ENVOY);
    wanting('AllowValidOnly');
    world.rule(ruleOf());
    world.settle();
    answer('not-served');
    expect(shown()[0]).toBe('False NotServed');
  });
});

describe('Ready', () => {
  it('waits for the first answer, though the engine has accepted the route', () => {
    world.rule(ruleOf());
    world.settle();
    expect(world.conditions('rule')).toMatchObject({ Programmed: 'True Programmed' });
    expect(shown()).toEqual(['Unknown Pending', 'False Pending']);
  });

  it.each<[Result, string, string]>([
    ['served', 'True Serving', 'True Ready'],
    ['not-served', 'False NotServed', 'False NotServed'],
    ['unguarded', 'False GuardsNotLoaded', 'False GuardsNotLoaded'],
    ['silent', 'False GatewaySilent', 'False GatewaySilent'],
    ['unclear', 'Unknown UnexpectedAnswer', 'False UnexpectedAnswer'],
    ['foreign', 'Unknown NotProbed', 'True Ready'],
    ['unreachable', 'Unknown NotProbed', 'True Ready'],
  ])('of a rule whose gateway is %s', (result, serving, ready) => {
    world.rule(ruleOf());
    world.settle();
    answer(result);
    expect(shown()).toEqual([serving, ready]);
    expect(world.reconcile('team/rule').status).toBeUndefined();
  });

  it('waits again after an edit, and an answer of the version before does not count', () => {
    world.rule(ruleOf());
    world.settle();
    answer('served');
    world.rule({ ...ruleOf({ theWeight: 7 }, { generation: 2 }), status: world.stored('rule').status ?? {} });
    world.settle();
    expect(shown()).toEqual(['Unknown Pending', 'False Pending']);
    answer('served');
    expect(shown()).toEqual(['True Serving', 'True Ready']);
  });

  it('waits where another rule changes the route that both share', () => {
    world.rule(ruleOf());
    world.settle();
    answer('served');
    world.rule(ruleOf({ serviceId: 'api', theWeight: 7 }, { name: 'other' }));
    world.settle();
    expect(shown()).toEqual(['Unknown Pending', 'False Pending']);
    answer('served');
    expect([shown(), shown('other')]).toEqual([
      ['True Serving', 'True Ready'],
      ['True Serving', 'True Ready'],
    ]);
  });

  it('needs an answer of each route of a rule: for HTTPS, and of the redirect to it', () => {
    world.secret(secretOf(1, ['shop.example.com']));
    const ruleExtensions = [{ key: 'httptohttps', value: 'true' }];
    world.rule(ruleOf({ certificateId: 1, ruleExtensions }));
    world.settle();
    const [one, other] = world.standing('HTTPRoute');
    expect(other).toBeDefined();
    answer('served', one === undefined ? [] : [one]);
    expect(world.conditions('rule')).toMatchObject({ Serving: 'Unknown Pending' });
    answer('served');
    expect(world.conditions('rule')).toMatchObject({ Serving: 'True Serving' });
  });

  it('does not wait where the route has no room for the rule that answers', () => {
    const names = Array.from({ length: 16 }, (_, index) => `r${index}`);
    world.service(...names.map((name) => openServiceOf(name)));
    world.rule(
      ...names.map((name) => ruleOf({ serviceId: name, domainHeader: { [`x-${name}`]: '1' } }, { name })),
    );
    world.settle();
    expect(shown('r0')).toEqual(['Unknown NotProbed', 'True Ready']);
    expect(world.message('r0', 'Serving')).toContain('no room');
  });

  it('does not wait where nothing says where the gateway is', () => {
    world = probedWorld({ addresses: [] });
    world.service(openServiceOf('web'));
    world.rule(ruleOf());
    world.settle();
    expect(shown()).toEqual(['Unknown NotProbed', 'True Ready']);
    expect(world.message('rule', 'Serving')).toContain('no address');
  });

  it('waits for the answer of an address that has come after the question', () => {
    world.rule(ruleOf());
    world.settle();
    answer('no-address');
    expect(shown()).toEqual(['Unknown Pending', 'False Pending']);
  });

  it('does not wait for a TCP rule', () => {
    world.rule(tcpRuleOf());
    world.settle();
    expect(world.conditions('rule').Serving).toBe('Unknown NotProbed');
  });

  it('does not fall where another process asked for what stands, until this one has', () => {
    world.rule(ruleOf());
    world.settle();
    answer('served');
    const writes = world.writes.length;
    Object.assign(world.from, { probes: new ProbeMemory() });
    world.settle();
    expect(world.writes).toHaveLength(writes);
    answer('silent');
    expect(shown()).toEqual(['False GatewaySilent', 'False GatewaySilent']);
  });
});

it('says nothing of a rule without a destination, or that is not accepted', () => {
  world.rule(ruleOf({ serviceId: 'none' }), ruleOf({ domainName: 'a.example.com' }, { name: 'gone' }));
  world.rule({
    ...world.stored('gone'),
    metadata: { ...world.stored('gone').metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
  });
  world.settle();
  expect(world.conditions('rule').Serving).toBe('Unknown RefsNotResolved');
  expect(world.conditions('gone').Serving).toBe('Unknown NotAccepted');
});

describe('of rules for calls of gRPC that share a host', () => {
  const calls = (service: string) => ({ policy: { match: { grpc: { service } } } });

  beforeEach(() => {
    world.rule(
      ruleOf(calls('shop.v1.Cart')),
      ruleOf({ ...calls('shop.v1.Api'), serviceId: 'api' }, { name: 'api', uid: 'uid-api' }),
    );
    world.settle();
  });

  /** Lets each component answer calls, but for those that lack them. */
  function answerCalls(...lacking: readonly string[]): void {
    const result = lacking.length === 0 ? 'served' : 'no-calls';
    for (const route of world.standing('GRPCRoute') as HttpRoute[]) {
      world.from.probes.record(keyOf(route), { hash: probeHash(route.spec) ?? '', result, lacking }, 0);
    }
    world.settle();
  }

  it('the one whose component answers none is not ready, and the other one is', () => {
    expect(shown('api')).toEqual(['Unknown Pending', 'False Pending']);
    answerCalls();
    expect([shown(), shown('api')]).toEqual(Array(2).fill(['True Serving', 'True Ready']));
    answerCalls('api:8080');
    answerCalls('api:8080');
    answerCalls('api:8080');
    expect(shown()).toEqual(['True Serving', 'True Ready']);
    expect(shown('api')).toEqual(['False NoCallAnswered', 'False NoCallAnswered']);
    answerCalls();
    expect(shown('api')).toEqual(['True Serving', 'True Ready']);
  });

  it('one whose component may be without pods is ready without an answer', () => {
    const rule = ruleOf(calls('shop.v1.Cart'));
    world.rule({ ...rule, spec: { ...rule.spec, scalesToZero: true } });
    world.settle();
    answerCalls('web:8080');
    expect(shown()).toEqual(['True Serving', 'True Ready']);
  });
});

describe('a component behind a route that the gateway serves', () => {
  beforeEach(() => {
    world.engine('traefik.io/gateway-controller');
    world.rule(ruleOf());
    world.settle();
  });

  const answerOf = (component: BackendAnswer) => answer('served', undefined, component);

  it.each<[BackendAnswer, string, string]>([
    ['refused-or-reset', 'ComponentRefuses', 'connections are refused, or end before an answer'],
    ['tls', 'ProtocolMismatch', 'the component speaks TLS, and the gateway plain HTTP'],
    ['certificate', 'ProtocolMismatch', 'the gateway does not trust the certificate'],
    ['time-out', 'ComponentTooSlow', 'the gateway gave up waiting for an answer'],
    ['no-endpoint', 'NoEndpoints', 'the gateway knows no ready endpoint'],
  ])('that fails by %s makes the rule not ready: %s', (component, reason, text) => {
    answerOf(component);
    expect(shown()).toEqual([`False ${reason}`, `False ${reason}`]);
    expect(world.message('rule', 'Ready')).toContain(
      `in place of component web of application 1 at port 8080 of Service web: `,
    );
    expect(world.message('rule', 'Ready')).toContain(text);
    expect(world.conditions('rule').FullyExpressed).toBe('True FullyExpressed');
    answerOf('answered');
    expect(shown()).toEqual(['True Serving', 'True Ready']);
  });

  it('is waited for before it was asked, and not by a rule that was served before', () => {
    const [route] = world.standing('HTTPRoute') as HttpRoute[];
    const hash = probeHash(route?.spec) ?? '';
    const served = { hash, result: 'served' } as const;
    world.from.probes.record(keyOf(route as HttpRoute), served, 0);
    world.settle();
    expect(shown()).toEqual(['Unknown Pending', 'False Pending']);
    expect(world.message('rule', 'Serving')).toBe('the component was not asked through the gateway yet');
    answerOf('answered');
    world.from.probes.forget(keyOf(route as HttpRoute));
    world.from.probes.record(keyOf(route as HttpRoute), served, 0);
    world.settle();
    expect(shown()).toEqual(['True Serving', 'True Ready']);
  });

  it('that fails is told of by the next process as by the last one, until it answers', () => {
    answerOf('refused');
    for (const route of world.standing('HTTPRoute') as HttpRoute[]) {
      world.from.probes.forget(keyOf(route));
    }
    world.settle();
    expect(shown()).toEqual(['False ComponentRefuses', 'False ComponentRefuses']);
    answer('served', undefined, 'answered');
    expect(shown()).toEqual(['True Serving', 'True Ready']);
  });

  it('that does not answer in time is a remark', () => {
    answerOf('untold');
    expect(shown()).toEqual(['True Serving', 'True Ready']);
    expect(world.message('rule', 'Serving')).toContain(
      'did not answer a question through the gateway within 3 s',
    );
  });

  it('is not asked where it may be without pods, or the rule redirects', () => {
    const rule = ruleOf({ domainName: 'asleep.example.com' }, { name: 'asleep' });
    world.rule(
      { ...rule, spec: { ...rule.spec, scalesToZero: true } },
      ruleOf(
        { domainName: 'moved.example.com', policy: { redirect: { host: 'a.example.com' } } },
        { name: 'moved' },
      ),
    );
    world.settle();
    const asking = (world.standing('HTTPRoute') as HttpRoute[]).filter(
      (route) => backendsOf(route).length > 0,
    );
    expect(asking.map(({ spec }) => spec.hostnames[0])).toEqual(['shop.example.com']);
  });
});
