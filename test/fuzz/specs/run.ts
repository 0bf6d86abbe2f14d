/**
 * `npm run fuzz:specs [-- <objects> [<seed>]]`: measures the CPU time of decisions on rules and models at the limits
 * of their schemas beside that of normal ones, in this process. Exits with 1 if one costs more than 50 times as much.
 */
import { randomInt } from 'node:crypto';
import { modelsCampaign, rulesCampaign, type Worst } from './campaign.ts';

/** Highest cost of an object, in costs of a normal one. */
const MOST = 50;

const runs = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
if (![runs, seed].every((each) => Number.isInteger(each) && each > 0)) {
  process.stderr.write('usage: npm run fuzz:specs [-- <objects> [<seed>]]\n');
  process.exit(1);
}
const worst: readonly Worst[] = [...rulesCampaign({ runs, seed }), modelsCampaign({ runs, seed })];
for (const { what, ratio, tried, input } of worst) {
  const excess = ratio > MOST ? `: ${input}` : '';
  process.stdout.write(`${what}: at most ${ratio.toFixed(1)} times the normal cost, of ${tried}${excess}\n`);
}
const passed = worst.filter(({ ratio }) => ratio <= MOST).length;
process.stdout.write(`seed ${seed}: ${passed} passed, ${worst.length - passed} failed\n`);
process.exitCode = passed === worst.length ? 0 : 1;
