import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPrecedence, type Claim } from '../../../src/names/claim.ts';
import { Declarations } from '../../../src/names/declarations.ts';
import { decideName, decideWrite, type NameView } from '../../../src/names/gate.ts';
import { overlaps } from '../../../src/names/name.ts';
import { Released } from '../../../src/names/released.ts';
import { BY_NAME, claimOf, namespaceOf, settingsOf, viewOf } from '../../support/names.ts';

const hourAhead = new Date('2026-06-01T01:00:00Z');

/** Outcome of a claim among others, in one word, and the claim in the way. */
function outcome(claim: Claim, others: readonly Claim[], view: Partial<NameView> = {}): string {
  const decision = decideName(claim, viewOf([claim, ...others], view));
  if (decision.type !== 'refused') {
    return decision.type;
  }
  const { refusal } = decision;
  return refusal.type === 'held' ? `held by ${refusal.by.id}` : refusal.type;
}

describe('a host for installs', () => {
  const policy = { undeclared: 'refuse', domain: 'apps.example.com' } as const;
  const namespaces = [namespaceOf('a', { 'stoa.dev/hosts': 'a.org' }), namespaceOf('b')];
  const declarations = new Declarations(settingsOf(), namespaces);
  const decided = (id: string, name: string, settings = declarations) =>
    outcome(claimOf(id, name, 1), [], { policy, declarations: settings });

  it('is that of its Namespace, which need not declare it, and of no other', () => {
    for (const name of ['80.web.a.apps.example.com', '*.a.apps.example.com']) {
      expect([decided('a/rule', name), decided('b/rule', name)]).toEqual(['granted', 'declared-for-other']);
    }
  });

  it('is that of no other team even where there is no such Namespace, which the answer does not tell', () => {
    expect(decided('b/rule', '80.web.c.apps.example.com')).toBe('declared-for-other');
  });

  it('is like any other where it names no Namespace', () => {
    expect(decided('b/rule', 'b.apps.example.com')).toBe('undeclared-refused');
    expect(decided('b/rule', 'web.b.myapps.example.com')).toBe('undeclared-refused');
  });

  it('is that of the team that has declared it', () => {
    const teams = { a: { hosts: ['80.web.b.apps.example.com'] } };
    const declared = new Declarations(settingsOf({ teams }), namespaces);
    expect(decided('a/rule', '80.web.b.apps.example.com', declared)).toBe('granted');
    expect(decided('b/rule', '80.web.b.apps.example.com', declared)).toBe('declared-for-other');
  });
});

describe('a name of a team that one Namespace is by its label and another by its name', () => {
  const settings = {
    ...settingsOf({ teams: { shop: { hosts: ['shop.org', '*.shop.org'], issuers: ['issuer/shop'] } } }),
    teamPolicy: BY_NAME,
    autoSsl: { issuer: 'clusterissuer/all' },
  };
  const [named, labelled] = [
    namespaceOf('shop', {}, { team: null }),
    namespaceOf('foo', {}, { team: 'shop' }),
  ];
  const contested = { declarations: new Declarations(settings, [named, labelled, namespaceOf('other')]) };
  const sole = { declarations: new Declarations(settings, [named]) };

  it('is that of the one while there is no other', () => {
    expect(outcome(claimOf('shop/x', 'shop.org', 1), [], sole)).toBe('granted');
    expect(sole.declarations.issuersOf('shop')).toEqual(['issuer/shop']);
  });

  it.each(['shop', 'foo'])('goes to neither anew, not to %s either', (namespace) => {
    for (const name of ['shop.org', 'a.shop.org', '*.shop.org']) {
      expect(outcome(claimOf(`${namespace}/x`, name, 1), [], contested)).toBe('contested');
    }
    expect(contested.declarations.issuersOf(namespace)).toEqual(['clusterissuer/all']);
  });

  it('stays with the one that has it, and is not for the other nor for anybody else', () => {
    const standing = claimOf('shop/x', 'shop.org', 2, true);
    expect(outcome(standing, [claimOf('foo/x', 'shop.org', 1)], contested)).toBe('granted');
    expect(outcome(claimOf('foo/x', 'shop.org', 1), [standing], contested)).toBe('held by shop/x');
    expect(outcome(claimOf('other/x', 'shop.org', 1), [standing], contested)).toBe('declared-for-other');
    expect(contested.declarations.areOneTeam('shop', 'foo')).toBe(false);
  });

  it('is shared by Namespaces that are the team by their labels, as ever', () => {
    const both = [namespaceOf('foo', {}, { team: 'shop' }), namespaceOf('bar', {}, { team: 'shop' })];
    const declarations = new Declarations(settings, both);
    expect(outcome(claimOf('foo/x', 'shop.org', 1), [], { declarations })).toBe('granted');
    expect(declarations.areOneTeam('foo', 'bar')).toBe(true);
  });
});

