/**
 * `npm run e2e -- --cluster=current`: plays all cases on the cluster of the current kubeconfig context, with Stoa as
 * local processes that use its gateway engine. Prints a table; exits with 1 if a case fails. With `--prometheus=URL` it
 * instead compares the metrics of that Prometheus about a component with the load that was sent to it. With `--install`,
 * it instead installs an application, upgrades it and rolls it back under traffic; with `--certificates`, it serves many
 * hosts with a certificate each; with `--answers`, it compares `Ready` of rules whose components cannot answer with what
 * clients meet.
 */
import { UserError } from '../../deploy/local/errors.ts';
import { playAnswers } from './answers/play.ts';
import { attach } from './attach.ts';
import { allCases, type Case } from './case.ts';
import { playCertificates } from './certificates.ts';
import { playInstall } from './install/story.ts';
import { type Compared, playNumbers } from './numbers.ts';
import { parseOptions } from './options.ts';
import { play } from './play.ts';
import { type Played, remarksOn, rowOf, TABLE_HEAD } from './report.ts';
import type { Stage } from './stage.ts';

async function main(): Promise<boolean> {
  const options = parseOptions(process.argv.slice(2));
  const cases = allCases().filter(({ name }) => options.cases.length === 0 || options.cases.includes(name));
  const { stage, versions, detach } = await attach(options);
  try {
    if (options.prometheus !== undefined) {
      say(`${versions}\n`);
      return printComparison(await playNumbers(stage, options.prometheus, options.gateway.namespace));
    }
    if (options.install) {
      say(`${versions}\n`);
      await playInstall(stage);
      return true;
    }
    if (options.answers) {
      say(`${versions}\n`);
      return await playAnswers(stage, say);
    }
    if (options.certificates !== undefined) {
      say(`${versions}\n`);
      await playCertificates(stage, options.certificates);
      return true;
    }
    say(`${versions}\n\n${TABLE_HEAD}`);
    const played: Played[] = [];
    for (const one of cases) {
      const result = await timed(stage, one);
      say(rowOf(result, stage.dialect.name));
      played.push(result);
    }
    say(`\n${remarksOn(played).join('\n')}`);
    return played.every(({ outcome }) => !(outcome instanceof Error));
  } finally {
    await detach();
  }
}

async function timed(stage: Stage, one: Case): Promise<Played> {
  const began = performance.now();
  const outcome = await play(stage, one).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  return { name: one.name, seconds: (performance.now() - began) / 1000, outcome };
}

function printComparison(compared: readonly Compared[]): boolean {
  for (const { item, shown, sent, agrees } of compared) {
    say(`${item}: ${shown.toFixed(2)}, sent ${sent.toFixed(2)}: ${agrees ? 'agrees' : 'DIFFERS'}`);
  }
  return compared.every(({ agrees }) => agrees);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
