import { WORKLOADS } from '../../src/objects/workload.ts';

/** Verbs of the operator on the workloads of installs. */
const VERBS = 'list, watch, create, patch, delete';

/** Template of the chart with the rules of RBAC for workloads: its path from the root, and its content. */
export function workloadRulesFile(): { readonly path: string; readonly content: string } {
  const groups = Map.groupBy(WORKLOADS, ({ group }) => group);
  const rules = [...groups].map(([group, resources]) =>
    [
      `- apiGroups: [${group === '' ? '""' : group}]`,
      `  resources: [${resources.map(({ plural }) => plural).join(', ')}]`,
      `  verbs: [${VERBS}]`,
    ].join('\n'),
  );
  return {
    path: 'deploy/chart/templates/_workloads.tpl',
    content: [
      '{{- /* Generated from src/objects/workload.ts by `npm run generate`: change it there. */}}',
      '{{- define "stoa.workloadRules" -}}',
      ...rules,
      '{{- end }}',
      '',
    ].join('\n'),
  };
}
