{{- /* Generated from src/objects/workload.ts by `npm run generate`: change it there. */}}
{{- define "stoa.workloadRules" -}}
- apiGroups: [apps]
  resources: [deployments, statefulsets, daemonsets]
  verbs: [{{ . }}]
- apiGroups: [batch]
  resources: [jobs, cronjobs]
  verbs: [{{ . }}]
{{- end }}
