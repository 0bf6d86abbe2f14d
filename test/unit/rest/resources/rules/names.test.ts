import { describe, expect, it } from 'vitest';
import type { ListOptions } from '../../../../../src/kube/client.ts';
import type { KubeObject } from '../../../../../src/kube/object.ts';
import type { Resource } from '../../../../../src/kube/resource.ts';
import { newClaim } from '../../../../../src/names/claim.ts';
import { type Release, Released } from '../../../../../src/names/released.ts';
import type { GatewayRule } from '../../../../../src/objects/stoa.ts';
import {
  claimOfWrite,
  confirmedDecision,
  nameStateIn,
  selectorsFor,
} from '../../../../../src/rest/resources/rules/names.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';
import { effectiveWrite } from '../../../../../src/rule/write.ts';
import { nameRules } from '../../../../support/namerules.ts';
import { namespaceOf } from '../../../../support/names.ts';
import { ruleOf, tcpRuleOf } from '../../../../support/rules.ts';

const TEAMS = [namespaceOf('team'), namespaceOf('other')];
const HOST = 'shop.example.com';
const theirs = ruleOf({ domainName: '*.example.com' }, { name: 'theirs', namespace: 'other' });

/** Scope of the namespace `team`: what is watched, and what the API server has; `lists` are its calls. */
function scopeOf(
  stored: readonly GatewayRule[],
  watched?: readonly GatewayRule[],
  { limits = {}, released = [] }: { limits?: object; released?: readonly Release[] } = {},
) {
  const lists: ListOptions[] = [];
  const rules = nameRules({ limits });
  const state =
    watched && nameStateIn(rules, { teams: TEAMS, rules: watched, released: Released.of(released) });
  const service = {
    list: async ({ plural }: Resource, options: ListOptions): Promise<readonly KubeObject[]> => {
      lists.push(options);
      const { namespace, fieldSelector = '' } = options;
      const [, name] = /^metadata\.name=(.*)$/.exec(fieldSelector) ?? [];
      const [, host] = /^spec\.http\.domainName=(.*)$/.exec(fieldSelector) ?? [];
      return plural === 'namespaces'
        ? TEAMS
        : stored.filter(
            ({ metadata, spec }) =>
              (namespace === undefined || namespace === metadata.namespace) &&
              (name === undefined || name === metadata.name) &&
              (host === undefined || host === spec.http?.domainName),
          );
    },
  };
  const scope = {
    namespace: 'team',
    service,
    nameRules: rules,
    watchedNames: state && (() => state),
    releasedNames: () => Released.of(released),
  };
  return { scope: scope as unknown as Scope, lists, state };
}

async function decided(scope: Scope, host = HOST): Promise<string> {
  const { decision } = await confirmedDecision(scope, newClaim('team', host));
  return decision.type === 'refused' ? decision.refusal.type : decision.type;
}

describe('a decision', () => {
  it('by the watched state alone reads nothing where the name is free', async () => {
    const { scope, lists } = scopeOf([], []);
    expect([await decided(scope), lists]).toEqual(['granted', []]);
  });

  it('is confirmed by reading the rule that is in the way, and no other', async () => {
    const { scope, lists } = scopeOf([theirs], [theirs]);
    expect(await decided(scope)).toBe('held');
    expect(lists).toEqual([{ namespace: 'other', fieldSelector: 'metadata.name=theirs' }]);
  });

  it('does without rules that have gone, or want another name, and leaves the watched state as it is', async () => {
    const gone = ruleOf({ domainName: HOST }, { name: 'gone', namespace: 'other' });
    const edited = ruleOf({ domainName: 'elsewhere.org' }, { name: 'theirs', namespace: 'other' });
    const { scope, state } = scopeOf([edited], [theirs, gone]);
    expect(await decided(scope)).toBe('granted');
    expect(['other/theirs', 'other/gone'].map((id) => state?.claims.get(id)?.id)).toEqual([
      'other/theirs',
      'other/gone',
    ]);
  });

  it('ends where more and more rules have gone', async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      ruleOf({ domainName: HOST }, { name: `gone-${index}`, namespace: 'other' }),
    );
    const { scope, lists } = scopeOf([], many);
    expect([await decided(scope), lists.length]).toEqual(['held', 8]);
  });

  it('on a limit counts the rules that the API server has', async () => {
    const mine = {
      ...ruleOf({ domainName: 'one.example.org' }, { name: 'mine' }),
      status: { name: 'one.example.org' },
    };
    expect(await decided(scopeOf([mine], [mine], { limits: { hosts: 1 } }).scope)).toBe('limit');
    expect(await decided(scopeOf([], [mine], { limits: { hosts: 1 } }).scope)).toBe('granted');
  });

  it.each([
    ['with', []],
    ['without', undefined],
  ])('%s watched state respects what stays with another team', async (_, watched) => {
    const until = new Date(Date.now() + 60_000);
    const kept = { released: [{ name: '*.example.com', namespace: 'other', until }] };
    expect(await decided(scopeOf([], watched, kept).scope)).toBe('kept');
    expect(await decided(scopeOf([], watched, kept).scope, 'shop.example.org')).toBe('granted');
  });

  it('without watched state reads what can be in the way', async () => {
    const unwatched = scopeOf([theirs]);
    expect(await decided(unwatched.scope)).toBe('held');
    expect(await decided(unwatched.scope, 'shop.example.org')).toBe('granted');
    expect(await decided(scopeOf([ruleOf({}, { namespace: 'other' })]).scope, '*.example.com')).toBe('held');
  });
});

