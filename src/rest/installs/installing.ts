import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure, unlessGone } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import type { Workload } from '../../objects/workload.ts';
import { readComponents } from '../components.ts';
import { idOf } from '../contract/id.ts';
import { type InstallBody, type InstallRequest, installRequest } from '../contract/install/request.ts';
import { problemOf } from '../problem/failure.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { accessKeyName, installName } from './name.ts';
import { refusalIn } from './refusal.ts';
import { createInstall, giveAccessKey, type Made, withdrawInstall } from './writes.ts';

/** Milliseconds that a request waits until its install is planned. */
const DEADLINE_MS = 30_000;

/** Pauses between two looks at an install: short at first, since most are planned within a moment. */
const FIRST_LOOK_MS = 25;
const LAST_LOOK_MS = 400;

/** A request to install, without its path. */
export interface InstallCall {
  readonly body: InstallBody;
  /** Whether the components run. */
  readonly deploy: boolean;
  /** Header Idempotency-Key: two requests with the same one are one request. */
  readonly idempotencyKey: string | undefined;
}

/** How an install has come out for the request that waits for it. */
type Ending =
  | { readonly type: 'planned'; readonly install: MarketInstall }
  | { readonly type: 'refused'; readonly install: MarketInstall; readonly problem: Problem }
  /** Somebody has deleted it. */
  | { readonly type: 'gone' }
  | { readonly type: 'late' };

/**
 * "Install an application from a store": writes the MarketInstall that a request asks for, and waits until its
 * components exist. Where the store or the model is of no use, nothing is left and the Problem says why.
 */
export async function installModel(
  scope: Scope,
  { body, deploy, idempotencyKey }: InstallCall,
  deadlineMs = DEADLINE_MS,
): Promise<MarketInstall> {
  const { id } = scope.application.spec;
  const name = installName(id, idempotencyKey);
  const target = { namespace: scope.namespace, name };
  const request = installRequest(body, { deploy, appId: id, secretName: accessKeyName(name) });
  // Who may not see what comes of it could not be told: better known before anything is written.
  await Promise.all([readComponents(scope), unlessGone(scope.client.get(MARKET_INSTALLS, target))]);
  const until = performance.now() + deadlineMs;
  for (;;) {
    const made = await begin(scope, name, request, until);
    const ending = await endingOf(scope, made.install, until);
    switch (ending.type) {
      case 'planned':
        return ending.install;
      case 'refused':
        throw await refusalAfter(scope, made, ending, until);
      case 'late':
        throw pending(made.install);
      case 'gone':
        if (idempotencyKey === undefined) {
          throw new Problem(
            'installNotFound',
            `somebody has deleted the MarketInstall ${keyOf(made.install)}`,
          );
        }
      // Another request with the same key has taken it back: this one makes its own, to learn why.
    }
  }
}

/** Writes an install and its access key, or finds those that are there. */
async function begin(scope: Scope, name: string, request: InstallRequest, until: number): Promise<Made> {
  const made = await createInstall(scope, name, request.spec);
  try {
    await giveAccessKey(scope, made, request.accessKey);
  } catch (error) {
    throw made.isNew ? await takenBack(scope, made.install, error, until) : error;
  }
  return made;
}

/** Waits until an install is planned or comes to nothing, but not after `until`. */
async function endingOf(scope: Scope, install: MarketInstall, until: number): Promise<Ending> {
  for (let pause = FIRST_LOOK_MS; performance.now() < until; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
    const ending = await look(scope, install);
    if (ending !== undefined) {
      return ending;
    }
    await sleep(Math.min(pause, Math.max(until - performance.now(), 0)));
  }
  return { type: 'late' };
}

/** How an install has come out; undefined while it has not, or the API server cannot say. */
async function look(scope: Scope, { metadata: { name, uid } }: MarketInstall): Promise<Ending | undefined> {
  const { client, namespace } = scope;
  try {
    const install = await unlessGone(client.get(MARKET_INSTALLS, { namespace, name }));
    if (install?.metadata.uid !== uid) {
      return { type: 'gone' };
    }
    if (install.metadata.deletionTimestamp !== undefined) {
      return undefined;
    }
    if (isRecorded(install) && hasAll(install, await readComponents(scope))) {
      return { type: 'planned', install };
    }
    const problem = refusalIn(install);
    return problem && { type: 'refused', install, problem };
  } catch (error) {
    if (PASSING.some((type) => isFailure(error, type))) {
      return undefined;
    }
    throw error;
  }
}

/** Failures of a read that the next one may not have. */
const PASSING = ['throttled', 'unreachable', 'gone'] as const;

/** Whether the components that a status lists are those of the version that is asked for. */
function isRecorded({ spec, status }: MarketInstall): boolean {
  const { template, recorded } = status ?? {};
  return template?.version === spec.appModelVersion && recorded === template.digest;
}

function hasAll({ status }: MarketInstall, workloads: readonly Workload[]): boolean {
  const names = new Set(workloads.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  return (status?.components ?? []).every(({ kind, workload }) => names.has(`${kind}/${workload}`));
}

/** Why an install comes to nothing. One that an earlier request made is only taken back while nothing of it exists. */
async function refusalAfter(
  scope: Scope,
  { isNew }: Made,
  { install, problem }: Extract<Ending, { type: 'refused' }>,
  until: number,
): Promise<unknown> {
  const mayGo = isNew || install.status?.recorded === undefined;
  return mayGo ? await takenBack(scope, install, problem, until) : problem;
}

/** Takes an install back for an error, and answers that error, with what is left where something is. */
async function takenBack(
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
