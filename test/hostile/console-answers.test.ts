import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { type ConsoleBrowser, type ConsoleTab, openConsoleBrowser } from '../cluster/support/console.ts';
import { connect, kubectl } from '../cluster/support/world.ts';
import { interceptApi, isLive, pagesOf, type StandIn, settled } from './support/consoleattack.ts';
import { type Member, newMember } from './support/member.ts';

/** Milliseconds for which requests are counted: only time shows whether a page asks without end. */
const WINDOW_MS = 8_000;

let administrator: KubeClient;
let browser: ConsoleBrowser;

beforeAll(async () => {
  [administrator, browser] = await Promise.all([connect(), openConsoleBrowser()]);
});

afterAll(() => browser.close());

/** A member whose application has a component and a rule, and its tab with the page of that. */
async function opened(): Promise<{ readonly member: Member; readonly tab: ConsoleTab }> {
  const [member, tab] = await Promise.all([newMember(administrator), browser.open()]);
  await member.team.component('web');
  await member.team.rule('first');
  await tab.signIn(member.token);
  await tab.go(pagesOf(member.team.id).app);
  await settled(tab);
  await tab.shows('first');
  return { member, tab };
}

describe('answers in the place of the API (stand-ins by interception)', () => {
  it.each([401, 403, 429, 503])('with %i at each request make no storm of requests', async (status) => {
    const { tab } = await opened();
    const asked = await interceptApi(tab, () => ({ status }));
    await tab.page.reload();
    await sleep(WINDOW_MS);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(30);
    if (status === 401) {
      await tab.page.keyboard.press('Escape');
      await tab.shows('Sign in again');
    }
  });

  it('that cut the stream at once make it wait longer each time', async () => {
    const { tab } = await opened();
    const cut = (path: string): StandIn | undefined =>
      path.endsWith('/changes') ? { status: 200, body: 'event: reset\ndata: {}\n\n' } : undefined;
    const asked = await interceptApi(tab, cut);
    await tab.page.reload();
    await sleep(WINDOW_MS);
    expect(asked.filter((path) => path.endsWith('/changes')).length).toBeLessThan(8);
    expect(asked.length).toBeLessThan(40);
  });

  it('that come slower than changes are shown all the same', async () => {
    const { member, tab } = await opened();
    await isLive(tab, 'live');
    await interceptApi(tab, (path) => (path.endsWith('/topology') ? 'late' : undefined));
    const stop = new AbortController();
    const changes = (async () => {
      for (let weight = 1; !stop.signal.aborted; weight += 1) {
        await member.team.rule('second', { domainPath: '/second', theWeight: weight });
      }
    })();
    try {
      await tab.page.waitForSelector('::-p-text(second)', { timeout: 15_000 });
    } finally {
      stop.abort();
      await changes;
    }
  });
});

it('an answer without the rules does not lose the shares that were moved', async () => {
  const { member, tab } = await opened();
  await member.team.component('next');
  const { metadata } = await member.team.rule('second', { serviceId: 'next', theWeight: 25 });
  const id = idOf(metadata.uid);
  const page = `${pagesOf(member.team.id).app}/rules/${id}`;
  await tab.go(page);
  await tab.shows('20 %');
  await tab.page.focus(`input[aria-labelledby="share-${id}"]`);
  await tab.page.keyboard.press('PageUp');
  await tab.shows('Apply the shares');
  const answered = tab.page.waitForResponse((response) => response.url().endsWith('/topology'));
  await member.team.rule('third', { domainPath: '/third' });
  const whole = await (await answered).json();
  const without = JSON.stringify({ ...whole, rules: [] });
  let isWhole = false;
  await interceptApi(tab, (path) =>
    path.endsWith('/topology') && !isWhole ? { status: 200, body: without } : undefined,
  );
  await member.team.rule('fourth', { domainPath: '/fourth' });
  await tab.shows('and not this one');
  isWhole = true;
  await tab.click('Try again');
  await tab.shows('30 %');
  await tab.shows('Apply the shares');
});

describe('another caller', () => {
  it('who signs in when a token has ended sees nothing of the one before', async () => {
    const { tab } = await opened();
    const other = await newMember(administrator);
    let status = 401;
    await interceptApi(tab, () => (status === 401 ? { status } : undefined));
    await tab.shows('Sign in again');
    status = 0;
    await tab.fill('Token', other.token);
    await tab.click('Sign in');
    await tab.shows('Not for you, or not there');
    expect(await tab.page.$eval('main', ({ textContent }) => textContent)).not.toContain('first');
  });
});

describe('the rights of a token', () => {
  it('end the stream with them: the page says so, and shows nothing newer', async () => {
    const { member, tab } = await opened();
    await isLive(tab, 'live');
    const { code } = await kubectl(['delete', 'rolebinding', 'member', '-n', member.team.namespace]);
    expect(code).toBe(0);
    await isLive(tab, 'not live');
    await member.team.by(administrator).rule('secret', { domainPath: '/secret' });
    await member.team.by(administrator).condition('secret', 'Accepted', 'True');
    await tab.page.reload();
    await tab.shows('Not for you, or not there');
    expect(await tab.page.content()).not.toContain('secret');
  });
});
