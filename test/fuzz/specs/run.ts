/**
 * `npm run fuzz:specs [-- <objects> [<seed>]]`: measures the CPU time of decisions among as many objects as strangers
 * make, then that of decisions on rules and models at the limits of their schemas beside that of normal ones, in this
 * process. Exits with 1 if one of the first takes more than 50 ms, or one of the others 50 times as much as a normal one.
 */
import { randomInt } from 'node:crypto';
import { modelsCampaign, rulesCampaign, type Worst } from './campaign.ts';
import { costs } from './decisions.ts';

/** Highest cost of an object, in costs of a normal one. */
const MOST = 50;

/** Most milliseconds of CPU time of one decision, or of one piece of a decision that yields. */
const MOST_MS = 50;

const runs = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
if (![runs, seed].every((each) => Number.isInteger(each) && each > 0)) {
  process.stderr.write('usage: npm run fuzz:specs [-- <objects> [<seed>]]\n');
  process.exit(1);
}
const found = costs();
for (const { what, ms } of found) {
  process.stdout.write(`${ms.toFixed(1)} ms${ms > MOST_MS ? ' (too much)' : ''}: ${what}\n`);
}
const worst: readonly Worst[] = [...rulesCampaign({ runs, seed }), modelsCampaign({ runs, seed })];
for (const { what, ratio, tried, input } of worst) {
  const excess = ratio > MOST ? `: ${input}` : '';
  process.stdout.write(`${what}: at most ${ratio.toFixed(1)} times the normal cost, of ${tried}${excess}\n`);
}
const passed = [...worst.map(({ ratio }) => ratio <= MOST), ...found.map(({ ms }) => ms <= MOST_MS)];
const failed = passed.filter((each) => !each).length;
process.stdout.write(`seed ${seed}: ${passed.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
