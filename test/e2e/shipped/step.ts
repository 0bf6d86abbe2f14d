import { UserError } from '../../../deploy/local/errors.ts';

/** Performs a named part of a story, and prints its result. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Head of the table of parts, and the line below it. */
export const STEPS_HEAD = '| part | seconds | result |\n| --- | ---: | --- |\n';

/** Prints a row of the table. Throws a UserError that names the part if it fails. */
export const runStep: RunStep = async (name, work) => {
  const began = performance.now();
  const outcome = await work().catch((error: unknown) => {
    throw new UserError(`FAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`| ${name} | ${seconds} | ${outcome} |\n`);
  return outcome;
};
