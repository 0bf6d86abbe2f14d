import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBinaries } from '../../../deploy/local/binaries/ensure.ts';
import { terminalProgress } from '../../../deploy/local/progress.ts';
import { runTool } from '../../../deploy/local/runtool.ts';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import type { Shipment } from './shipment.ts';
import type { TargetCluster } from './targetcluster.ts';

/** A cluster, and the usual tools for it. */
export interface ShippedCluster {
  readonly where: TargetCluster;
  readonly shipment: Shipment;
  readonly client: KubeClient;
  kubectl(...args: readonly string[]): Promise<string>;
  helm(...args: readonly string[]): Promise<string>;
  /** Runs `kubectl apply` with objects. */
  apply(objects: readonly ObjectDraft[]): Promise<void>;
  /** Folder for temporary files. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Finds the tools and connects. */
export async function openWorld(
  where: TargetCluster,
  shipment: Shipment,
  folder: string,
  signal: AbortSignal,
): Promise<ShippedCluster> {
  const names = ['kubectl', 'helm'] as const;
  const programs = await ensureBinaries({ names, progress: terminalProgress(process.stderr), signal });
  process.env.KUBECONFIG = where.kubeconfig;
  const transport = await createTransport(loadAccess());
  const using =
    (program: string) =>
    (...args: readonly string[]) =>
      runTool(program, args, { signal, env: { KUBECONFIG: where.kubeconfig } });
  const kubectl = using(programs.kubectl);
  return {
    where,
    shipment,
    client: new KubeClient(transport),
    kubectl,
    helm: using(programs.helm),
    apply: async (objects) => {
      const file = join(folder, 'objects.json');
      await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
      await kubectl('apply', `--filename=${file}`);
    },
    folder,
    close: () => transport.close(),
  };
}