describe('a name that nobody has declared', () => {
  it.each([
    // Attempts to take the traffic of a team that is there already.
    ['login.shop.example.com', '*.shop.example.com'],
    ['*.corp.example.com', 'api.corp.example.com'],
    ['*.deep.example.com', 'a.b.c.deep.example.com'],
    ['*.a.example.com', '*.example.com'],
    ['*.example.com', '*.a.example.com'],
    ['shop.example.com', 'shop.example.com'],
    ['port 30000', 'port 30000'],
  ])('%s is held by another team with %s', (wanted, held) => {
    expect(outcome(claimOf('b/new', wanted, 2), [claimOf('a/old', held, 1)])).toBe('held by a/old');
    expect(outcome(claimOf('a/new', wanted, 2), [claimOf('a/old', held, 1)])).toBe('granted');
  });

  it.each([
    ['example.com', '*.example.com'],
    ['other-shop.example.com', '*.shop.example.com'],
    ['a.example.com', 'b.example.com'],
    ['port 30000', 'port 30001'],
  ])('%s is free beside %s', (wanted, held) => {
    expect(outcome(claimOf('b/new', wanted, 2), [claimOf('a/old', held, 1)])).toBe('granted');
  });

  it('stays with the rule that has it, though an older one is edited or restored', () => {
    const standing = claimOf('a/young', 'shop.example.com', 5, true);
    expect(outcome(claimOf('b/old', '*.example.com', 1), [standing])).toBe('held by a/young');
    expect(outcome(standing, [claimOf('b/old', '*.example.com', 1)])).toBe('granted');
  });

  it('goes to the next where an older rule is refused itself', () => {
    const others = [claimOf('a/wide', '*.example.com', 1, true), claimOf('b/refused', 'x.example.com', 2)];
    expect(outcome(claimOf('a/own', 'x.example.com', 3), others)).toBe('granted');
  });

  it.each(['*.com', '*.co.uk', '*.github.io', '*.kawasaki.jp', '*.internal', '*.example'])(
    '%s needs a declaration: anybody may have a name there',
    (wildcard) => {
      expect(outcome(claimOf('a/wide', wildcard, 1), [])).toBe('needs-declaration');
    },
  );

  it.each(['*.apps.example.com', '*.example.com'])(
    '%s needs a declaration where installs get hosts below apps.example.com',
    (wildcard) => {
      const policy = { undeclared: 'first-come', domain: 'apps.example.com' } as const;
      expect(outcome(claimOf('a/wide', wildcard, 1), [], { policy })).toBe('needs-declaration');
    },
  );

  it('is refused where only declared names are given out', () => {
    const policy = { undeclared: 'refuse' } as const;
    expect(outcome(claimOf('a/x', 'x.example.com', 1), [], { policy })).toBe('undeclared-refused');
  });
});

