/**
 * `npm run fuzz:api [-- <examples>]`: starts a local cluster and runs schemathesis, which generates requests from
 * /openapi.json, as the owner of the example team: once for the example application, and once for any. Exits with 1 if
 * a response is a 5xx, or does not match the document. Needs Python 3.10 or newer.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../deploy/local/errors.ts';
import { httpRecordSchema } from '../../src/rest/resources/rules/record.ts';
import { cli, newStateFolder, startCluster } from '../cluster/support/cli.ts';
import { ensureSchemathesis, runTool } from './tool.ts';

/** Default number of generated requests for each operation. */
const EXAMPLES = 100;

/** Seed of the generator: two runs send the same requests. */
const SEED = 7;

async function main(signal: AbortSignal): Promise<boolean> {
  const examples = Number(process.argv[2] ?? EXAMPLES);
  if (!Number.isInteger(examples) || examples < 1) {
    throw new UserError('usage: npm run fuzz:api [-- <requests for each operation>]');
  }
  const program = await ensureSchemathesis(process.env);
  const stateDir = await newStateFolder();
  try {
    const { restUrl, token } = await startCluster(stateDir);
    const env = { STOA_TOKEN: token, STOA_RULE: await someRule(restUrl, token) };
    const run = (config: string, ...more: string[]) =>
      // The tool stores its findings in its working directory.
      runTool(program, { env: { ...process.env, ...env }, cwd: stateDir, signal }, [
        `--config-file=${join(import.meta.dirname, config)}`,
        'run',
        `${restUrl}/openapi.json`,
        `--max-examples=${examples}`,
        `--seed=${SEED}`,
        // Waits when the API limits the rate of requests.
        '--rate-limit=auto',
        ...more,
      ]);
    const inside = await run('example-application.toml');
    return (await run('anywhere.toml')) && inside;
  } finally {
    await cli('stop', `--state-dir=${stateDir}`);
    await rm(stateDir, { recursive: true, force: true });
  }
}

/** Id of an http rule of the example application. */
async function someRule(restUrl: string, token: string): Promise<string> {
  const answer = await fetch(`${restUrl}/openapi/v1/teams/shop/regions/local/apps/1/httpdomains`, {
    headers: { authorization: token },
  });
  const [rule] = z.array(httpRecordSchema).parse(await answer.json());
  if (rule === undefined) {
    throw new Error('the example application has no http rule');
  }
  return rule.http_rule_id;
}

const stop = new AbortController();
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => stop.abort());
}

try {
  process.exitCode = (await main(stop.signal)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
