/**
 * `npm run fuzz:api [-- <examples>]`: starts a local cluster and has schemathesis send requests that it makes up
 * from /openapi.json, as the owner of the example team: once into the example application, and once anywhere.
 * Ends with 1 where an answer is a 5xx, or is not what the document says. Needs Python 3.10 or newer.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../deploy/local/errors.ts';
import { cli, newStateFolder, startCluster } from '../cluster/support/cli.ts';
import { ensureSchemathesis, runTool } from './tool.ts';

/** Requests that are made up for each operation, where nothing is said. */
const EXAMPLES = 150;

/** The seed of what is made up: two runs send the same. */
const SEED = 7;

async function main(): Promise<boolean> {
  const examples = Number(process.argv[2] ?? EXAMPLES);
  if (!Number.isInteger(examples) || examples < 1) {
    throw new UserError('usage: npm run fuzz:api [-- <requests for each operation>]');
  }
  const program = await ensureSchemathesis(process.env);
  const stateDir = await newStateFolder();
  try {
    const { restUrl, token } = await startCluster(stateDir);
    const env = { STOA_TOKEN: token };
    const run = (config: string, ...more: string[]) =>
      runTool(program, { ...process.env, ...env }, [
        `--config-file=${join(import.meta.dirname, config)}`,
        'run',
        `${restUrl}/openapi.json`,
        `--max-examples=${examples}`,
        `--seed=${SEED}`,
        ...more,
      ]);
    const inside = await run('example-application.toml');
    return (await run('anywhere.toml')) && inside;
  } finally {
    await cli('stop', `--state-dir=${stateDir}`);
    await rm(stateDir, { recursive: true, force: true });
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
