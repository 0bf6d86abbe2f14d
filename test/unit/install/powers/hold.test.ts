import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus, Pinned } from '../../../../src/api/marketinstall.ts';
import { recordOf } from '../../../../src/api/overrides.ts';
import { POWERS_FORM } from '../../../../src/api/powers.ts';
import { inventoryOf } from '../../../../src/install/inventory.ts';
import { type Plan, planOf as planOfContent } from '../../../../src/install/plan/plan.ts';
import { decideHold, gainsOf, holdOf } from '../../../../src/install/powers/hold.ts';
import { powersLines } from '../../../../src/install/powers/lines.ts';
import { powerId, recorded } from '../../../../src/install/powers/power.ts';
import { isHeld, servesBefore } from '../../../../src/install/state.ts';
import { withFailure } from '../../../../src/install/upgrade/giveup.ts';
import { keptTemplates } from '../../../../src/install/upgrade/history.ts';
import { GATEWAY_RULES } from '../../../../src/objects/stoa.ts';
import { component, installOf, PINNED, plannedObject, planOf } from '../../../support/plans.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

const NEXT: Pinned = { ...PINNED, version: '2.0', digest: 'sha256:2', secretName: 'shop-template-2' };

const before = planOf([[component('web')]]);
const tagged = planOf([[component('web', [], 'web:2')]], { template: NEXT });
const grown = planOf([[component('web'), component('cart')]], { template: NEXT });

const inventory = [...inventoryOf(before, [], () => undefined).items];
const IN_PLACE: MarketInstallStatus = {
  serving: PINNED,
  recorded: PINNED.digest,
  inventory,
  powers: recorded(before.powers) ?? [],
  powersForm: POWERS_FORM,
};

const many = planOf([Array.from({ length: 200 }, (_, index) => component(`c${index}`))]);

const { powers: _powers, ...UNKNOWN } = IN_PLACE;
const ID = powerId(NEXT.digest, grown.powers);

function hold(
  plan: Plan,
  {
    status = IN_PLACE,
    approved,
    allow = 'same-powers',
    values,
  }: {
    status?: MarketInstallStatus;
    approved?: string;
    allow?: 'all' | 'same-powers';
    values?: Record<string, unknown>;
  } = {},
) {
  const install = installOf(
    {
      appModelVersion: plan.template.version,
      upgrade: { allow, ...(approved === undefined ? {} : { approved }) },
      ...(values === undefined ? {} : { values }),
    },
    status,
  );
  return { install, why: holdOf(install, plan) };
}

describe('an upgrade is held', () => {
  it('where it gains a power, with the powers and the way out', () => {
    expect(hold(grown).why).toBe(
      'version 2.0 gains powers (images: docker.io/library/cart; rights: docker.io/library/cart: token of ServiceAccount default; host: docker.io/library/cart: capability MKNOD; and 7 more): to approve all powers of version 2.0, set spec.upgrade.approved to ' +
        ID,
    );
  });

  it('where the powers of what is in place are not known', () => {
    expect(hold(tagged, { status: UNKNOWN }).why).toMatch(
      /^the powers of what is in place are not known, so that version 2\.0 may gain some: to approve /,
    );
  });

  it.each([undefined, 1, POWERS_FORM + 1])(
    'where another release has recorded the powers, %s',
    (powersForm) => {
      const { powersForm: _, ...old } = IN_PLACE;
      const status = { ...old, ...(powersForm === undefined ? {} : { powersForm }) };
      expect(hold(tagged, { status }).why).toMatch(
        /^the powers of what is in place are not known: another release of Stoa has recorded them in other words, so /,
      );
      expect(hold(before, { status }).why).toBeUndefined();
      expect(hold({ ...before, valuesDigest: 'other' }, { status }).why).toBeDefined();
      expect(hold({ ...grown, template: PINNED }, { status }).why).toBeDefined();
    },
  );

  it('where it has more powers than Stoa compares, whatever is approved', () => {
    const plan = planOf([Array.from({ length: 200 }, (_, index) => component(`c${index}`))], {
      template: NEXT,
    });
    const approved = powerId(NEXT.digest, plan.powers);
    expect(hold(plan, { approved }).why).toMatch(/^version 2\.0 has more powers than Stoa compares: /);
  });

  it('where the powers of another version are approved, or other powers of this one', () => {
    expect(hold(grown, { approved: powerId('sha256:3', grown.powers) }).why).toBeDefined();
    expect(hold(grown, { approved: powerId(NEXT.digest, tagged.powers) }).why).toBeDefined();
  });

  it('where the version in place comes out with more by itself, and where nothing was ever in place', () => {
    expect(hold({ ...grown, template: PINNED }).why).toBeDefined();
    const { serving: _serving, ...status } = IN_PLACE;
    expect(hold(grown, { status }).why).toBeDefined();
  });
});

