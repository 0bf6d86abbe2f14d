{{- /* Not empty where namespaces are teams by their names too, not by the label alone. */}}
{{- define "stoa.teamsByName" -}}
{{ eq (dig "teams" "mode" "" .Values.config) "namespaces" | ternary "true" "" }}
{{- end }}

{{- /* The namespaces whose objects a policy looks at: all that can be those of teams. */}}
{{- define "stoa.teamNamespaces" -}}
{{- $expressions := list }}
{{- if not (include "stoa.teamsByName" .) }}
{{- $expressions = append $expressions (dict "key" "stoa.dev/team" "operator" "Exists") }}
{{- end }}
{{- with (.Values.config.operator | default dict).watchNamespaces }}
{{- $expressions = append $expressions (dict "key" "kubernetes.io/metadata.name" "operator" "In" "values" .) }}
{{- end }}
{{- if $expressions -}}
matchExpressions:
  {{- range $expressions }}
  - {{ toJson . }}
  {{- end }}
{{- else -}}
{}
{{- end }}
{{- end }}

{{- /* CEL: whether the Namespace has the label of a team. */}}
{{- define "stoa.cel.hasTeamLabel" -}}
has(namespaceObject.metadata.labels) && "stoa.dev/team" in namespaceObject.metadata.labels
{{- end }}

{{- /* CEL: the team of the Namespace, if it belongs to one. */}}
{{- define "stoa.cel.team" -}}
{{- if include "stoa.teamsByName" . -}}
{{ include "stoa.cel.hasTeamLabel" . }}
  ? namespaceObject.metadata.labels["stoa.dev/team"] : namespaceObject.metadata.name
{{- else -}}
namespaceObject.metadata.labels["stoa.dev/team"]
{{- end }}
{{- end }}

{{- /* CEL: whether the Namespace belongs to a team, of those that "stoa.teamNamespaces" selects; src/names/team.ts says the same. */}}
{{- define "stoa.cel.inTeam" -}}
{{- if include "stoa.teamsByName" . -}}
{{- $config := .Values.config }}
{{- $excluded := concat (list .Release.Namespace $config.gateway.namespace) (dig "teams" "excludedNamespaces" list $config) | uniq }}
{{ include "stoa.cel.hasTeamLabel" . }}
  || !namespaceObject.metadata.name.startsWith("kube-") && !(namespaceObject.metadata.name in {{ toJson $excluded }})
{{- else -}}
true
{{- end }}
{{- end }}
