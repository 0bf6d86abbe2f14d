import { ENGINES } from '../../src/engines/index.ts';
import type { Permission } from '../../src/kube/permissions.ts';
import { WORKLOADS } from '../../src/objects/workload.ts';
import { CONSTRAINED_IMPERSONATION, IMPERSONATION } from '../../src/rest/permissions.ts';

/** Verbs on the workloads of installs, a parameter of the template. */
const VERBS = ['{{ . }}'];

/** A generated file: its path from the root, and its content. */
interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/** Template of the chart with the rules of RBAC for workloads; its parameter are the verbs. */
export function workloadRulesFile(): GeneratedFile {
  const permissions = WORKLOADS.map(({ group, plural: resource }) => ({ group, resource, verbs: VERBS }));
  return {
    path: 'deploy/chart/templates/_workloads.tpl',
    content: [
      GENERATED('src/objects/workload.ts'),
      ...definition('stoa.workloadRules', rulesOf(permissions)),
    ].join('\n'),
  };
}

/** Template of the chart with the rules of RBAC by which the REST API impersonates its callers. */
export function impersonationRulesFile(): GeneratedFile {
  return {
    path: 'deploy/chart/templates/_impersonation.tpl',
    content: [
      GENERATED('src/rest/permissions.ts'),
      ...definition('stoa.constrainedImpersonationRules', rulesOf(CONSTRAINED_IMPERSONATION)),
      ...definition('stoa.impersonationRules', rulesOf(IMPERSONATION)),
    ].join('\n'),
  };
}

/** Template of the chart with the rules of RBAC for the objects of engines. */
export function engineRulesFile(): GeneratedFile {
  const verbs = ['list', 'watch', 'create', 'patch', 'delete'];
  const permissions = ENGINES.flatMap(({ resources }) =>
    resources
      .map(({ group, plural: resource }) => ({ group, resource, verbs }))
      .toSorted((one, other) => (one.resource < other.resource ? -1 : 1)),
  );
  return {
    path: 'deploy/chart/templates/_engines.tpl',
    content: [GENERATED('src/engines'), ...definition('stoa.engineRules', rulesOf(permissions))].join('\n'),
  };
}

const GENERATED = (source: string) =>
  `{{- /* Generated from ${source} by \`npm run generate\`: change it there. */}}`;

/** Lines of a template with a name. */
function definition(name: string, lines: readonly string[]): string[] {
  return [`{{- define "${name}" -}}`, ...lines, '{{- end }}', ''];
}

/** Lines of the rules of RBAC that grant permissions, those with equal verbs in one group together. */
function rulesOf(permissions: readonly Permission[]): string[] {
  const rules = Map.groupBy(permissions, ({ group, verbs }) => JSON.stringify([group, verbs]));
  return [...rules.values()].flatMap((alike) => {
    const [{ group, verbs } = { group: '', verbs: [] }] = alike;
    return [
      `- apiGroups: [${group === '' ? '""' : group}]`,
      `  resources: [${alike.map(({ resource }) => resource).join(', ')}]`,
      `  verbs: [${verbs.map((verb) => (verb.includes(':') ? `"${verb}"` : verb)).join(', ')}]`,
    ];
  });
}