describe('by default, a name that nobody has declared', () => {
  const policy = { undeclared: 'auto' } as const;
  const of = (annotations: Readonly<Record<string, string>>, settings: object = {}) => ({
    policy,
    declarations: new Declarations(settingsOf(settings), [
      namespaceOf('own', annotations),
      namespaceOf('a'),
      namespaceOf('b'),
    ]),
  });
  const [host, port] = [claimOf('a/x', 'x.example.com', 1), claimOf('a/p', 'port 30000', 1)];
  const hosts = of({ 'stoa.dev/hosts': 'own.example.com' });

  it.each([
    ['nothing is declared', of({}), 'granted', 'granted'],
    ['only issuers are', of({ 'stoa.dev/issuers': 'issuer/a' }), 'granted', 'granted'],
    ['a host is', hosts, 'undeclared-refused', 'granted'],
    ['a port is', of({ 'stoa.dev/ports': '31000' }), 'granted', 'undeclared-refused'],
    ['something unreadable is', of({ 'stoa.dev/hosts': '*shop' }), 'undeclared-refused', 'granted'],
    [
      'the configuration declares both',
      of({}, { teams: { none: { hosts: ['own.example.com'], ports: '31000' } } }),
      'undeclared-refused',
      'undeclared-refused',
    ],
    [
      'the configuration has limits alone',
      of({}, { teams: { a: { limits: { hosts: 1 } } } }),
      'granted',
      'granted',
    ],
  ])('where %s', (_, view, ofHost, ofPort) => {
    expect([outcome(host, [], view), outcome(port, [], view)]).toEqual([ofHost, ofPort]);
  });

  it('stays with the team that has it, for all of its rules', () => {
    const standing = claimOf('a/old', 'x.example.com', 2, true);
    expect(outcome(standing, [], hosts)).toBe('granted');
    expect(outcome(host, [standing], hosts)).toBe('granted');
    expect(outcome(claimOf('b/x', 'x.example.com', 1), [standing], hosts)).toBe('undeclared-refused');
    expect(outcome(claimOf('a/y', 'y.example.com', 1), [standing], hosts)).toBe('undeclared-refused');
  });

  it('comes back to the team that had it a moment ago, and to no other', () => {
    const released = new Released();
    released.add({ name: 'x.example.com', namespace: 'a', until: hourAhead });
    expect(outcome(host, [], { ...hosts, released })).toBe('granted');
    expect(outcome(claimOf('b/x', 'x.example.com', 1), [], { ...hosts, released })).toBe(
      'undeclared-refused',
    );
    expect(outcome(host, [], { ...hosts, released, now: hourAhead })).toBe('undeclared-refused');
  });

  it('may be one of the installs of its Namespace', () => {
    const domain = { ...hosts, policy: { ...policy, domain: 'apps.example.com' } };
    expect(outcome(claimOf('a/x', 'web.a.apps.example.com', 1), [], domain)).toBe('granted');
  });
});