it.each([
  ['a.shop.example', ['a.shop.example', '*.shop.example', '*.example']],
  ['localhost', ['localhost']],
])('the rules that overlap %s are listed by their hosts', (host, hosts) => {
  expect(selectorsFor(host)).toEqual(
    hosts.flatMap((each) => [`spec.http.domainName=${each}`, `spec.tls.domainName=${each}`]),
  );
});

it('the rules that overlap a wildcard or a port are among those of its protocol', () => {
  expect(selectorsFor('*.example.com')).toEqual(['spec.http.domainName!=', 'spec.tls.domainName!=']);
  expect(selectorsFor('port 30000')).toEqual(['spec.tcp.endPoint.port!=']);
});

describe('the claim of a write', () => {
  const stored = { ...ruleOf(), status: { name: HOST } };

  it('of a new rule is younger than all others, and waits', () => {
    const claim = claimOfWrite(effectiveWrite({ spec: ruleOf().spec, namespace: 'team' }));
    expect(claim).toMatchObject({ name: HOST, standing: false });
    expect(claim.age > '2999').toBe(true);
  });

  it('of an edit stands where it keeps the name that is its own', () => {
    const write = effectiveWrite({ spec: stored.spec, namespace: 'team', replaced: stored });
    expect(claimOfWrite(write)).toMatchObject({ id: 'team/rule', standing: true });
    expect(claimOfWrite({ ...write, replaced: ruleOf() })).toMatchObject({ standing: false });
    expect(claimOfWrite(effectiveWrite({ ...write, spec: tcpRuleOf().spec }))).toMatchObject({
      name: 'port 30000',
      standing: false,
    });
  });
});

it('a stored rule is granted its name unless another one is before it', () => {
  const mine = ruleOf({}, { name: 'mine', creationTimestamp: '2027-01-01T00:00:00Z' });
  const stateWith = (...stored: readonly GatewayRule[]) =>
    nameStateIn(nameRules(), { teams: TEAMS, rules: stored, released: new Released() });
  const state = stateWith(mine, theirs);
  expect([state.isGranted(theirs), state.isGranted(mine)]).toEqual([true, false]);
  const stranger = ruleOf({}, { namespace: 'kube-system' });
  expect(stateWith(stranger).isGranted(stranger)).toBe(false);
});

it('a decision without claims that are gone leaves out none that came in their place, and changes nothing', () => {
  const { state } = scopeOf([], [ruleOf({ domainName: HOST }, { name: 'r', namespace: 'other' })]);
  const seen = state?.claims.get('other/r');
  expect(seen).toBeDefined();
  if (state === undefined || seen === undefined) {
    return;
  }
  expect(state.decide(newClaim('team', HOST), [seen])).toEqual({ type: 'granted' });
  expect(state.claims.get('other/r')).toBe(seen);
  // Meanwhile the rule is made again, for another host.
  state.claims.put({ ...seen, name: 'new.example.com', age: `${seen.age}-later` });
  const replaced = state.claims.get('other/r');
  expect(state.decide(newClaim('team', 'new.example.com'), [seen])).toMatchObject({
    type: 'refused',
  });
  expect(state.decide(newClaim('team', HOST), [seen])).toEqual({ type: 'granted' });
  expect(state.claims.get('other/r')).toBe(replaced);
});
