import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import { repository } from '../../../deploy/local/repository.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';

/** The chart of the examples; its install and its Service are called the same. */
export const CHART = 'hello';

/** Versions in the store, by the folders of the repository: that of the examples, and the same as a later one. */
export const VERSIONS = { hello: '1.0.0', 'hello-later': '1.1.0' } as const;

/** ConfigMap with the charts of the store, and where its volume is mounted. */
export const CHARTS_MOUNT = { name: 'charts', mountPath: '/mounted' } as const;

/** Folder of the charts in that volume: beside it, the kubelet has folders of its own. */
const FOLDER = 'charts';

/** Path of that folder. */
export const CHARTS_FOLDER = `${CHARTS_MOUNT.mountPath}/${FOLDER}`;

/** Files of the charts of the store, by their paths in the repository. */
function chartFiles(): Readonly<Record<string, string>> {
  const folder = join(repository.charts, CHART);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    Object.entries(VERSIONS).flatMap(([name, version]) =>
      files.map(({ parentPath, name: file }) => {
        const path = join(parentPath, file);
        const text = readFileSync(path, 'utf8');
        return [
          join(name, path.slice(folder.length + 1)),
          text.replace(/^version: .*$/m, `version: ${version}`),
        ];
      }),
    ),
  );
}

/** ConfigMap of the charts; its keys are paths without slashes. */
export function chartsMap(): ObjectDraft {
  const data = Object.fromEntries(
    Object.entries(chartFiles()).map(([path, text]) => [keyOfPath(path), text]),
  );
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: CHARTS_MOUNT.name, namespace: EXAMPLE_NAMESPACE },
    data,
  };
}

/** Volume of the charts, with the folders that a key has no room for. */
export function chartsVolume(): object {
  const items = Object.keys(chartFiles()).map((path) => ({
    key: keyOfPath(path),
    path: join(FOLDER, path),
  }));
  return { name: CHARTS_MOUNT.name, configMap: { name: CHARTS_MOUNT.name, items } };
}

function keyOfPath(path: string): string {
  return path.replaceAll('/', '.');
}