describe('a declaration', () => {
  const declarations = new Declarations(
    settingsOf({
      teams: {
        shop: { hosts: ['*.shop.example.com', 'shop.example.com'], ports: '30000-30009' },
        api: { hosts: ['api.shop.example.com', '*.corp.example.com'] },
        root: { hosts: ['*.com'] },
      },
    }),
    ['shop', 'api', 'root', 'other'].map((name) => namespaceOf(name)),
  );

  it.each([
    ['shop', 'login.shop.example.com', 'granted'],
    ['shop', '*.eu.shop.example.com', 'granted'],
    ['shop', 'api.shop.example.com', 'declared-for-other'],
    ['shop', '*.shop.example.com', 'declared-for-other'],
    ['shop', 'free.example.net', 'outside-own-declaration'],
    ['shop', 'port 30009', 'granted'],
    ['shop', 'port 30010', 'outside-own-declaration'],
    ['api', 'api.shop.example.com', 'granted'],
    ['api', 'port 30010', 'granted'],
    ['api', 'port 30000', 'declared-for-other'],
    ['other', 'login.shop.example.com', 'declared-for-other'],
    ['other', '*.example.org', 'granted'],
    ['root', 'any.com', 'granted'],
    ['root', '*.com', 'declared-for-other'],
    ['root', 'x.corp.example.com', 'declared-for-other'],
  ])('gives %s and %s: %s', (namespace, name, expected) => {
    expect(outcome(claimOf(`${namespace}/rule`, name, 1), [], { declarations })).toBe(expected);
  });

  it('counts before an older rule that stands', () => {
    const squatter = claimOf('other/old', 'login.shop.example.com', 1, true);
    const own = claimOf('shop/new', 'login.shop.example.com', 2);
    expect(outcome(squatter, [own], { declarations })).toBe('declared-for-other');
    expect(outcome(own, [squatter], { declarations })).toBe('granted');
  });

  it('lets what stands stay until the time that it gives', () => {
    const annotations = {
      'stoa.dev/hosts': '*.late.example.com',
      'stoa.dev/hosts-enforced-from': '2026-06-01T01:00:00Z',
    };
    const late = new Declarations(settingsOf(), [namespaceOf('late', annotations), namespaceOf('other')]);
    const squatter = claimOf('other/old', 'x.late.example.com', 1, true);
    const own = claimOf('late/new', 'x.late.example.com', 2);
    const before = { declarations: late };
    const after = { declarations: late, now: hourAhead };
    expect(outcome(squatter, [own], before)).toBe('granted-until');
    expect(outcome(own, [squatter], before)).toBe('held by other/old');
    expect(outcome(squatter, [own], after)).toBe('declared-for-other');
    expect(outcome(own, [squatter], after)).toBe('granted');
    expect(outcome({ ...squatter, standing: false }, [own], before)).toBe('declared-for-other');
  });

  it('that is shared by two Namespaces is of the older one, and the other is told', () => {
    const hosts = { 'stoa.dev/hosts': 'x.example.com' };
    const twice = new Declarations(settingsOf(), [
      namespaceOf('young', hosts, { age: 2 }),
      namespaceOf('old', hosts, { age: 1 }),
    ]);
    expect(outcome(claimOf('old/x', 'x.example.com', 2), [], { declarations: twice })).toBe('granted');
    expect(outcome(claimOf('young/x', 'x.example.com', 1), [], { declarations: twice })).toBe(
      'declared-twice',
    );
  });

  it('that cannot be read frees nothing', () => {
    const broken = new Declarations(settingsOf(), [
      namespaceOf('broken', { 'stoa.dev/hosts': 'x.example.com, *shop' }),
    ]);
    const of = (name: string) => outcome(claimOf('broken/x', name, 1), [], { declarations: broken });
    expect(of('x.example.com')).toBe('granted');
    expect(of('y.example.com')).toBe('unreadable-declaration');
  });
});

it('the oldest of thousands of claims that wait for each other is granted, whatever came first', () => {
  const waiting = Array.from({ length: 3_000 }, (_, index) =>
    claimOf(`t${index}/rule`, index % 2 === 0 ? '*.example.com' : `h${index}.example.com`, 4_000 - index),
  );
  expect(outcome(claimOf('a/rule', '*.example.com', 5_000), waiting)).toBe('held by t2999/rule');
});

describe('a released name', () => {
  const released = new Released();
  released.add({ name: 'x.example.com', namespace: 'a', until: hourAhead });

  it('stays with its team until its time is over', () => {
    expect(outcome(claimOf('b/x', '*.example.com', 1), [], { released })).toBe('kept');
    expect(outcome(claimOf('a/x', '*.example.com', 1), [], { released })).toBe('granted');
    expect(outcome(claimOf('b/x', 'x.example.com', 1), [], { released, now: hourAhead })).toBe('granted');
    expect(outcome(claimOf('b/y', 'y.example.com', 1), [], { released })).toBe('granted');
  });

  it('does not stay with it where the name is declared for another', () => {
    const declarations = new Declarations(settingsOf({ teams: { b: { hosts: ['x.example.com'] } } }), [
      namespaceOf('b'),
    ]);
    expect(outcome(claimOf('b/x', 'x.example.com', 1), [], { released, declarations })).toBe('granted');
  });
});

