import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { repository } from '../repository.ts';
import { pollUntil } from '../supervisor/poll.ts';
import { type Run, step } from '../supervisor/run.ts';
import { type Api, hasCondition } from './api.ts';

/** An API server to install CRDs in. */
export interface CrdTarget {
  readonly run: Run;
  readonly api: Api;
}

const CRD_GROUP = '/apis/apiextensions.k8s.io/v1';
const APPLY_SECONDS = 60;

/**
 * Applies the CRDs of the Gateway API, of Traefik and of Stoa, as soon as the API server takes them, and waits
 * until it serves them all; throws a UserError if it does not. For kubectl, the API server writes its whole
 * OpenAPI document anew after each of them: a quarter of the CPU of this step, and twice its time.
 */
export async function installCrds({ run, api }: CrdTarget): Promise<void> {
  const { signal } = run;
  const files = [repository.gatewayApiCrds, repository.traefikCrds, repository.crds].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(folder, name)),
  );
  await step(run, 'custom resource definitions', async () => {
    const failure = () => `${CRD_GROUP} is not served after ${APPLY_SECONDS} s`;
    await pollUntil(() => api.get(CRD_GROUP), { signal, seconds: APPLY_SECONDS, failure });
    await Promise.all(files.map((file) => installCrd(api, file, signal)));
  });
}

/** Applies the one CRD of a file as it is: to read half a megabyte of YAML takes longer than to send it. */
async function installCrd(api: Api, file: string, signal: AbortSignal): Promise<void> {
  const manifest = await readFile(file, 'utf8');
  const [, name] = /^metadata:\n(?: .*\n)*? {2}name: (\S+)$/m.exec(manifest) ?? [];
  if (name === undefined) {
    throw new UserError(`${file} names no custom resource definition`);
  }
  const path = `${CRD_GROUP}/customresourcedefinitions/${name}`;
  let refusal = '';
  const accepted = async () => {
    refusal = await api.apply(path, manifest).then(
      () => '',
      (error: Error) => error.message,
    );
    return refusal === '' || undefined;
  };
  const limit = { signal, seconds: APPLY_SECONDS };
  await pollUntil(accepted, { ...limit, failure: () => refusal });
  await pollUntil(async () => hasCondition(await api.get(path), 'Established') || undefined, {
    ...limit,
    failure: () => `the custom resource definition ${name} is not served after ${APPLY_SECONDS} s`,
  });
}
