import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_KEY, Market, problem } from './support/market.ts';
import { rest } from './support/traffic.ts';
import { kubectl } from './support/world.ts';

let market: Market;

beforeAll(async () => {
  market = await Market.open();
});

afterAll(() => market.close());

describe('a caller without the permission to', () => {
  it('write installs gets an error, and nothing is left', async () => {
    const place = await market.place('view');
    const answer = await place.install('pair', { body: { market_access_key: ACCESS_KEY } });
    expect(answer).toMatchObject(problem(403, 'forbidden', 10_402));
    expect(answer.body.msg).toContain('marketinstalls');
    await place.isAsBefore();
  });

  it('access the team gets an error', async () => {
    const [mine, theirs] = await Promise.all([market.place(), market.place()]);
    const call = { token: mine.token };
    expect(await theirs.install('pair', call)).toMatchObject(problem(403, 'forbidden', 10_402));
    const nowhere = `/teams/nobody/regions/local/apps/1/install`;
    expect(await rest(nowhere, call)).toMatchObject(problem(403, 'forbidden', 10_402));
    const noApp = `/teams/${mine.team.id}/regions/local/apps/9/install`;
    expect(await rest(noApp, call)).toMatchObject(problem(404, 'app-not-found', 4000));
    await theirs.isAsBefore();
  });

  it('write Secrets gets an error with an access key, and nothing is left', async () => {
    const place = await market.place(
      await role({ 'stoa.dev': { marketinstalls: ['list', 'create', 'get', 'delete'] } }),
    );
    const answer = await place.install('pair', { body: { market_access_key: ACCESS_KEY } });
    expect(answer).toMatchObject(problem(403, 'forbidden', 10_402));
    expect(answer.body.msg).toContain('secrets');
    await place.isAsBefore();
    expect((await place.install('pair')).status).toBe(200);
  });

  it('list components gets an error before anything is written', async () => {
    const place = await market.place(
      await role({
        'stoa.dev': { marketinstalls: ['list', 'create', 'get', 'delete'] },
        apps: { deployments: ['get'] },
      }),
    );
    expect(await place.install('pair')).toMatchObject(problem(403, 'forbidden', 10_402));
    await place.isAsBefore();
  });

  it('delete a failed install learns what is left', async () => {
    const place = await market.place(
      await role({ 'stoa.dev': { marketinstalls: ['list', 'create', 'get'] } }),
    );
    const answer = await place.install('none');
    const [left] = await place.installs();
    expect(answer).toMatchObject(problem(404, 'model-not-found'));
    expect(answer.body.msg).toContain(`${place.team.namespace}/${left?.metadata.name} is left`);
  });

  /** Creates a ClusterRole with the REST API's read permissions, except where `rights` overrides them. */
  async function role(rights: Rights): Promise<string> {
    const read: Rights = {
      'stoa.dev': { applications: [], marketinstalls: [] },
      apps: { deployments: [], statefulsets: [], daemonsets: [] },
      batch: { jobs: [], cronjobs: [] },
      '': { pods: [] },
    };
    const rules = Object.entries(read).flatMap(([group, kinds]) =>
      Object.keys(kinds).map((kind) => ({
        apiGroups: [group],
        resources: [kind],
        verbs: rights[group]?.[kind] ?? ['list'],
      })),
    );
    const name = `test-${crypto.randomUUID()}`;
    const draft = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
      rules,
    };
    expect(await kubectl(['create', '-f', '-'], JSON.stringify(draft))).toMatchObject({ code: 0 });
    return name;
  }
});

/** Verbs by group and resource. */
type Rights = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
