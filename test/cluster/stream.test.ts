import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Responses so far to requests that go to a host in sequence, until `stop` is called. */
interface Stream {
  readonly answers: readonly string[];
  readonly stop: () => Promise<readonly string[]>;
}

function stream(host: string, path = '/'): Stream {
  const answers: string[] = [];
  let going = true;
  const sending = (async () => {
    while (going) {
      const { status, body } = await throughGateway(host, path);
      answers.push(status === 200 ? (body.component ?? 'nobody') : String(status));
      await sleep(1);
    }
  })();
  const stop = async () => {
    going = false;
    await sending;
    return answers;
  };
  return { answers, stop };
}

it('an edit under a stream of requests fails none of them', async () => {
  const team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('other')]);
  await team.rule('r');
  await team.rule('bystander', { domainPath: '/stays' });
  await eventually(async () => expect((await throughGateway(team.host)).body.component).toBe('web'));
  await eventually(async () => expect((await throughGateway(team.host, '/stays')).status).toBe(200));
  const [edited, bystander] = [stream(team.host), stream(team.host, '/stays')];
  await eventually(() => expect(edited.answers).toContain('web'));
  await team.rule('r', { serviceId: 'other' });
  await eventually(async () => expect((await throughGateway(team.host)).body.component).toBe('other'));
  await team.rule('r', {
    serviceId: 'other',
    configuration: { setHeaders: [{ key: 'X-Stoa', value: '1' }] },
  });
  await team.rule('canary', { theWeight: 50 });
  await team.condition('canary', 'Ready', 'True');
  await eventually(async () => expect((await throughGateway(team.host)).body.component).toBe('web'));
  const answers = await edited.stop();
  expect(answers.filter((answer) => answer !== 'web' && answer !== 'other')).toEqual([]);
  expect(answers.indexOf('other')).toBeGreaterThan(0);
  expect(new Set(await bystander.stop())).toEqual(new Set(['web']));
});

it('a deletion under a stream of requests ends the deleted rule and no other', async () => {
  const team = await Team.create(client);
  await team.component('web');
  const rule = await team.rule('r', { domainPath: '/goes' });
  await team.rule('bystander', { domainPath: '/stays' });
  await eventually(async () => expect((await throughGateway(team.host, '/goes')).status).toBe(200));
  await eventually(async () => expect((await throughGateway(team.host, '/stays')).status).toBe(200));
  const [deleted, bystander] = [stream(team.host, '/goes'), stream(team.host, '/stays')];
  await eventually(() => expect(deleted.answers).toContain('web'));
  const { namespace, name, uid } = rule.metadata;
  await client.delete(GATEWAY_RULES, { namespace, name, uid });
  await eventually(() => expect(deleted.answers).toContain('404'));
  const answers = await deleted.stop();
  expect(new Set(answers.slice(0, answers.indexOf('404')))).toEqual(new Set(['web']));
  expect(new Set(answers.slice(answers.indexOf('404')))).toEqual(new Set(['404']));
  expect(new Set(await bystander.stop())).toEqual(new Set(['web']));
});