describe('a limit', () => {
  const declarations = new Declarations(
    settingsOf({ limits: { hosts: 2, ports: 1 }, teams: { a: { limits: { rules: 4 } } } }),
    [namespaceOf('a')],
  );
  const of = (claim: Claim, others: readonly Claim[]) => outcome(claim, others, { declarations });

  it('counts hosts once, and only what stands', () => {
    const one = claimOf('a/1', 'one.example.com', 1, true);
    const two = claimOf('a/2', 'two.example.com', 2, true);
    const three = claimOf('a/3', 'three.example.com', 3);
    expect(of(three, [one, { ...two, standing: false }])).toBe('granted');
    expect(of(three, [one, two])).toBe('limit');
    expect(of(claimOf('a/again', 'one.example.com', 4), [one, two])).toBe('granted');
    expect(of(claimOf('a/port', 'port 30000', 4), [one, two])).toBe('granted');
  });

  it('counts rules', () => {
    const four = [1, 2, 3, 4].map((age) => claimOf(`a/${age}`, 'one.example.com', age, true));
    expect(of(claimOf('a/5', 'one.example.com', 5), four)).toBe('limit');
    expect(of(claimOf('a/5', 'one.example.com', 5), four.slice(1))).toBe('granted');
  });

  it('takes nothing from what stands', () => {
    const three = [1, 2, 3].map((age) => claimOf(`a/${age}`, `h${age}.example.com`, age, true));
    expect(three.map((claim) => of(claim, three))).toEqual(['granted', 'granted', 'granted']);
  });
});

it('decides on a write as if it were stored, and leaves the index as it was', () => {
  const old = claimOf('a/x', 'x.example.com', 1, true);
  const view = viewOf([old, claimOf('b/y', 'y.example.com', 2, true)]);
  const written = claimOf('a/x', 'y.example.com', 1);
  expect(decideWrite(written, view)).toMatchObject({ refusal: { type: 'held', by: { id: 'b/y' } } });
  expect(view.claims.get('a/x')).toBe(old);
  expect(decideWrite(claimOf('a/new', 'z.example.com', 9), view)).toEqual({ type: 'granted' });
  expect(view.claims.get('a/new')).toBeUndefined();
});

const names = fc.constantFrom(
  ...['a', 'b', '*', 'a.b', '*.b', 'a.a.b', '*.a.b', 'b.a.b'].map((part) => `${part}.example.com`),
  'port 1',
  'port 2',
);
const claimsOfTeams = fc
  .array(fc.record({ team: fc.constantFrom('a', 'b', 'c', 'd'), name: names, standing: fc.boolean() }), {
    maxLength: 14,
  })
  .map((all) =>
    all.map(({ team, name, standing }, age) => claimOf(`${team}/rule-${age}`, name, age, standing)),
  );
const declared = fc.uniqueArray(fc.tuple(names, fc.constantFrom('a', 'b')), {
  maxLength: 3,
  selector: ([name]) => name,
});
function declarationsFor(hosts: readonly (readonly [string, string])[], most?: number): Declarations {
  const ofTeam = (team: string) =>
    namespaceOf(team, {
      'stoa.dev/hosts': hosts
        .flatMap(([host, owner]) => (owner === team && !host.startsWith('port') ? [host] : []))
        .join(','),
    });
  const settings = settingsOf({ limits: most === undefined ? {} : { hosts: most } });
  return new Declarations(settings, ['a', 'b', 'c'].map(ofTeam));
}
const withoutLimits = declared.map((hosts) => declarationsFor(hosts));
const declarationsOfTeams = fc
  .tuple(declared, fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }))
  .map(([hosts, most]) => declarationsFor(hosts, most));

/** Lets claims be decided one after the other, in an order, until nothing changes; returns what stands. */
function settle(start: readonly Claim[], declarations: Declarations, order: readonly number[]): string[] {
  const view = viewOf(start, { declarations });
  let changes = 1;
  for (let round = 0; changes > 0 && round < 50; round += 1) {
    changes = 0;
    for (const index of order) {
      const claim = view.claims.get(start[index]?.id ?? '');
      const standing = claim !== undefined && decideName(claim, view).type !== 'refused';
      if (claim !== undefined && claim.standing !== standing) {
        changes += 1;
        view.claims.put({ ...claim, standing });
      }
    }
  }
  expect(changes).toBe(0);
  return start.flatMap(({ id }) => (view.claims.get(id)?.standing ? [id] : [])).toSorted();
}

