import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { type ConsoleBrowser, openConsoleBrowser } from './support/console.ts';
import { member } from './support/member.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let browser: ConsoleBrowser;

beforeAll(async () => {
  [client, browser] = await Promise.all([connect(), openConsoleBrowser()]);
});

afterAll(() => browser.close());

it('whoever signs in sees the teams of the token and no others, and the page loads nothing from elsewhere', async () => {
  const [team, other] = await Promise.all([Team.create(client), Team.create(client)]);
  const token = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
  const tab = await browser.open();
  await tab.signIn(token);
  await tab.shows(team.id);
  expect(await tab.page.content()).not.toContain(other.id);
  expect(tab.complaints).toEqual([]);
  const { restUrl } = inject('cluster');
  expect(tab.asked.filter((url) => !url.startsWith(restUrl) && !url.startsWith('data:'))).toEqual([]);
});

it('a token that the API refuses is told, and is not kept', async () => {
  const tab = await browser.open();
  await tab.fill('Token', 'no-token');
  await tab.click('Sign in');
  await tab.page.waitForSelector('[role=alert]');
  expect(await tab.page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
});