describe('an upgrade is not held', () => {
  it.each<[string, Plan, Parameters<typeof hold>[1]]>([
    ['that only has another tag', tagged, {}],
    ['that the spec allows', grown, { allow: 'all' }],
    ['whose powers are approved', grown, { approved: ID }],
    [
      'whose powers are approved, where those in place are not known',
      grown,
      { status: UNKNOWN, approved: ID },
    ],
    ['that is the first version', grown, { status: {} }],
    [
      'that is in place already, and has more than Stoa compares',
      many,
      { status: { ...UNKNOWN, inventory: inventoryOf(many, [], () => undefined).items.slice() } },
    ],
    ['that is in place already, from before powers were recorded', before, { status: UNKNOWN }],
    [
      'that goes back',
      { ...grown, template: PINNED },
      {
        status: {
          ...IN_PLACE,
          upgrade: { generation: 1, startedAt: '2026-06-01T12:00:00Z', failure: 'late' },
        },
      },
    ],
  ])('%s', (_, plan, given) => {
    expect(hold(plan, given).why).toBeUndefined();
  });
});

describe('while an upgrade is held', () => {
  const { install } = hold(grown);
  const { type, draft, fields } = decideHold(install, grown, 'why', NOW);
  const after = installOf(install.spec, {
    ...IN_PLACE,
    ...(fields.upgrade ? { upgrade: fields.upgrade } : {}),
    history: [...(fields.history ?? [])],
  });

  it('the version before is kept in place, and the templates of both stay', () => {
    expect(type).toBe('keep-before');
    expect(draft.outcome).toEqual({ type: 'stalled', reason: 'PowersGained' });
    expect([isHeld(after), servesBefore(after)]).toEqual([true, true]);
    expect([...keptTemplates(fields.history ?? [], PINNED)]).toEqual(['shop-template-1', 'shop-template-2']);
  });

  it('the status says so, whatever becomes of the version before', () => {
    const applied = { type: 'Applied', status: 'True', reason: 'Applied', message: 'ready' } as const;
    const good = withFailure(after, { verdict: applied, outcome: { type: 'settled' } });
    expect(good).toMatchObject({
      verdict: { status: 'False', reason: 'PowersGained', message: 'why' },
      outcome: { type: 'stalled' },
    });
    const bad = { ...applied, status: 'False', reason: 'ComponentsAbnormal', message: 'no image' } as const;
    const { verdict } = withFailure(after, { verdict: bad, outcome: { type: 'settled' } });
    expect(verdict).toMatchObject({ reason: 'PowersGained', message: 'why; version 1.0: no image' });
  });

  it('nothing is written where the version before would not be what is in place', () => {
    const edited = hold(grown, { values: { a: 1 } }).install;
    expect(decideHold(edited, grown, 'why', NOW)).toEqual({ type: 'leave', draft, fields: {} });
    expect(decideHold(install, { ...grown, template: PINNED }, 'why', NOW).type).toBe('leave');
    const kept = hold(grown, {
      values: { a: 1 },
      status: { ...IN_PLACE, recorded: recordOf(PINNED.digest, { values: { a: 1 } }) },
    }).install;
    expect(decideHold(kept, grown, 'why', NOW).type).toBe('keep-before');
  });

  it('an edit of the spec ends it', () => {
    expect(isHeld({ ...after, metadata: { ...after.metadata, generation: 2 } })).toBe(false);
  });
});

