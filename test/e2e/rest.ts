import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Stage } from './stage.ts';
import type { Team } from './team.ts';

/** Response of the REST API to the creation of a rule. */
export interface Created {
  readonly status: number;
  readonly text: string;
}

/** Attempts until the API server's authorizer knows the owner's new permissions, and milliseconds between them. */
const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** Sends the body of a rule as the team's owner. */
export async function createRule(stage: Stage, team: Team, body: unknown): Promise<Created> {
  const url = `${stage.restUrl}/openapi/v1/teams/${team.id}/regions/${stage.region}/apps/1/domains`;
  const headers = { 'content-type': 'application/json', authorization: team.token };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const created = { status: answer.statusCode, text: await answer.body.text() };
    if (created.status !== 403 || attempt === ATTEMPTS) {
      return created;
    }
    await sleep(PAUSE_MS);
  }
}
