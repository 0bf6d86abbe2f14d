import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noTeamText } from '../../../src/api/verdict.ts';
import {
  hasTeamLabel,
  type TeamPolicy,
  teamOf,
  teamPolicyOf,
  teamSelection,
} from '../../../src/names/team.ts';
import { BY_NAME, LABELLED, namespaceOf } from '../../support/names.ts';

const policy = (mode: TeamPolicy['mode'], excludedNamespaces: readonly string[] = []) =>
  teamPolicyOf({
    teams: { mode, excludedNamespaces },
    operator: { namespace: 'stoa-system' },
    gateway: { namespace: 'edge' },
  });

const teamIn = (name: string, team: string | null, of: TeamPolicy) =>
  teamOf(namespaceOf(name, {}, { team }), of);

describe('the team of a namespace', () => {
  it.each([
    ['shop', null, 'shop'],
    ['team-shop', 'shop', 'shop'],
    ['kube-system', null, undefined],
    ['kube-flannel', null, undefined],
    ['stoa-system', null, undefined],
    ['edge', null, undefined],
    ['sandbox', null, undefined],
    ['sandbox-2', null, 'sandbox-2'],
    ['kubernetes', null, 'kubernetes'],
    ['edge', 'shop', 'shop'],
    ['kube-system', 'platform', 'platform'],
  ])('%s with the label %s is %s by names', (name, label, team) => {
    expect(teamIn(name, label, policy('namespaces', ['sandbox']))).toBe(team);
  });

  it.each([
    ['shop', null, undefined],
    ['team-shop', 'shop', 'shop'],
    ['sandbox', 'shop', 'shop'],
  ])('%s with the label %s is %s by labels', (name, label, team) => {
    expect(teamIn(name, label, policy('labelled', ['sandbox']))).toBe(team);
  });
});

const NAME = fc.constantFrom('a', 'b', 'c', 'kube-a', 'kube-system', 'stoa-system', 'edge');
const NAMESPACES = fc.uniqueArray(
  fc.record({ name: NAME, label: fc.option(fc.constantFrom('a', 'b', 'x')) }),
  { selector: ({ name }) => name, maxLength: 7 },
);

describe('the teams of a cluster', () => {
  it('are those of the labels in both modes, with a label as the only way into a team of another name', () => {
    fc.assert(
      fc.property(NAMESPACES, (namespaces) => {
        for (const { name, label } of namespaces) {
          const [labelled, named] = [policy('labelled'), policy('namespaces')].map((each) =>
            teamIn(name, label, each),
          );
          expect(labelled).toBe(label ?? undefined);
          expect([label ?? name, undefined]).toContain(named);
          expect(label !== null || named === undefined || named === name).toBe(true);
        }
      }),
    );
  });

  it('are shared by two namespaces only if one has a label on purpose', () => {
    fc.assert(
      fc.property(NAMESPACES, (namespaces) => {
        const objects = namespaces.map(({ name, label }) => namespaceOf(name, {}, { team: label }));
        const teams = Map.groupBy(objects, (each) => teamOf(each, policy('namespaces')));
        teams.delete(undefined);
        for (const members of teams.values()) {
          expect(members.length === 1 || members.some(hasTeamLabel)).toBe(true);
          expect(members.filter((each) => !hasTeamLabel(each)).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('are all in the list that is asked for', () => {
    expect([LABELLED, BY_NAME].map(teamSelection)).toEqual([{ labelSelector: 'stoa.dev/team' }, {}]);
  });
});

it('a namespace without a team is told the way out, and who has it', () => {
  expect(noTeamText('mine')).toBe(
    'namespace mine belongs to no team: ask those who may update Namespaces to run `kubectl label namespace mine stoa.dev/team=TEAM`, or use a namespace of a team',
  );
});
