import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { type RestAnswer, rest } from '../cluster/support/traffic.ts';
import { connect } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

let teams: readonly [Member, Member];

beforeAll(async () => {
  const administrator = await connect();
  teams = [await newMember(administrator), await newMember(administrator)];
  await Promise.all(teams.map(({ team }) => team.component('web')));
  await Promise.all(
    teams.map((each) => eventually(async () => expect((await ask(each, each.team.host)).status).toBe(200))),
  );
});

/** Hosts that both teams want at the same time, for new rules and for those that they have. */
const RACES = 25;
const MOVES = 8;

/** Milliseconds between the requests of two teams at most: one may be answered while the other one is written. */
const APART_MS = 20;

/** Asks the REST API for a rule. */
function ask({ team, token }: Member, domain_name: string): Promise<RestAnswer> {
  const http = { service_id: 'web', container_port: 8080, domain_name, whether_open: true };
  return rest(`/teams/${team.id}/regions/local/apps/1/domains`, { token, body: { protocol: 'http', http } });
}

/** Asks the REST API for another host of a rule. */
function move({ team, token }: Member, id: string, domain_name: string): Promise<RestAnswer> {
  const body = { http: { domain_name } };
  return rest(`/teams/${team.id}/regions/local/apps/1/domains/${id}`, { method: 'PUT', token, body });
}

/** Whether the operator has accepted a rule of a team for a host. */
async function isAccepted({ client, team: { namespace } }: Member, host: string): Promise<boolean> {
  const rules = await client.list(GATEWAY_RULES, { namespace });
  return rules.some(({ spec, status }) => spec.http?.domainName === host && status?.name === host);
}

attacks(
  'Two teams are told that they have a host',
  by('caller', 'edit in its own namespace', [
    {
      mustNotHappen:
        'of two teams that ask for one host at the same time, only the one that gets it is told so',
      does: 'asks for hosts at the moment at which another team does',
      async run() {
        for (let race = 0; race < RACES; race += 1) {
          const host = `race-${race}.${teams[0].team.host}`;
          const [first, second] = await Promise.all(
            teams.map(async (each, index) => {
              await setTimeout(index * (race % APART_MS));
              return ask(each, host);
            }),
          );
          expect([first?.status, second?.status].toSorted()).toEqual([200, 400]);
          const winner = first?.status === 200 ? teams[0] : teams[1];
          await eventually(async () => expect(await isAccepted(winner, host)).toBe(true));
        }
        // Those that move a rule are told so, too.
        for (let race = 0; race < MOVES; race += 1) {
          const host = `moved-${race}.${teams[0].team.host}`;
          const ids = await Promise.all(
            teams.map(async (each) =>
              idOf(
                (await each.team.rule(`moves-${race}`, { domainName: `${race}.${each.team.host}` })).metadata
                  .uid,
              ),
            ),
          );
          const [first, second] = await Promise.all(
            teams.map(async (each, index) => {
              await setTimeout(index * (race % APART_MS));
              return move(each, ids[index] ?? '', host);
            }),
          );
          expect([first?.status, second?.status].toSorted()).toEqual([200, 400]);
          const [winner, loser] = first?.status === 200 ? teams : (teams.toReversed() as [Member, Member]);
          await eventually(async () => expect(await isAccepted(winner, host)).toBe(true));
          await eventually(async () =>
            expect(await isAccepted(loser, `${race}.${loser.team.host}`)).toBe(true),
          );
        }
        const apart = await Promise.all(teams.map((each) => ask(each, `apart.${each.team.host}`)));
        expect(apart.map(({ status }) => status)).toEqual([200, 200]);
      },
    },
  ]),
);