it('records no powers where a status has no room for them', () => {
  const plan = planOf([Array.from({ length: 200 }, (_, index) => component(`component-${index}`))]);
  expect(recorded(plan.powers)).toBeUndefined();
});

it('shows in ten lines what a version can do, and what it gains', () => {
  const many = Array.from({ length: 12 }, (_, index) => component(`c${index}`));
  const plan = planOf([[component('web'), ...many]], { template: NEXT });
  const lines = powersLines(plan.powers, gainsOf(hold(plan).install, plan), (text) =>
    text.replace('web', '(secret)'),
  );
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines[0]).toEqual({
    topic: 'images',
    same: ['docker.io/library/(secret)'],
    gained: [
      ...['c0', 'c1', 'c10', 'c11', 'c2', 'c3', 'c4'].map((name) => `docker.io/library/${name}`),
      'and 5 more',
    ],
  });
  expect(
    powersLines(plan.powers, gainsOf(installOf(), plan), (text) => text).flatMap(({ gained }) => gained),
  ).toEqual([]);
});

describe('a value of a Secret that a power has', () => {
  /** Plan of a version whose rules have these paths, made with values of Secrets. */
  function routed(paths: readonly string[], confidential: readonly string[]): Plan {
    const rules = paths.map((domainPath, index) =>
      plannedObject(GATEWAY_RULES, `rule-${index}`, {
        spec: { http: { domainName: 'example.com', domainPath, serviceName: 'web', containerPort: 80 } },
      }),
    );
    const content = { shared: [], components: [component('web')], rules, notApplied: [], confidential };
    const result = planOfContent(NEXT, content);
    if (result.type !== 'planned') {
      throw new Error(result.message);
    }
    return result.plan;
  }

  const inPlaceOf = (plan: Plan): MarketInstallStatus => ({
    ...IN_PLACE,
    powers: recorded(plan.powers) ?? [],
  });
  const pathsOf = ({ powers }: Plan) =>
    powers.filter(({ topic }) => topic === 'ports').map(({ what }) => what);

  it('is masked where a status records it, and where one says what is gained', () => {
    const plan = routed(['/hooks/tokenÄ123'], ['tokenÄ123']);
    expect(pathsOf(plan)).toEqual(['example.com/hooks/(secret) and below to port 80 of Service web']);
    const { install, why = '' } = hold(plan);
    expect(why).toContain('ports: example.com/hooks/(secret) and below to port 80 of Service web');
    const { fields } = decideHold(install, plan, why, NOW);
    expect(JSON.stringify([fields, recorded(plan.powers)])).not.toContain('123');
  });

  it('is masked before words that are too long are cut', () => {
    const token = 'token'.repeat(20);
    const [what = ''] = pathsOf(routed([`/${'x'.repeat(200)}${token}`], [token]));
    expect(what).toMatch(/^example\.com\/x{200}\(secret\) and below to/);
  });

  it('makes no difference where it alone changes, or was no secret before', () => {
    const next = routed(['/b-token'], ['b-token']);
    expect(hold(next, { status: inPlaceOf(routed(['/a-token'], ['a-token'])) }).why).toBeUndefined();
    expect(hold(next, { status: inPlaceOf(routed(['/b-token'], [])) }).why).toBeUndefined();
    const quoted = routed(['/a-secret'], ['secret']);
    expect(hold(quoted, { status: inPlaceOf(quoted) }).why).toBeUndefined();
  });

  it('hides no other power', () => {
    const status = inPlaceOf(routed(['/a-token'], ['a-token']));
    expect(hold(routed(['/a-token', '/admin'], ['a-token']), { status }).why).toMatch(
      /gains powers \(ports: example\.com\/admin and below to port 80 of Service web\)/,
    );
  });

  it('is no reason to let all in where the values are too many to be looked for', () => {
    const values = Array.from({ length: 5_000 }, (_, index) => `${index}`.padStart(6, '0').repeat(20));
    const plan = routed(['/'], values);
    expect(hold(plan, { status: inPlaceOf(plan) }).why).toMatch(/gains powers \(ports: \(secret\); /);
  });
});
