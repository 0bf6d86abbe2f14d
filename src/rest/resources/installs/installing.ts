import { createHash, randomBytes } from 'node:crypto';
import { installState } from '../../../install/state.ts';
import { ignoreNotFound, isFailure } from '../../../kube/error.ts';
import { keyOf } from '../../../kube/object.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../../objects/stoa.ts';
import type { Workload } from '../../../objects/workload.ts';
import { idOf } from '../../http/id.ts';
import { problemOf } from '../../problem/oferror.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { readComponents } from '../components/read.ts';
import { failureIn } from './failure.ts';
import { polled } from './poll.ts';
import { type InstallBody, type InstallRequest, installRequest } from './request.ts';
import {
  accessKeyName,
  type CreatedInstall,
  createInstall,
  storeAccessKey,
  withdrawInstall,
} from './writes.ts';

/** Longest wait of a request for the plan of its install, in milliseconds. */
export const DEADLINE_MS = 30_000;

/** A request to install, without its path. */
export interface InstallCall {
  readonly body: InstallBody;
  /** Whether the components run. */
  readonly deploy: boolean;
  /** Header Idempotency-Key: two requests with the same one are one request. */
  readonly idempotencyKey: string | undefined;
}

/** Outcome of an install for the request that waits for it. */
type Outcome =
  | { readonly type: 'planned'; readonly install: MarketInstall }
  | { readonly type: 'refused'; readonly install: MarketInstall; readonly problem: Problem }
  /** It has been deleted. */
  | { readonly type: 'gone' }
  | { readonly type: 'late' };

/**
 * "Install an application from a store": creates the MarketInstall of a request, and waits until its components
 * exist. Where the store or the model cannot be used, the MarketInstall is deleted again and the Problem is thrown.
 */
export async function installModel(
  scope: Scope,
  { body, deploy, idempotencyKey }: InstallCall,
  deadlineMs = DEADLINE_MS,
): Promise<MarketInstall> {
  const { id } = scope.application.spec;
  const name = newInstallName(id, idempotencyKey);
  const target = { namespace: scope.namespace, name };
  const request = installRequest(body, { deploy, appId: id, secretName: accessKeyName(name) });
  // Without the right to read the result, the request fails before anything is written.
  await Promise.all([readComponents(scope), ignoreNotFound(scope.client.get(MARKET_INSTALLS, target))]);
  const until = performance.now() + deadlineMs;
  for (;;) {
    const made = await begin(scope, name, request, until);
    const outcome = await outcomeOf(scope, made.install, until);
    switch (outcome.type) {
      case 'planned':
        return outcome.install;
      case 'refused':
        throw await problemAfter(scope, made, outcome, until);
      case 'late':
        throw pending(made.install);
      case 'gone':
        if (idempotencyKey === undefined) {
          throw new Problem(
            'installNotFound',
            `another client has deleted the MarketInstall ${keyOf(made.install)}`,
          );
        }
      // Another request with the same key has withdrawn it: this one creates its own, to get the problem.
    }
  }
}

/**
 * Name of a new install. It derives from the Idempotency-Key, if there is one: of two requests with the same key
 * the API server then rejects one, whichever replicas serve them. Without a key it is random.
 */
export function newInstallName(appId: number, idempotencyKey: string | undefined): string {
  const unique =
    idempotencyKey === undefined
      ? randomBytes(6).toString('hex')
      : createHash('sha256')
          .update(JSON.stringify([appId, idempotencyKey]))
          .digest('hex')
          .slice(0, 20);
  return `install-${unique}`;
}

/** Creates an install and its access key, or finds the existing ones. */
async function begin(
  scope: Scope,
  name: string,
  request: InstallRequest,
  until: number,
): Promise<CreatedInstall> {
  const made = await createInstall(scope, name, request.spec);
  try {
    await storeAccessKey(scope, made, request.accessKey);
  } catch (error) {
    throw made.isNew ? await withdrawn(scope, made.install, error, until) : error;
  }
  return made;
}

/** Outcome of an install by `until`. */
async function outcomeOf(scope: Scope, install: MarketInstall, until: number): Promise<Outcome> {
  return (await polled(until, () => currentOutcome(scope, install))) ?? { type: 'late' };
}

/** Outcome of an install as it is; undefined while there is none. */
async function currentOutcome(
  scope: Scope,
  { metadata: { name, uid } }: MarketInstall,
): Promise<Outcome | undefined> {
  const { client, namespace } = scope;
  try {
    const install = await ignoreNotFound(client.get(MARKET_INSTALLS, { namespace, name }));
    if (install?.metadata.uid !== uid) {
      return { type: 'gone' };
    }
    const state = installState(install);
    const isMade = state.type === 'rolling-out' || state.type === 'in-place';
    if (isMade && hasAll(install, await readComponents(scope))) {
      return { type: 'planned', install };
    }
    const problem = failureIn(state);
    return problem && { type: 'refused', install, problem };
  } catch (error) {
    throw isFailure(error, 'unauthorized') ? tokenExpired(keyOf({ metadata: { namespace, name } })) : error;
  }
}

/** Problem of a caller whose token expires while its install goes on. */
function tokenExpired(install: string): Problem {
  return new Problem(
    'unauthorized',
    `the cluster no longer accepts this token; the MarketInstall ${install} goes on: see its conditions with a new one`,
  );
}

function hasAll({ status }: MarketInstall, workloads: readonly Workload[]): boolean {
  const names = new Set(workloads.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  return (status?.components ?? []).every(({ kind, workload }) => names.has(`${kind}/${workload}`));
}

/** Problem of a failed install, which is withdrawn; that of an earlier request, only while no component exists. */
async function problemAfter(
  scope: Scope,
  { isNew }: CreatedInstall,
  { install, problem }: Extract<Outcome, { type: 'refused' }>,
  until: number,
): Promise<unknown> {
  const mayGo = isNew || install.status?.recorded === undefined;
  return mayGo ? await withdrawn(scope, install, problem, until) : problem;
}

/** Withdraws an install because of an error; returns the error, or a Problem that reports the rest of the install. */
export async function withdrawn(
  scope: Scope,
  install: MarketInstall,
  error: unknown,
  until: number,
): Promise<unknown> {
  const withdrawal = await withdrawInstall(scope, install, until);
  if (withdrawal === 'gone') {
    return error;
  }
  const { problem, message, fields, statusAndCode } = problemOf(error, scope.region);
  const state = withdrawal === 'going' ? 'is still being deleted' : 'is left';
  return new Problem(
    problem,
    `${message}; the MarketInstall ${keyOf(install)} ${state}`,
    fields,
    statusAndCode,
  );
}

function pending(install: MarketInstall): Problem {
  const { uid } = install.metadata;
  return new Problem(
    'installPending',
    `the MarketInstall ${keyOf(install)} goes on: see its conditions, or GET …/installs/${idOf(uid)}`,
  );
}
