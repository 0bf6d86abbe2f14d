import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { discover } from '../../../src/kube/discovery.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { clusterResource, type Resource } from '../../../src/kube/resource.ts';
import { UserError } from '../errors.ts';
import { repository } from '../repository.ts';
import { pollUntil } from '../supervisor/poll.ts';
import { type Run, step } from '../supervisor/run.ts';
import { type AdminClient, applyManifest } from './adminclient.ts';
import { gatewayApiFiles } from './gatewayapi.ts';

/** A CustomResourceDefinition, as far as it is used. */
export interface CustomResourceDefinition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string; readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** CustomResourceDefinitions. */
export const CUSTOM_RESOURCE_DEFINITIONS: Resource<CustomResourceDefinition> = clusterResource(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
);

/** API server to install CRDs in. */
export interface CrdTarget {
  readonly run: Run;
  readonly admin: AdminClient;
}

const APPLY_SECONDS = 60;

/**
 * Applies the CRDs of the Gateway API, of Traefik and of Stoa, as soon as the API server takes them, and waits
 * until it serves them all. Throws a UserError where it does not. kubectl would make the API server write its
 * whole OpenAPI document anew after each of them: a quarter of the CPU of this step, and twice its time. Reading
 * the CRDs until they are established would take another quarter, because each has up to half a megabyte.
 */
export async function installCrds({ run, admin }: CrdTarget): Promise<void> {
  const { signal } = run;
  const kept = [repository.traefikCrds, repository.crds].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(folder, name)),
  );
  await step(run, 'custom resource definitions', async () => {
    // A server that starts asks for a pause of a second: with so short a timeout, the next poll comes first.
    const areServed = () => admin.client.listMetadata(CUSTOM_RESOURCE_DEFINITIONS, { timeoutMs: 1_000 });
    const limit = { signal, seconds: APPLY_SECONDS };
    const failure = () => `custom resource definitions are not served after ${APPLY_SECONDS} s`;
    await pollUntil(areServed, { ...limit, failure });
    const version = await versionOf(admin);
    const files = [...(await gatewayApiFiles(version, process.env, signal)), ...kept];
    const applied = await Promise.all(files.map((file) => installCrd(admin, file, signal)));
    let missing = applied;
    const areAllServed = async () => {
      const discovery = await discover(admin.client, signal);
      missing = missing.filter((crd) => !servedResources(crd).every((each) => discovery.serves(each)));
      return missing.length === 0 || undefined;
    };
    const names = () => missing.map(({ metadata }) => metadata.name).join(', ');
    await pollUntil(areAllServed, {
      ...limit,
      failure: () => `${names()}: not served after ${APPLY_SECONDS} s`,
    });
  });
}

/** Version of the API server, such as `1.36.4`. */
async function versionOf({ client }: AdminClient): Promise<string> {
  const { gitVersion } = await client.read<{ readonly gitVersion: string }>('/version', {
    accept: 'application/json',
  });
  return gitVersion.slice(1);
}

/** Resources of the versions that a CRD serves. */
function servedResources({ spec }: CustomResourceDefinition): Resource[] {
  const { group, names, versions } = spec;
  return versions
    .filter(({ served }) => served)
    .map(({ name }) => clusterResource(`${group}/${name}`, names.kind, names.plural));
}

/** Applies the CRD of a file as it is: parsing half a megabyte of YAML takes longer than sending it. */
async function installCrd(
  admin: AdminClient,
  file: string,
  signal: AbortSignal,
): Promise<CustomResourceDefinition> {
  const manifest = await readFile(file, 'utf8');
  const [, name] = /^metadata:\n(?: .*\n)*? {2}name: (\S+)$/m.exec(manifest) ?? [];
  if (name === undefined) {
    throw new UserError(`${file} names no custom resource definition`);
  }
  let refusal = '';
  const apply = async () => {
    try {
      return await applyManifest(admin, CUSTOM_RESOURCE_DEFINITIONS, name, manifest);
    } catch (error) {
      refusal = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  };
  const failure = () => `cannot apply ${name}: ${refusal}`;
  return await pollUntil(apply, { signal, seconds: APPLY_SECONDS, failure });
}
