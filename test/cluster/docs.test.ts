import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { inBraces, openApiDocument } from '../../src/rest/openapi/document.ts';
import { createOperations } from '../../src/rest/resources/table.ts';
import { openBrowser } from './support/browser.ts';

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-browser-'));
  browser = await openBrowser(folder);
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

it('the document is available without a token', async () => {
  const answer = await fetch(`${inject('cluster').restUrl}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

it('the page shows every operation, loads everything from this server, and violates no policy', async () => {
  const { restUrl } = inject('cluster');
  const page = await browser.newPage();
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => asked.push(request.url()));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') {
      complaints.push(message.text());
    }
  });
  const answer = await page.goto(`${restUrl}/docs`);
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.waitForSelector('.opblock', { timeout: 30_000 });
  const shown = await page.$$eval('.opblock', (blocks) =>
    blocks.map((block) => [
      block.querySelector('.opblock-summary-method')?.textContent?.toLowerCase(),
      block.querySelector('.opblock-summary-path')?.getAttribute('data-path'),
    ]),
  );
  const operations = createOperations().map(({ method, path }) => [method, inBraces(path)]);
  expect(shown.toSorted()).toEqual(operations.toSorted());

  // The page renders the details of an operation only when it is opened.
  await page.click('[data-path$="/monitor/query_range"]');
  await page.waitForSelector('.parameters tr[data-param-name="start"]', { timeout: 30_000 });
  expect(complaints).toEqual([]);
  const elsewhere = asked.filter((url) => !url.startsWith(restUrl) && !url.startsWith('data:'));
  expect(elsewhere).toEqual([]);
});
