import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder of the chart. */
export const CHART_FOLDER = fileURLToPath(new URL('../chart', import.meta.url));

/** Release that deploy/base stands for. */
export const BASE = { release: 'stoa', namespace: 'stoa-system' } as const;

/** Parameters of a rendering. */
export interface Rendering {
  readonly helm: string;
  /** Folder of the chart; the one of this repository if absent. */
  readonly chart?: string;
  readonly release?: string;
  readonly namespace?: string;
  /** Arguments of helm such as `--set=rest.enabled=false`. */
  readonly args?: readonly string[];
}

/** Rendered chart: YAML documents, each below a comment that names its template. Throws Helm's error message. */
export async function renderChart(rendering: Rendering): Promise<string> {
  const { helm, chart = CHART_FOLDER, release = BASE.release, namespace = BASE.namespace } = rendering;
  const { stdout } = await run(
    helm,
    ['template', release, chart, `--namespace=${namespace}`, ...(rendering.args ?? [])],
    { maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: { readonly stderr?: string }) => {
    throw new Error(`helm template: ${error.stderr ?? error}`);
  });
  return stdout;
}

/** Rendered documents by the path of their template below the chart's `templates`, in the order of the file. */
export function byTemplate(rendered: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const part of rendered.split(/^---\n/m)) {
    const [, path, document = ''] = /^# Source: \w+\/templates\/(\S+)\n([\s\S]*)$/.exec(part) ?? [];
    if (path !== undefined) {
      files.set(path, [...(files.get(path) ?? []), document]);
    }
  }
  return files;
}
