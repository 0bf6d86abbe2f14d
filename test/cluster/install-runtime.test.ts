import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { eventually } from '../support/eventually.ts';
import { Install, Shop } from './support/shop.ts';
import { mainOf, startsIn } from './support/start.ts';
import { connect, Team } from './support/world.ts';

const MODEL = readFileSync(new URL('../models/tea-shop.json', import.meta.url), 'utf8');

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

/** Starts of the pods of a team, by component. */
async function startedIn({ namespace }: Team) {
  const starts = [...(await startsIn(client, namespace, 4))];
  const of = (component: string) =>
    starts.filter(([pod]) => pod.startsWith(`tea-shop-${component}-`)).map(([, start]) => mainOf(start));
  return { pg: of('pg'), api: of('api'), web: of('web') };
}

it('pods start with their envs and files, filled in, and with new ones after an upgrade', async () => {
  await shop.offer('tea-shop', '1.0', MODEL);
  await shop.offer('tea-shop', '2.0', MODEL.replace('"LOG_LEVEL": "info"', '"LOG_LEVEL": "debug"'));
  const team = await Team.create(client);
  const install = new Install(client, team, shop, 'tea-shop');
  await install.apply('1.0');
  await install.condition('Ready', 'True');

  const {
    pg,
    api: [api],
    web: [web],
  } = await startedIn(team);
  const password = pg[0]?.env.POSTGRES_PASSWORD;
  expect(password).toMatch(/^[0-9a-f]{8,}$/);
  expect(pg.map(({ env }) => env.POSTGRES_PASSWORD)).toEqual([password, password]);
  expect(api).toMatchObject({
    workingDir: '/srv',
    env: { PG_HOST: 'tea-pg', PG_PASS: password, DSN: 'pg://tea@tea-pg:5432/tea', LOG_LEVEL: 'info' },
  });
  expect(api?.files['/etc/tea/app.yml']).toEqual({
    mode: '0640',
    content: expect.stringMatching(/^db: tea-pg:5432\/tea\n[\s\S]*\nlevel: info\nuri: \$uri \$\{missing\}\n/),
  });
  expect(web?.files['/etc/web/app.yml']).toEqual({
    mode: '0640',
    content: expect.stringMatching(/^db: tea-pg:5432\/tea\n[\s\S]*\nlevel: info\n/),
  });
  expect(web?.files['/docker-entrypoint.d/10-init.sh']).toMatchObject({ mode: '0777' });

  await install.apply('2.0');
  await install.condition('Ready', 'True');
  await eventually(async () => {
    const after = await startedIn(team);
    expect(after.api[0]?.env).toMatchObject({ LOG_LEVEL: 'debug', PG_PASS: password });
    expect(after.api[0]?.files['/etc/tea/app.yml']?.content).toContain('level: debug\n');
    expect(after.web[0]?.files['/etc/web/app.yml']?.content).toContain('level: debug\n');
  });
  await install.remove();
});
