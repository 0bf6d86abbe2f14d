import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamAnswer } from '../../../../src/gateway/probe/streamstate.ts';
import { keyOf } from '../../../../src/kube/object.ts';
import type { GatewayRule } from '../../../../src/objects/stoa.ts';
import { probedWorld } from '../../../support/probe.ts';
import { openServiceOf, serviceOf, tcpRuleOf, tlsRuleOf } from '../../../support/rules.ts';
import { CONFIG, Simulation } from '../../../support/simulation.ts';
import { statusViolations } from '../../../support/statusrules.ts';

let world: Simulation;

beforeEach(() => {
  world = probedWorld();
  world.service(openServiceOf('web'), openServiceOf('api'));
});

/** Lets the component behind all routes of a kind be known so. */
function know(kind: string, known: StreamAnswer | undefined, backend = 'web:8080'): void {
  for (const route of world.standing(kind)) {
    const seen = known === undefined ? {} : { known };
    world.from.streams.put(keyOf(route), { backend, circumstances: '', changedAt: 0, seen });
  }
  world.settle();
}

/** Serving and Ready of the rule. */
function shown(): readonly (string | undefined)[] {
  expect(statusViolations(world.stored('rule'))).toEqual([]);
  const { Serving, Ready } = world.conditions('rule');
  return [Serving, Ready];
}

const REFUSED = ['False ComponentRefuses', 'False ComponentRefuses'];
const READY = ['Unknown NotProbed', 'True Ready'];

describe.each<[string, GatewayRule, string]>([
  ['TCP', tcpRuleOf(), 'TCPRoute'],
  ['TLS', tlsRuleOf(), 'TLSRoute'],
])('a rule for %s', (_, rule, kind) => {
  beforeEach(() => {
    world.rule(rule);
    world.settle();
  });

  it('is not ready while its component refuses connections, and says so', () => {
    expect(shown()).toEqual(READY);
    know(kind, 'refused-or-reset');
    expect(shown()).toEqual(REFUSED);
    expect(world.message('rule', 'Ready')).toBe(
      'the gateway ends the connections of clients to component web of application 1 at port 8080 of Service web: connections are refused, or end before an answer',
    );
    expect(world.conditions('rule').FullyExpressed).toBe('True FullyExpressed');
    know(kind, 'answered');
    expect(shown()).toEqual(READY);
  });

  it('is as before where nothing is known, and what is known of another component does not count', () => {
    know(kind, undefined);
    expect(shown()).toEqual(READY);
    know(kind, 'untold');
    expect(shown()).toEqual(READY);
    know(kind, 'refused-or-reset', 'api:8080');
    expect(shown()).toEqual(READY);
  });

  it('is told of by the next process as by the last one, until it is asked', () => {
    know(kind, 'refused-or-reset');
    for (const route of world.standing(kind)) {
      world.from.streams.put(keyOf(route), undefined);
    }
    world.settle();
    expect(shown()).toEqual(REFUSED);
    know(kind, 'untold');
    expect(shown()).toEqual(READY);
  });

  it('says first that no endpoint is ready', () => {
    know(kind, 'refused-or-reset');
    world.endpoints('web', 0);
    world.settle();
    expect(shown()).toEqual(['False NoEndpoints', 'False NoEndpoints']);
  });

  it('that may be without pods is ready', () => {
    world.rule({ ...rule, spec: { ...rule.spec, scalesToZero: true } });
    world.settle();
    know(kind, 'refused-or-reset');
    expect(shown()).toEqual(READY);
  });

  it('says nothing of it where the proof is off', () => {
    world = new Simulation({ config: { ...CONFIG, probe: { mode: 'off' } } });
    world.service(openServiceOf('web'));
    world.rule(rule);
    world.settle();
    know(kind, 'refused-or-reset');
    expect(shown()).toEqual(READY);
  });
});

it('a rule for UDP has nothing to do with what answers at the same port by TCP', () => {
  const dns = serviceOf('dns', [
    { name: 'tcp', port: 53, protocol: 'TCP' },
    { name: 'udp', port: 53, protocol: 'UDP' },
  ]);
  const annotations = { 'stoa.dev/outer-ports': '53' };
  world.service({ ...dns, metadata: { ...dns.metadata, annotations } });
  world.rule(tcpRuleOf({ serviceId: 'dns', containerPort: 53, transport: 'UDP' }));
  world.settle();
  know('UDPRoute', 'refused-or-reset', 'dns:53');
  expect(shown()).toEqual(READY);
});
