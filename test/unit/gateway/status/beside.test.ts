import { expect, it } from 'vitest';
import type { HttpRule } from '../../../../src/api/gatewayrule.ts';
import { openServiceOf, ruleOf, secretOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

/** World with a rule for HTTPS and one beside it. */
function beside(http: Partial<HttpRule>, main: Partial<HttpRule> = { certificateId: 1 }): Simulation {
  const world = new Simulation();
  world.service(openServiceOf('web'), openServiceOf('next'));
  world.secret(secretOf(1, ['shop.example.com']));
  world.rule(
    ruleOf(main, { name: 'main', creationTimestamp: '2025-01-01T00:00:00Z' }),
    ruleOf({ serviceId: 'next', ...http }, { name: 'canary' }),
  );
  world.settle();
  world.agree();
  world.settle();
  return world;
}

const WORDS =
  'the other rules for shop.example.com/ are HTTPS, and this one opens plain HTTP: give it the same certificateId: 1';

it.each<[string, Partial<HttpRule>, string]>([
  ['by weight', { theWeight: 10 }, 'False PlainBesideHttps'],
  ['with the default weight', {}, 'True PlainBesideHttps'],
  ['by header', { domainHeader: { a: 'b' } }, 'True PlainBesideHttps'],
])('a canary %s that lacks the certificate of the others is told so', (_, http, expected) => {
  const world = beside(http);
  expect(world.conditions('canary')).toMatchObject({ Ready: 'True Ready', FullyExpressed: expected });
  expect(world.message('canary', 'FullyExpressed')).toContain(WORDS);
  expect(world.conditions('main')).toMatchObject({ FullyExpressed: 'True FullyExpressed' });
});

it('one with the certificate is not', () => {
  expect(beside({ theWeight: 10, certificateId: 1 }).conditions('canary')).toMatchObject({
    FullyExpressed: 'True FullyExpressed',
  });
});

it('one beside a redirect to HTTPS is refused, so that it opens nothing', () => {
  const ruleExtensions = [{ key: 'httptohttps', value: 'true' }];
  const world = beside({ theWeight: 10 }, { certificateId: 1, ruleExtensions });
  expect(world.conditions('canary')).toMatchObject({ Accepted: 'False RedirectConflict' });
});

it('rules with a header and by weight lead to one port', () => {
  const world = new Simulation();
  world.service(openServiceOf('web'), openServiceOf('next'));
  world.rule(
    ruleOf({}, { name: 'main' }),
    ruleOf({ serviceId: 'next', theWeight: 10 }, { name: 'weight' }),
    ruleOf({ serviceId: 'next', domainHeader: { 'X-Canary': 'always' } }, { name: 'header' }),
  );
  world.settle();
  world.agree();
  world.settle();
  for (const name of ['main', 'weight', 'header']) {
    expect(world.conditions(name)).toMatchObject({
      Ready: 'True Ready',
      FullyExpressed: 'True FullyExpressed',
    });
  }
  const [route] = world.standing('HTTPRoute') as {
    readonly spec?: {
      readonly rules?: readonly {
        readonly backendRefs?: readonly { readonly name: string; readonly weight: number }[];
      }[];
    };
  }[];
  expect(
    route?.spec?.rules?.map(({ backendRefs }) => backendRefs?.map(({ name, weight }) => [name, weight])),
  ).toEqual([
    [['next', 100]],
    [
      ['web', 100],
      ['next', 10],
    ],
  ]);
});
