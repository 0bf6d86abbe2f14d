import { describe, expect, it } from 'vitest';
import { acceptanceOf } from '../../../src/install/accept.ts';
import type { Application, MarketInstall } from '../../../src/objects/stoa.ts';
import { applicationOf } from '../../support/applications.ts';
import { installOf } from '../../support/plans.ts';

const APPLICATION = applicationOf();

/** Why an install is refused: what happens next, the reason, the message. */
function refusal(
  install: MarketInstall,
  inTeam = true,
  application?: Application,
  hasAccount = true,
): string | undefined {
  const acceptance = acceptanceOf({ install, inTeam, application, hasAccount });
  if (acceptance.type === 'accepted') {
    return undefined;
  }
  const { verdict, outcome } = acceptance.draft;
  return [outcome.type, verdict.type, verdict.reason, verdict.message].join(' ');
}

describe('an install', () => {
  it('is accepted in an application of a team whose namespace has the account', () => {
    const observed = { install: installOf(), inTeam: true, application: APPLICATION, hasAccount: true };
    expect(acceptanceOf(observed)).toEqual({
      type: 'accepted',
      application: APPLICATION,
    });
  });

  it('waits for its application, and for its namespace to belong to a team', () => {
    expect(refusal(installOf({ appId: 7 }))).toBe(
      'waiting Accepted ApplicationNotFound spec.appId: the namespace has no Application with spec.id 7',
    );
    expect(refusal(installOf(), false, APPLICATION)).toMatch(
      /^waiting Accepted NamespaceWithoutTeam .*stoa\.dev\/team/,
    );
  });

  it('waits for the account, and says how to create it', () => {
    expect(refusal(installOf(), true, APPLICATION, false)).toBe(
      'waiting Accepted AccountMissing the namespace has no ServiceAccount stoa-install, as which Stoa writes what an install makes; to create it: kubectl create rolebinding stoa-install --namespace=team --clusterrole=edit --serviceaccount=team:stoa-install && kubectl create serviceaccount stoa-install --namespace=team',
    );
    expect(refusal(installOf({ suspend: true }), true, APPLICATION, false)).toMatch(/ Suspended /);
  });

  it('is stalled where a stored one breaks the schema, and names every field', () => {
    const broken = installOf({ appId: 0, appModelVersion: '' });
    expect(refusal(broken, true, APPLICATION)).toMatch(
      /^stalled Accepted Invalid spec\.appId .*; spec\.appModelVersion /,
    );
  });

  it.each<[string, object]>([
    ['verify', { verify: { keys: ['a'] } }],
    ['account', { account: 'another' }],
    ['upgrade.powers', { upgrade: { powers: 'none' } }],
    ['upgrade.allow', { upgrade: { allow: 'no-secrets' } }],
    ['market.verify', { market: { ...installOf().spec.market, verify: {} } }],
    ['grants.until', { grants: { until: 'x' } }],
    ['overrides.0.limits', { overrides: [{ component: 'web', limits: {} }] }],
    ['volumesOnDelete', { volumesOnDelete: 'archive' }],
  ])('stays as it stands where a later version knows %s, and says so', (field, spec) => {
    const text = refusal(installOf(spec), true, APPLICATION);
    expect(text).toContain(`stalled Accepted UnknownFields`);
    expect(text).toContain(`spec.${field}: this version of Stoa does not know`);
    expect(text).toContain('stays as it is');
  });

  it('has values that no version knows', () => {
    expect(refusal(installOf({ values: { verify: { any: [1] } } }), true, APPLICATION)).toBeUndefined();
  });

  it('is stalled where it cannot be read as a whole, and names the field', () => {
    const unread = 'spec.values must nest at most 64 levels deep';
    expect(refusal({ ...installOf(), unread }, true, APPLICATION)).toBe(`stalled Accepted Invalid ${unread}`);
  });

  it('is stalled where its values are deeper than they may be', () => {
    const values = JSON.parse(`${'{"k":'.repeat(65)}1${'}'.repeat(65)}`);
    expect(refusal(installOf({ values }), true, APPLICATION)).toBe(
      'stalled Accepted Invalid spec.values must nest at most 64 levels deep',
    );
    expect(refusal(installOf({ values: values.k }), true, APPLICATION)).toBeUndefined();
  });

  it('is stalled while it is suspended, once everything else is right', () => {
    const suspended = installOf({ suspend: true });
    expect(refusal(suspended, true, APPLICATION)).toBe(
      'stalled Accepted Suspended nothing is done while spec.suspend is true',
    );
    expect(refusal(suspended, false, APPLICATION)).toMatch(/^waiting Accepted NamespaceWithoutTeam/);
  });
});