/** Claims that stand by the definition: one after the other, with a look at all earlier ones. */
function reference(claims: readonly Claim[], declarations: Declarations): string[] {
  const granted: Claim[] = [];
  for (const claim of claims.toSorted(byPrecedence)) {
    const ofTeam = claims.filter(({ standing, namespace }) => standing && namespace === claim.namespace);
    const hosts = new Set([...ofTeam, claim].map(({ name }) => name).filter((name) => !/^port/.test(name)));
    const most = declarations.limitsOf(claim.namespace).hosts ?? Number.POSITIVE_INFINITY;
    const fits =
      claim.standing ||
      hosts.size <= most ||
      ofTeam.some(({ name }) => name === claim.name) ||
      claim.name.startsWith('port');
    const { type } = declarations.check(claim.name, claim.namespace);
    const isFree = granted.every(
      (other) => other.namespace === claim.namespace || !overlaps(other.name, claim.name),
    );
    if ((type === 'free' || type === 'own') && isFree && fits) {
      granted.push(claim);
    }
  }
  return granted.map(({ id }) => id).toSorted();
}

describe('for any teams, rules and declarations', () => {
  it('what is granted is what the definition gives, and no two teams have names that overlap', () => {
    fc.assert(
      fc.property(claimsOfTeams, declarationsOfTeams, (claims, declarations) => {
        const view = viewOf(claims, { declarations });
        const granted = claims.filter((claim) => decideName(claim, view).type !== 'refused');
        expect(granted.map(({ id }) => id).toSorted()).toEqual(reference(claims, declarations));
        for (const a of granted) {
          const others = granted.filter((b) => b.namespace !== a.namespace && overlaps(a.name, b.name));
          expect(others).toEqual([]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('the order in which rules are looked at does not matter', () => {
    const waiting = claimsOfTeams.map((all) => all.map((claim) => ({ ...claim, standing: false })));
    fc.assert(
      fc.property(waiting, withoutLimits, fc.infiniteStream(fc.nat()), (claims, declarations, draws) => {
        const inOrder = claims.map((_, index) => index);
        const keys = new Map(inOrder.map((index) => [index, draws.next().value ?? 0]));
        const shuffled = inOrder.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        expect(settle(claims, declarations, shuffled)).toEqual(settle(claims, declarations, inOrder));
      }),
      { numRuns: 500 },
    );
  });

  it('no team gets more than its limit, in whatever order its rules are looked at', () => {
    const waiting = claimsOfTeams.map((all) => all.map((claim) => ({ ...claim, standing: false })));
    fc.assert(
      fc.property(waiting, fc.integer({ min: 1, max: 3 }), fc.boolean(), (claims, most, backwards) => {
        const inOrder = claims.map((_, index) => index);
        const order = backwards ? inOrder.toReversed() : inOrder;
        const stands = new Set(settle(claims, declarationsFor([], most), order));
        for (const team of ['a', 'b', 'c', 'd']) {
          const ofTeam = claims.filter(({ id, namespace }) => namespace === team && stands.has(id));
          const hosts = new Set(ofTeam.map(({ name }) => name).filter((name) => !name.startsWith('port')));
          expect(hosts.size).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a new or an edited rule takes no name from one that stands', () => {
    fc.assert(
      fc.property(claimsOfTeams, declarationsOfTeams, names, fc.nat(), (claims, declarations, name, nth) => {
        const order = claims.map((_, index) => index);
        const stands = new Set(settle(claims, declarations, order));
        const settled = claims.map((claim) => ({ ...claim, standing: stands.has(claim.id) }));
        const edited = settled.map((claim, index) =>
          index === nth % claims.length
            ? { ...claim, name, standing: claim.standing && claim.name === name }
            : claim,
        );
        const after = settle(edited, declarations, order);
        const kept = edited.filter(({ standing }) => standing).map(({ id }) => id);
        expect(after).toEqual(expect.arrayContaining(kept));
      }),
      { numRuns: 500 },
    );
  });
});
