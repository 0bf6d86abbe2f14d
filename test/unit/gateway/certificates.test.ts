import { expect, it, vi } from 'vitest';
import { observeGateway } from '../../../src/gateway/listeners/observe.ts';
import { observe } from '../../../src/gateway/observe.ts';
import { atOnce } from '../../support/gradual.ts';
import { openServiceOf, ruleOf, secretOf } from '../../support/rules.ts';
import { Simulation } from '../../support/simulation.ts';

const HOSTS = ['a.example.com', 'b.example.com', 'c.example.com'];

/** A gateway with a rule and a certificate for each host, settled. */
function settled(): Simulation {
  const world = new Simulation();
  world.service(openServiceOf('web'));
  HOSTS.forEach((domainName, at) => {
    world.secret(secretOf(at + 1, [domainName]));
    world.rule(ruleOf({ domainName, certificateId: at + 1 }, { name: `rule-${at}`, uid: `rule-${at}` }));
  });
  world.settle();
  return world;
}

it('an observation looks at the Gateway once, however many certificates it reads', () => {
  const { from, caches } = settled();
  const classOf = vi.spyOn(caches.classes?.store ?? from.caches.gateways.store, 'get');
  const { hosts } = atOnce(observeGateway(from));
  expect(hosts.map(({ host, tls }) => `${host} ${tls.type}`)).toEqual(HOSTS.map((host) => `${host} usable`));
  expect(classOf).toHaveBeenCalledTimes(1);
  observe(from, 'team/rule-0');
  expect(classOf).toHaveBeenCalledTimes(2);
});
