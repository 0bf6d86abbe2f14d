import { describe, expect, it } from 'vitest';
import { accountPermissions, VALUES_PERMISSION } from '../../../../src/install/account/rights.ts';
import type { Permission } from '../../../../src/kube/permissions.ts';
import { INSTALLABLE } from '../../../../src/objects/installable.ts';
import { granted, NEEDED, operatorNeeds, ROLES } from '../../../support/access.ts';

function words({ group, resource, verbs, namespace = 'everywhere', name }: Permission): string[] {
  const objects = name === undefined ? resource : `${resource} named ${name}`;
  return verbs.map((verb) => `${verb} ${objects} of ${group || 'core'} ${namespace}`);
}

describe.each(Object.entries(NEEDED))('%s', (name, permissions) => {
  const rights = granted(name).flatMap(words);
  const needs = [...new Set(permissions.flatMap(words))];

  it.each(needs)('may %s, which it needs', (need) => {
    expect(rights).toContain(need);
  });

  it.each(rights)('needs to %s, which it may', (right) => {
    expect(needs).toContain(right);
  });

  it('is granted nothing twice', () => {
    expect(rights.toSorted()).toEqual([...new Set(rights)].toSorted());
  });
});

it('the roles for the account of installs have what it needs for all that installs make, and no more', () => {
  const rights = ['stoa-install', 'stoa-install-monitors', 'stoa-install-roles']
    .flatMap(granted)
    .flatMap(words);
  const needed = [...accountPermissions(INSTALLABLE), VALUES_PERMISSION];
  expect(rights.toSorted()).toEqual(needed.flatMap(words).toSorted());
});

it('the operator writes no kind that installs make', () => {
  const writes = NEEDED['stoa-operator'].filter(
    ({ group, resource, name, verbs }) =>
      name !== 'stoa-operator-names' &&
      INSTALLABLE.some((kind) => kind.group === group && kind.plural === resource) &&
      verbs.some((verb) => !['get', 'list', 'watch', 'impersonate'].includes(verb)),
  );
  expect(writes).toEqual([]);
});

it('an operator of named namespaces needs nothing that belongs to the cluster', () => {
  const needs = operatorNeeds(['a', 'b']);
  expect([...new Set(needs.map(({ namespace }) => namespace))]).toEqual(['a', 'b', 'stoa-system']);
  const needed = (namespace: string) => needs.filter((need) => need.namespace === namespace).flatMap(words);
  expect(needed('a').map((each) => each.replace(/ a$/, ' b'))).toEqual(needed('b'));
});

it.each(ROLES.map((role) => [`${role.kind} ${role.metadata.name}`, role] as const))(
  '%s has no wildcard',
  (_, { rules }) => {
    expect(rules.length).toBeGreaterThan(0);
    expect(JSON.stringify(rules)).not.toContain('*');
  },
);

it('grants members of a team the kinds of Stoa, each by roles of its own', () => {
  const extended = ROLES.filter(({ metadata }) => /-(editor|viewer)$/.test(metadata.name)).map(
    ({ metadata }) => metadata.name,
  );
  const kinds = ['application', 'gatewayrule', 'marketinstall'];
  expect(extended.toSorted()).toEqual(
    [
      ...kinds.flatMap((kind) => [`stoa-${kind}-editor`, `stoa-${kind}-viewer`]),
      'stoa-route-viewer',
    ].toSorted(),
  );
});
