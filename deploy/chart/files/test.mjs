/**
 * `helm test`: asks the processes of the release, whose URLs are the arguments, until each answers with 200 or a minute
 * is over, and prints what each said.
 */
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 1000;

/** Status that a URL answers with, or the error. The certificate is not looked at: it need not be for this name. */
function ask(url) {
  const client = url.startsWith('https:') ? https : http;
  return new Promise((resolve) => {
    const request = client.get(url, { rejectUnauthorized: false, timeout: 5000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 5 s')));
    request.on('error', (error) => resolve(error.message));
  });
}

/** Last answer of a URL: 200, or what it was when the time was over. */
async function lastAnswer(url, until) {
  for (;;) {
    const answer = await ask(url);
    if (answer === 200 || Date.now() > until) {
      return answer;
    }
    await sleep(PAUSE_MS);
  }
}

const until = Date.now() + DEADLINE_MS;
const answers = await Promise.all(
  process.argv.slice(1).map(async (url) => ({ url, answer: await lastAnswer(url, until) })),
);
for (const { url, answer } of answers) {
  process.stdout.write(`${answer === 200 ? 'ok' : 'FAILED'}  ${url}: ${answer}\n`);
}
process.exitCode = answers.every(({ answer }) => answer === 200) ? 0 : 1;
