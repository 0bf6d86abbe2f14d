import { request } from 'undici';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { rest } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let others: Team;
let token: string;
const open: (() => void)[] = [];

beforeAll(async () => {
  client = await connect();
  [team, others] = await Promise.all([Team.create(client), Team.create(client)]);
  await Promise.all([team.component('web'), others.component('web')]);
  token = await viewer('viewer');
});

afterEach(() => {
  for (const close of open.splice(0)) {
    close();
  }
});

/** Token of a new caller that may read everything of the team, as soon as the API knows that. */
async function viewer(name: string): Promise<string> {
  const made = await member(client, { namespace: team.namespace, name }, { name: 'view' });
  await eventually(async () => {
    const { status } = await rest(`/teams/${team.id}/regions/local/apps/1`, { method: 'GET', token: made });
    expect(status).toBe(200);
  });
  return made;
}

/** A stream of changes: what it has sent so far. */
class Changes {
  text = '';
  ended = false;

  static async open(caller: string, headers: Readonly<Record<string, string>> = {}): Promise<Changes> {
    const abort = new AbortController();
    const path = `/openapi/v1/teams/${team.id}/regions/local/changes`;
    const { statusCode, body } = await request(`${inject('cluster').restUrl}${path}`, {
      headers: { authorization: caller, ...headers },
      bodyTimeout: 0,
      signal: abort.signal,
    });
    if (statusCode !== 200) {
      throw new Error(`${statusCode} ${await body.text()}`);
    }
    const changes = new Changes();
    body.setEncoding('utf8').on('data', (text: string) => {
      changes.text += text;
    });
    body
      .on('error', () => undefined)
      .on('close', () => {
        changes.ended = true;
      });
    open.push(() => abort.abort());
    return changes;
  }

  /** Names of the rules that were created, changed or deleted. */
  get rules(): readonly string[] {
    const events = this.text.matchAll(/^event: change\ndata: (.*)$/gm);
    return [...events]
      .map(([, data = '']) => JSON.parse(data) as { readonly resource: string; readonly name: string })
      .filter(({ resource }) => resource === 'rule')
      .map(({ name }) => name);
  }

  get lastId(): string {
    return [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
  }
}

describe('a stream of changes', () => {
  it('begins with a reset, and tells of what kubectl does to a rule of the team', async () => {
    const changes = await Changes.open(token);
    await eventually(() =>
      expect(changes.text).toMatch(/^retry: 1000\n\nid: \S+\nevent: reset\ndata: {}\n\n/),
    );
    await others.rule('foreign');
    await team.rule('first');
    await eventually(() => expect(changes.rules).toContain('first'));
    const seen = changes.rules.length;
    const { code } = await kubectl(['delete', 'gatewayrule', 'first', '-n', team.namespace]);
    expect(code).toBe(0);
    await eventually(() => expect(changes.rules.slice(seen)).toContain('first'));
    expect(changes.rules).not.toContain('foreign');
  });

  it('resumes after the last id that a client has seen', async () => {
    const before = await Changes.open(token);
    await eventually(() => expect(before.lastId).not.toBe(''));
    open.pop()?.();
    await team.rule('meanwhile');
    await eventually(async () => {
      const after = await Changes.open(token, { 'last-event-id': before.lastId });
      await eventually(() => expect(after.rules).toContain('meanwhile'));
      expect(after.text).not.toContain('event: reset');
    });
    const afresh = await Changes.open(token, { 'last-event-id': 'of-another-process.1' });
    await eventually(() => expect(afresh.text).toContain('event: reset'));
  });

  it('ends with the rights of its caller', async () => {
    const { namespace } = team;
    const changes = await Changes.open(await viewer('guest'));
    await kubectl(['delete', 'rolebinding', 'guest', '-n', namespace]);
    await eventually(() => expect(changes.ended).toBe(true), 60_000);
    expect(changes.text).toMatch(/\nevent: end\ndata: {"reason":".+"}\n\n$/);
    await expect(Changes.open(await member(client, { namespace, name: 'guest' }))).rejects.toThrow(/^403 /);
  });

  it('is for callers of the team, and a bounded number of each', async () => {
    await expect(Changes.open('nobody')).rejects.toThrow(/^401 /);
    const stranger = await member(client, { namespace: others.namespace, name: 'x' }, { name: 'view' });
    await expect(Changes.open(stranger)).rejects.toThrow(/^40[34] /);
    const nine = await Promise.allSettled(Array.from({ length: 9 }, () => Changes.open(token)));
    const refused = nine.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).not.toEqual([]);
    expect(refused.filter((reason) => !/ 429 .*8 streams of yours are open/.test(reason))).toEqual([]);
    const path = `/teams/${team.id}/regions/local/apps/1`;
    expect((await rest(path, { method: 'GET', token })).status).toBe(200);
  });

  it('has only its headers for who asks for those', async () => {
    const path = `/openapi/v1/teams/${team.id}/regions/local/changes`;
    await eventually(async () => {
      const { statusCode, headers, body } = await request(`${inject('cluster').restUrl}${path}`, {
        method: 'HEAD',
        headers: { authorization: token },
      });
      expect([statusCode, headers['content-type'], await body.text()]).toEqual([
        200,
        'text/event-stream',
        '',
      ]);
    });
  });

  it('has its place back when a client is gone', async () => {
    await eventually(async () => void (await Changes.open(token)));
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    expect(rules.map(({ metadata }) => metadata.name)).toContain('meanwhile');
  });
});
