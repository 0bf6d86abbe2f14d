import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LABELS, MANAGED_BY } from '../api/group.ts';
import { ACCESS_KEY, type MarketInstallSpec } from '../api/marketinstall.ts';
import { isFailure, unlessGone } from '../kube/error.ts';
import { keyOf } from '../kube/object.ts';
import { SECRETS } from '../objects/core.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../objects/stoa.ts';
import type { Workload } from '../objects/workload.ts';
import { readComponents } from './components.ts';
import { FIELD_MANAGER } from './domains.ts';
import { accessKeyName, installName } from './installname.ts';
import { refusalIn } from './installrefusal.ts';
import { Problem } from './problem.ts';
import type { Scope } from './scope.ts';
import { type InstallRequest, installOfBody } from './wire/install.ts';
import { idOf } from './wire/record.ts';

/** Milliseconds that a request waits until an install is planned. */
const DEADLINE_MS = 30_000;

/** Pauses between two looks at an install: short at first, since most are planned within a moment. */
const FIRST_LOOK_MS = 25;
const LAST_LOOK_MS = 400;

/** What a request to install sends beside its path. */
export interface InstallCall {
  readonly body: unknown;
  /** `is_deploy` of the query. */
  readonly isDeploy: unknown;
  /** Header Idempotency-Key: two requests with the same are one. */
  readonly idempotencyKey: string | undefined;
}

/**
 * "Install an application from a store": writes the MarketInstall that a request asks for, and waits until its
 * components exist. Where the store or the model is of no use, nothing is left and the Problem says why.
 */
export async function installModel(scope: Scope, call: InstallCall): Promise<MarketInstall> {
  const { namespace, application } = scope;
  const name = installName(application.spec.id, call.idempotencyKey);
  const request = installOfBody(call.body, call.isDeploy, application.spec.id, accessKeyName(name));
  const created = await createInstall(scope, name, request.spec);
  await giveAccessKey(scope, created, request);
  const until = performance.now() + DEADLINE_MS;
  for (let pause = FIRST_LOOK_MS; performance.now() < until; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
    const current = await scope.client.get(MARKET_INSTALLS, { namespace, name });
    const refusal = refusalIn(current);
    if (refusal !== undefined) {
      await withdraw(scope, created);
      throw refusal;
    }
    if (isPlanned(current, await readComponents(scope))) {
      return current;
    }
    await sleep(pause);
  }
  throw new Problem(
    'installPending',
    `the MarketInstall ${keyOf(created)} goes on: see its conditions, or GET …/installs/${idOf(created.metadata.uid)}`,
  );
}

/** Creates the install; with the same Idempotency-Key, finds the one that is there. */
async function createInstall(
  { client, namespace }: Scope,
  name: string,
  spec: MarketInstallSpec,
): Promise<MarketInstall> {
  const draft = { ...MARKET_INSTALL_TYPE, metadata: { name, namespace }, spec };
  try {
    return await client.create(MARKET_INSTALLS, draft, FIELD_MANAGER);
  } catch (error) {
    const there = isFailure(error, 'already-exists') || isFailure(error, 'ambiguous');
    const found = there ? await unlessGone(client.get(MARKET_INSTALLS, { namespace, name })) : undefined;
    if (found === undefined) {
      throw error;
    }
    if (!isDeepStrictEqual(found.spec, spec)) {
      throw new Problem('keyReused', `there is a MarketInstall ${keyOf(draft)} that says something else`);
    }
    return found;
  }
}

/** Puts the access key into a Secret that goes with the install, and whose appearance wakes it. */
async function giveAccessKey(
  { client, namespace }: Scope,
  { metadata: { name, uid } }: MarketInstall,
  { accessKey }: InstallRequest,
): Promise<void> {
  if (accessKey === undefined) {
    return;
  }
  await client.apply(
    SECRETS,
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: accessKeyName(name),
        namespace,
        labels: { ...MANAGED_BY, [LABELS.install]: uid },
        ownerReferences: [{ ...MARKET_INSTALL_TYPE, name, uid }],
      },
      type: 'Opaque',
      data: { [ACCESS_KEY]: Buffer.from(accessKey).toString('base64') },
    },
    FIELD_MANAGER,
  );
}

/** Whether every component of an install is there to be shown. */
function isPlanned({ spec, status }: MarketInstall, workloads: readonly Workload[]): boolean {
  const { recorded, template, components = [] } = status ?? {};
  const current = template?.version === spec.appModelVersion && recorded === template.digest;
  const names = new Set(workloads.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  return current && components.every(({ kind, workload }) => names.has(`${kind}/${workload}`));
}

async function withdraw({ client, namespace }: Scope, { metadata }: MarketInstall): Promise<void> {
  const { name, uid } = metadata;
  await unlessGone(client.delete(MARKET_INSTALLS, { namespace, name, uid }));
}

/** The installs of the application, the oldest first. */
export async function listInstalls({ client, namespace, application }: Scope): Promise<MarketInstall[]> {
  const installs = await client.list(MARKET_INSTALLS, { namespace });
  return installs
    .filter(({ spec }) => spec.appId === application.spec.id)
    .toSorted((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1));
}

/** The application's install with an id; throws the Problem `installNotFound`. */
export async function findInstall(scope: Scope, id: string): Promise<MarketInstall> {
  const found = (await listInstalls(scope)).find(
    ({ metadata }) => idOf(metadata.uid) === id || metadata.name === id,
  );
  if (found === undefined) {
    throw new Problem('installNotFound', `install_id: the application has no install ${id}`);
  }
  return found;
}
