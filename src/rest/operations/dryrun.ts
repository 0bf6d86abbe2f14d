import type { MarketInstall } from '../../objects/stoa.ts';
import { dryRunRecord, type Written } from '../contract/dryrun/record.ts';
import type { DryRun } from '../contract/dryrun/response.ts';
import type { TeamScope } from '../scope.ts';
import type { Reply } from './operation.ts';
import { flagInQuery } from './parameters.ts';

/** The parameter of every write that has it be a dry run. */
export const DRY_RUN = flagInQuery(
  'true or 1: nothing is written; the response says what would be, and what this request would be answered.',
);

/** Reply to a write; as a dry run, everything is checked as for the write, and nothing is written. */
export async function replyToWrite<S extends TeamScope, A extends object>(
  scope: S,
  isDry: boolean | undefined,
  write: (scope: S) => Promise<Written<A>>,
): Promise<Reply<A | DryRun>> {
  return isDry === true
    ? { body: dryRunRecord(await write(dryScope(scope))) }
    : { body: (await write(scope)).body };
}

/** Scope in which writes are dry runs. No watched state ever has what is not stored: reads go to the API server. */
function dryScope<S extends TeamScope>(scope: S): S {
  return { ...scope, client: scope.client.dry(), watched: undefined };
}

/** Remark on what a dry run cannot know of an install that gets another version. */
export function componentsNotKnown({ metadata, spec }: MarketInstall): string {
  return `The objects of the components: kubectl stoa plan mi/${metadata.name} --to ${spec.appModelVersion} shows them.`;
}
