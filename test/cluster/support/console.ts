import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { expect, inject } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from './browser.ts';

/** Time (ms) that a page may take on a busy machine to show something. */
const PATIENCE_MS = 45_000;

/** A browser with the console. */
export interface ConsoleBrowser {
  /** Opens a new tab, in which nobody has signed in. */
  open(address?: string): Promise<ConsoleTab>;
  close(): Promise<void>;
}

/** A tab with the console. */
export interface ConsoleTab {
  readonly page: Page;
  /** Complaints of the page, its policy or the browser. */
  readonly complaints: string[];
  /** URLs that the tab asked for. */
  readonly asked: string[];
  /** Signs in with a token by the form. */
  signIn(token: string): Promise<void>;
  /** Goes to a page by its path, such as `/teams/shop/local`. */
  go(path: string): Promise<void>;
  /** Waits until the page shows a text. */
  shows(text: string): Promise<void>;
  /** Clicks on the first button, link or tab with this accessible name. */
  click(name: string): Promise<void>;
  /** Types into the field with this label, in place of what is there. */
  fill(label: string, text: string): Promise<void>;
  /** Violations that axe finds for people who see or hear the page otherwise, each as its rule and the element. */
  axe(): Promise<string[]>;
}

/** Opens a browser, with arguments of Chromium. */
export async function openConsoleBrowser(args: readonly string[] = []): Promise<ConsoleBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-browser-'));
  const browser = await openBrowser(folder, args);
  return {
    open: (address = inject('cluster').restUrl) => openTab(browser, `${address}/console/`),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openTab(browser: Browser, url: string): Promise<ConsoleTab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport({ width: 1280, height: 800 });
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // The browser itself reports each answer of the API that is an error.
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  const answer = await page.goto(url);
  expect(answer?.status()).toBe(200);
  const tab: ConsoleTab = {
    page,
    complaints,
    asked,
    async signIn(token) {
      await tab.fill('Token', token);
      await tab.click('Sign in');
      await page.waitForSelector('main h1');
    },
    async go(path) {
      await page.goto(`${url}#${path}`);
    },
    async shows(text) {
      // Puppeteer's own search for a text remembers the one that an element had first.
      await eventually(async () => expect(await page.evaluate('document.body.innerText')).toContain(text));
    },
    async click(name) {
      await page
        .locator(`::-p-aria([name="${name}"])`)
        .click()
        .catch((error) => thrownWithText(page, name, error));
    },
    async fill(label, text) {
      // As by the clipboard: React does not notice what is set by a script.
      await page.locator(`::-p-aria([name="${label}"])`).click({ count: 3 });
      await page.keyboard.sendCharacter(text);
    },
    axe: () => violations(page),
  };
  return tab;
}

/** Throws that nothing on a page could be clicked, with the text of the page. */
async function thrownWithText(page: Page, name: string, cause: unknown): Promise<never> {
  const text = await page.evaluate('document.body.innerText');
  throw new Error(`"${name}" could not be clicked; the page says:\n${text}`, { cause });
}

/** Violations that axe finds on a page, in its present scheme of colours. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // A button that is just being enabled has a colour of neither state.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    .map((each) => each.finished.catch(() => undefined)))`);
  const { violations: found } = (await page.evaluate('axe.run()')) as AxeResults;
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
