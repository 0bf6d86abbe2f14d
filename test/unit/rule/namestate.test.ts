import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOf } from '../../../src/kube/object.ts';
import { newClaim } from '../../../src/names/claim.ts';
import { Released } from '../../../src/names/released.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { NameState } from '../../../src/rule/namestate.ts';
import { nameRules } from '../../support/namerules.ts';
import { namespaceOf } from '../../support/names.ts';
import { ruleOf } from '../../support/rules.ts';

const HOST = 'shop.example.com';

/** State of the names of some teams. */
function stateOf(...teams: readonly string[]) {
  const stored = new Map(teams.map((name) => [name, namespaceOf(name)]));
  const store = { get: (name: string) => stored.get(name), list: () => [...stored.values()] };
  const state = new NameState(nameRules(), { teams: store, released: () => new Released() });
  return { state, stored };
}

it('knows the claims of rules in namespaces of teams, from the moment on at which they are some', () => {
  const { state, stored } = stateOf('team');
  const theirs = ruleOf({}, { namespace: 'other' });
  state.takeOver([ruleOf(), theirs]);
  expect([state.isGranted(ruleOf()), state.isGranted(theirs)]).toEqual([true, false]);
  stored.set('other', namespaceOf('other', { 'stoa.dev/hosts': HOST }));
  state.forgetDeclarations();
  state.takeOver([theirs]);
  expect([state.isGranted(ruleOf()), state.isGranted(theirs)]).toEqual([false, true]);
  state.put(keyOf(theirs), undefined);
  expect(state.isGranted(theirs)).toBe(false);
});

it('lets a new rule come after one that has just arrived, and has no status yet', () => {
  const { state } = stateOf('team', 'other');
  state.isLive = true;
  state.put('other/rule', ruleOf({}, { namespace: 'other', resourceVersion: '7' }));
  expect(state.decide(newClaim('team', HOST))).toMatchObject({ refusal: { type: 'held' } });
});

it('grants a name to the first that arrives, whatever their ages in one second', () => {
  const { state } = stateOf('team', 'other');
  const [first, second] = [
    ruleOf({}, { namespace: 'other', uid: 'z', resourceVersion: '7' }),
    ruleOf({}, { uid: 'a', resourceVersion: '8' }),
  ];
  state.isLive = true;
  state.takeOver([first, second]);
  expect([state.isGranted(first), state.isGranted(second)]).toEqual([true, false]);
});

it('decides by what it was told, in whatever order', () => {
  const rule = fc.record({ host: fc.constantFrom(HOST, '*.example.com', 'a.org'), year: fc.nat(9) });
  const rules = fc.array(rule, { maxLength: 5 }).map((drafts) =>
    drafts.map(({ host, year }, index) =>
      ruleOf(
        { domainName: host },
        {
          name: `r${index}`,
          namespace: index % 2 === 0 ? 'team' : 'other',
          creationTimestamp: `200${year}-01-01T00:00:00Z`,
        },
      ),
    ),
  );
  const granted = (told: readonly GatewayRule[], asked: readonly GatewayRule[]) => {
    const { state } = stateOf('team', 'other');
    state.takeOver(told);
    return asked.map((each) => state.isGranted(each));
  };
  fc.assert(
    fc.property(rules, (stored) => {
      expect(granted(stored.toReversed(), stored)).toEqual(granted(stored, stored));
    }),
  );
});
