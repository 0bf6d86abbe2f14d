import { z } from 'zod';
import type { TeamScope } from '../scope.ts';
import { type ApplicationCall, type IncomingCall, readParameter, type TeamCall } from './call.ts';
import { dryRunRecord, dryRunSchema, type Written } from './dryrun.ts';
import { WARNING_HEADER, warningHeader } from './headers.ts';
import {
  type Definition,
  type InRegion,
  type Operation,
  onApplication,
  onTeam,
  type Reply,
} from './operation.ts';
import { flagInQuery } from './parameters.ts';

/** The parameter of every write that has it be a dry run. */
const DRY_RUN = flagInQuery(
  'true or 1: nothing is written; the response says what would be, and what this request would be answered.',
);

/** A write on an application, which may be a dry run; its handler resolves to what it answers and changes. */
export function writeOnApplication<P, B, A extends object>(
  definition: Definition<P, B, A, ApplicationCall<P, B>, Written<A>>,
): Operation {
  const write = onApplication(definition);
  return { ...write, ...withDryRun(write) };
}

/** A write on a team, which may be a dry run; its handler resolves to what it answers and changes. */
export function writeOnTeam<P extends InRegion, B, A extends object>(
  definition: Definition<P, B, A, TeamCall<P, B>, Written<A>>,
): Operation {
  const write = onTeam(definition);
  return { ...write, ...withDryRun(write) };
}

/** The parts of an operation that the parameter `dryRun` concerns. */
type DryRunPart<S, R> = Pick<Operation, 'parameters' | 'success'> & {
  readonly handle: (incoming: IncomingCall, scope: S) => Promise<R>;
};

/** These parts of a write that may be a dry run: then everything is checked as for the write, and nothing is written. */
function withDryRun<S extends TeamScope>({
  parameters,
  success,
  handle,
}: DryRunPart<S, Written<object>>): DryRunPart<S, Reply> {
  return {
    parameters: { ...parameters, dryRun: DRY_RUN },
    success: { ...success, body: z.union([success.body, dryRunSchema]) },
    handle: async (incoming, scope) =>
      readParameter(DRY_RUN, 'dryRun', incoming) === true
        ? { body: dryRunRecord(await foretold(await handle(incoming, dryScope(scope)))) }
        : written(await handle(incoming, scope)),
  };
}

/** Write with the warnings that only a dry run has. */
async function foretold(write: Written<object>): Promise<Written<object>> {
  const { warnings = [], foretell } = write;
  return foretell === undefined ? write : { ...write, warnings: [...warnings, ...(await foretell())] };
}

function written({ body, warnings = [] }: Written<object>): Reply {
  return { body, headers: warnings.length === 0 ? {} : { [WARNING_HEADER]: warningHeader(warnings) } };
}

/** Scope in which writes are dry runs. No watched state ever has what is not stored: reads go to the API server. */
function dryScope<S extends TeamScope>(scope: S): S {
  return { ...scope, client: scope.client.dry(), watched: undefined };
}
