import { DEPENDENCIES, type Dependency } from './dependencies.ts';

/** A module at a version: `example.com/module v1.2.3`. */
export type Requirement = `${string} v${string}`;

/** The dependencies that a wrapper module requires for itself, as its go.mod says. */
export function pinnedBy(goMod: string): readonly Dependency[] {
  const direct = [...goMod.matchAll(/^(?:\t|require )(\S+) v\S+$/gm)].map(([, module]) => module);
  return DEPENDENCIES.filter(({ module }) => direct.includes(module));
}

/** The go.mod with these requirements alone: tidy then finds the rest as the required modules want it. */
export function withRequirements(goMod: string, requirements: readonly Requirement[]): string {
  const lines = requirements.map((each) => `\t${each}\n`).join('');
  return goMod
    .replaceAll(/^require (?:\([^)]*\)|.*)\n+/gm, '')
    .replace(/^go .*\n/m, (line) => `${line}\nrequire (\n${lines})\n`);
}

/** Kubernetes requires its staging modules as v0.0.0; published, they are v0.<minor>.<patch>. */
export function withStagingReplaces(goMod: string, kubernetes: string, staging: readonly string[]): string {
  const version = `v${kubernetes.replace(/^1\./, '0.')}`;
  const lines = staging.map((module) => `\t${module} => ${module} ${version}\n`);
  return goMod.replace(/^replace \([^)]*\)\n/m, `replace (\n${lines.join('')})\n`);
}

/** The programs that a wrapper's tools.go imports. */
export function programsOf(tools: string): readonly string[] {
  return [...tools.matchAll(/_ "([^"]+)"/g)].map(([, program]) => program ?? '');
}
