import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createStoaClient } from '../../../src/client/client.ts';
import { headerOf, TYPES } from '../../../src/client/generate.ts';
import { openApiFile } from '../../../src/rest/openapi/document.ts';

/** Client whose requests go to `answer`. */
function clientOf(answer: (request: Request) => Response, token: string | (() => Promise<string>) = 't') {
  return createStoaClient({
    url: 'https://stoa.example.com',
    token,
    fetch: async (request) => answer(request),
  });
}

it('has the types of the document: npm run generate:client writes them', async () => {
  const types = await readFile(TYPES, 'utf8');
  expect(types.slice(0, types.indexOf('\n') + 1)).toBe(headerOf(openApiFile().content));
});

it('sends the token, the parameters and the body', async () => {
  const { data } = await clientOf((request) => {
    expect([request.method, request.url, request.headers.get('Authorization')]).toEqual([
      'GET',
      'https://stoa.example.com/openapi/v1/teams/a%2Fb?region_name=local',
      'Bearer t',
    ]);
    return Response.json({ tenant_id: 'a/b' });
  }).GET('/openapi/v1/teams/{team_id}', {
    params: { path: { team_id: 'a/b' }, query: { region_name: 'local' } },
  });
  expect(data).toEqual({ tenant_id: 'a/b' });
});

it('asks for the token again for each request', async () => {
  const tokens = ['first', 'second'];
  const seen: (string | null)[] = [];
  const client = clientOf(
    ({ headers }) => {
      seen.push(headers.get('Authorization'));
      return Response.json({});
    },
    async () => tokens.shift() ?? '',
  );
  await client.GET('/openapi/v1/currentuser');
  await client.GET('/openapi/v1/currentuser');
  expect(seen).toEqual(['Bearer first', 'Bearer second']);
});

it('returns the problem of a response', async () => {
  const problem = { type: 'https://stoa.dev/problems/forbidden', detail: 'ada may not' };
  const { data, error } = await clientOf(() => Response.json(problem, { status: 403 })).GET(
    '/openapi/v1/teams',
  );
  expect([data, error?.detail]).toEqual([undefined, 'ada may not']);
});
