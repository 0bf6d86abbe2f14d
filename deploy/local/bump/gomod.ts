import { DEPENDENCIES, type Dependency } from './dependencies.ts';

/** Module at a version: `example.com/module v1.2.3`. */
export type Requirement = `${string} v${string}`;

/** Dependencies that the go.mod of a wrapper module requires directly. */
export function pinnedBy(goMod: string): readonly Dependency[] {
  const direct = [...goMod.matchAll(/^(?:\t|require )(\S+) v\S+$/gm)].map(([, module]) => module);
  return DEPENDENCIES.filter(({ module }) => direct.includes(module));
}

/** go.mod with these requirements only; `go mod tidy` adds those of the required modules. */
export function withRequirements(goMod: string, requirements: readonly Requirement[]): string {
  const lines = requirements.map((each) => `\t${each}\n`).join('');
  return goMod
    .replaceAll(/^require (?:\([^)]*\)|.*)\n+/gm, '')
    .replace(/^go .*\n/m, (line) => `${line}\nrequire (\n${lines})\n`);
}

/** go.mod that replaces the staging modules of Kubernetes, required as v0.0.0 and published as v0.<minor>.<patch>. */
export function withStagingReplaces(goMod: string, kubernetes: string, staging: readonly string[]): string {
  const version = `v${kubernetes.replace(/^1\./, '0.')}`;
  const lines = staging.map((module) => `\t${module} => ${module} ${version}\n`);
  return goMod.replace(/^replace \([^)]*\)\n/m, `replace (\n${lines.join('')})\n`);
}

/** Packages of the programs that the tools.go of a wrapper imports. */
export function programsOf(tools: string): readonly string[] {
  return [...tools.matchAll(/_ "([^"]+)"/g)].map(([, program]) => program ?? '');
}
