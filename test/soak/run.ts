/**
 * `npm run soak [-- <minutes> [rules] [values] [company]]`: parts, by default all of them. On a control plane of their
 * own, for twenty minutes each by default, the API server is killed in every third round while the operator is busy, and
 * halfway the operator ends and another one starts. `rules` creates and deletes rules and installs; in `values`, two
 * clients edit the values of charts. In `company`, a rule and an install live with other clients that write to the same
 * objects, and rest for five minutes. Exits with 1 if objects are left, a process does not return to its resource usage
 * after the first round, an edited install differs from a new one, or Stoa undoes what others do or writes at rest.
 */
import { join } from 'node:path';
import { serveStore } from '../../deploy/local/store/store.ts';
import { Installs, modelAt } from '../bench/installs.ts';
import { longRun, say } from '../bench/longrun.ts';
import type { Stage } from '../bench/stage.ts';
import { round, stock, surplus } from './churn.ts';
import { isGoodCompany } from './company.ts';
import { SETTLE_MS, twoLives } from './lives.ts';
import { editValues } from './values.ts';

const MINUTES = 20;

type Part = (stage: Stage, minutes: number) => Promise<boolean>;

const PARTS: Readonly<Record<string, Part>> = {
  rules: async (stage, minutes) => {
    const models = join(import.meta.dirname, '../faults/models');
    const store = await serveStore({ host: '127.0.0.1', port: 0, folders: [models] });
    const installs = new Installs(stage.world, modelAt(store.url, 'small'));
    const churn = { stage, installs };
    const before = await stock(churn);
    const { rounds, good } = await twoLives(stage, minutes, (...own) => round(churn, ...own));
    const left = await surplus(churn, before, SETTLE_MS);
    say(`${rounds} rounds; ${left.length} objects left${left.map((each) => `\n  ${each}`)}`);
    installs.close();
    await store.close();
    return good && left.length === 0;
  },
  values: editValues,
  company: isGoodCompany,
};

async function soak(stage: Stage, minutes: number): Promise<boolean> {
  const given = process.argv.slice(3);
  const chosen = given.length > 0 ? given : Object.keys(PARTS);
  let isGood = true;
  for (const name of chosen) {
    isGood = (await PARTS[name]?.(stage, minutes)) === true && isGood;
  }
  return isGood;
}

await longRun('soak', MINUTES, soak);
