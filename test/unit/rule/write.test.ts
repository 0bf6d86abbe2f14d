import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { exposureOfTarget } from '../../../src/component/target.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import type { Candidate } from '../../../src/rule/candidate.ts';
import { httpConflict } from '../../../src/rule/conflict.ts';
import { type EffectiveHttp, effective } from '../../../src/rule/effective.ts';
import { conflictOfWrite, effectiveWrite, type Write } from '../../../src/rule/write.ts';
import { competing, ruleOf, serviceOf } from '../../support/rules.ts';

const old = (name: string, http: Partial<HttpRule> = {}) =>
  ruleOf(http, { name, creationTimestamp: '2020-01-01T00:00:00Z' });
const young = (name: string, http: Partial<HttpRule> = {}) =>
  ruleOf(http, { name, creationTimestamp: '2025-01-01T00:00:00Z' });

function edit(replaced: GatewayRule, http: Partial<HttpRule>, stored: readonly GatewayRule[]) {
  const { namespace = '' } = replaced.metadata;
  return conflictOf(effectiveWrite({ spec: ruleOf(http).spec, namespace, replaced }), stored);
}

/** Conflict of a write among stored rules, whose component is called `web` and has one port with a name. */
function conflictOf(write: Write, stored: readonly GatewayRule[]) {
  const exposure = {
    services: [serviceOf('web', [{ name: 'http', port: 80, targetPort: 8080 }])],
    workloads: [],
  };
  const among = { competing: competing(stored), burdening: [] };
  return conflictOfWrite(write, among, (target) => exposureOfTarget(target, exposure));
}

describe('an edit', () => {
  it('is not held up by a rule that gives way to the edited one', () => {
    const [mine, duplicate] = [old('mine'), young('duplicate')];
    expect(edit(mine, { theWeight: 1 }, [mine, duplicate])).toBeUndefined();
  });

  it('does not take the place of a younger rule', () => {
    const [mine, theirs] = [old('mine', { domainPath: '/a' }), young('theirs')];
    expect(edit(mine, {}, [mine, theirs])).toMatchObject({ type: 'duplicate', winner: theirs });
  });
});

describe('a port by its name', () => {
  const [named, numbered] = [
    { serviceId: 'web', containerPort: 'http' },
    { serviceId: 'web', containerPort: 80 },
  ];

  it.each([
    ['name and a number', named, numbered],
    ['number and a name', numbered, named],
    ['name twice', named, named],
  ])('has one rule for its host and path, by a %s', (_, theirs, mine) => {
    const first = old('first', theirs);
    const write = effectiveWrite({ spec: ruleOf(mine).spec, namespace: 'team' });
    expect(conflictOf(write, [first])).toMatchObject({ type: 'duplicate', winner: first });
  });

  it.each([
    ['number of another port', { serviceId: 'web', containerPort: 81 }],
    ['name that no port has', { serviceId: 'web', containerPort: 'admin' }],
    ['name at another component', { serviceId: 'api', containerPort: 'http' }],
  ])('is not that of a %s', (_, mine) => {
    const write = effectiveWrite({ spec: ruleOf(mine).spec, namespace: 'team' });
    expect(conflictOf(write, [old('first', named)])).toBeUndefined();
  });
});

const candidate = (object: GatewayRule): Candidate => ({
  object,
  rule: effective(object.spec) as EffectiveHttp,
});

it('a write that passes takes nothing from a rule in effect that its going away would not', () => {
  const redirect: HttpRule['ruleExtensions'] = [{ key: 'httptohttps', value: 'true' }];
  const calls = fc.constantFrom(
    { policy: { match: { grpc: {} } } },
    { policy: { match: { grpc: { method: 'M' } } } },
  );
  const requests = fc.record(
    {
      serviceId: fc.constantFrom('a', 'b'),
      domainPath: fc.constantFrom('/', '/x', '/x/'),
      certificateId: fc.constant(1),
      ruleExtensions: fc.constant(redirect),
    },
    { requiredKeys: [] },
  );
  const http: fc.Arbitrary<Partial<HttpRule>> = fc.oneof({ weight: 4, arbitrary: requests }, calls);
  const rule = fc.record({
    http,
    year: fc.integer({ min: 2000, max: 2009 }),
  });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), http, fc.nat(6), (drafts, wanted, chosen) => {
      const stored = drafts.map(({ http, year }, index) =>
        ruleOf(http, {
          name: `r${index}`,
          creationTimestamp: `${year}-01-01T00:00:00Z`,
        }),
      );
      const replaced = stored[chosen];
      const { spec } = ruleOf(wanted);
      fc.pre(conflictOf(effectiveWrite({ spec, namespace: 'team', replaced }), stored) === undefined);

      const written = { ...(replaced ?? young('new')), spec };
      const before = stored.map(candidate);
      const without = before.filter(({ object }) => object !== replaced);
      const after = [...without, candidate(written)];
      expect(httpConflict(candidate(written), after)).toBeUndefined();
      for (const other of without) {
        const inEffect = [before, without].every((rules) => httpConflict(other, rules) === undefined);
        expect(inEffect && httpConflict(other, after)).toBeFalsy();
      }
    }),
    { numRuns: 2_000 },
  );
});
