import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../../../src/objects/crd.ts';
import { UserError } from '../errors.ts';
import { repository } from '../repository.ts';
import { pollUntil } from '../supervisor/poll.ts';
import { type Run, step } from '../supervisor/run.ts';
import { type AdminClient, applyManifest } from './adminclient.ts';
import { hasCondition } from './condition.ts';

/** API server to install CRDs in. */
export interface CrdTarget {
  readonly run: Run;
  readonly admin: AdminClient;
}

const APPLY_SECONDS = 60;

/**
 * Applies the CRDs of the Gateway API, of Traefik and of Stoa, as soon as the API server takes them, and waits
 * until it serves them all. Throws a UserError where it does not. kubectl would make the API server write its
 * whole OpenAPI document anew after each of them: a quarter of the CPU of this step, and twice its time.
 */
export async function installCrds({ run, admin }: CrdTarget): Promise<void> {
  const { signal } = run;
  const files = [repository.gatewayApiCrds, repository.traefikCrds, repository.crds].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(folder, name)),
  );
  await step(run, 'custom resource definitions', async () => {
    // A server that starts asks for a pause of a second: with so short a timeout, the next poll comes first.
    const areServed = () => admin.client.listMetadata(CUSTOM_RESOURCE_DEFINITIONS, { timeoutMs: 1_000 });
    const failure = () => `custom resource definitions are not served after ${APPLY_SECONDS} s`;
    await pollUntil(areServed, { signal, seconds: APPLY_SECONDS, failure });
    await Promise.all(files.map((file) => installCrd(admin, file, signal)));
  });
}

/** Applies the CRD of a file as it is: parsing half a megabyte of YAML takes longer than sending it. */
async function installCrd(admin: AdminClient, file: string, signal: AbortSignal): Promise<void> {
  const manifest = await readFile(file, 'utf8');
  const [, name] = /^metadata:\n(?: .*\n)*? {2}name: (\S+)$/m.exec(manifest) ?? [];
  if (name === undefined) {
    throw new UserError(`${file} names no custom resource definition`);
  }
  let refusal = '';
  const isApplied = async () => {
    try {
      await applyManifest(admin, CUSTOM_RESOURCE_DEFINITIONS, name, manifest);
      return true;
    } catch (error) {
      refusal = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  };
  const isEstablished = async () =>
    hasCondition(await admin.client.get(CUSTOM_RESOURCE_DEFINITIONS, { name }), 'Established') || undefined;
  const limit = { signal, seconds: APPLY_SECONDS };
  await pollUntil(isApplied, { ...limit, failure: () => `cannot apply ${name}: ${refusal}` });
  await pollUntil(isEstablished, {
    ...limit,
    failure: () => `the custom resource definition ${name} is not served after ${APPLY_SECONDS} s`,
  });
}
