import { expect, it } from 'vitest';
import { fareOfTeam } from '../../../../../src/console/pages/teams/fare.ts';
import { someRule, someTopology } from '../../topology.ts';

const well = someTopology();
const { application } = well;

it('a team is well where all of its applications are', () => {
  expect(fareOfTeam([well, well])).toEqual(['good', 'nothing is broken']);
});

it('a team fares as the worst of its applications, of whose rules none may be broken', () => {
  const failing = someTopology({ application: { ...application, phase: 'ABNORMAL' } });
  expect(fareOfTeam([well, failing])).toEqual(['bad', '1 of 2 not well']);
  const broken = someTopology({ rules: [someRule({ ready: 'False' })] });
  expect(fareOfTeam([broken])).toEqual(['bad', '1 of 1 not well']);
});

it('nothing is said of a team before all of its applications are known', () => {
  expect(fareOfTeam([well, undefined])[0]).toBe('busy');
});
