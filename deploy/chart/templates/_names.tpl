{{- /* CEL: whether the host or pattern `of` is within the pattern `in`; both are CEL expressions. */}}
{{- define "stoa.cel.within" -}}
({{ .of }} == {{ .in }} || {{ .in }}.startsWith("*.") && {{ .of }}.endsWith({{ .in }}.substring(1)))
{{- end }}

{{- /* CEL: the entries of the annotation `.` on the Namespace, a list with commas. */}}
{{- define "stoa.cel.annotated" -}}
{{ . | quote }} in variables.annotations
  ? variables.annotations[{{ . | quote }}].split(",").map(each, each.trim()).filter(each, each != "")
  : []
{{- end }}

{{- /* CEL: both ends of the range of ports `.`, a CEL expression; of one port, twice itself. */}}
{{- define "stoa.cel.from" -}}
int({{ . }}.split("-")[0].trim())
{{- end }}
{{- define "stoa.cel.to" -}}
int({{ . }}.split("-")[{{ . }}.split("-").size() - 1].trim())
{{- end }}

{{- /* CEL: whether the text `.` is a range of ports. */}}
{{- define "stoa.cel.isRange" -}}
{{ . }}.matches("^[0-9]{1,5}([ \\t\\r\\n]*-[ \\t\\r\\n]*[0-9]{1,5})?$") && 1 <= {{ include "stoa.cel.from" . }}
  && {{ include "stoa.cel.from" . }} <= {{ include "stoa.cel.to" . }} && {{ include "stoa.cel.to" . }} <= 65535
{{- end }}

{{- /* CEL: whether the port of the rule is among the ranges `.`, a CEL expression. */}}
{{- define "stoa.cel.offered" -}}
{{ . }}.exists(range, {{ include "stoa.cel.from" "range" }} <= variables.port && variables.port <= {{ include "stoa.cel.to" "range" }})
{{- end }}

{{- /* CEL: the host of the GatewayRule `.`, a CEL expression; empty for none. */}}
{{- define "stoa.cel.host" -}}
(has({{ . }}.spec.http) ? {{ . }}.spec.http.domainName : has({{ . }}.spec.tls) ? {{ . }}.spec.tls.domainName : "")
{{- end }}

{{- /* CEL: the issuer that the GatewayRule `.`, a CEL expression, names for its certificate, as text; empty for none. */}}
{{- define "stoa.cel.issuer" -}}
(!has({{ . }}.spec.http) || has({{ . }}.spec.http.certificateId) || has({{ . }}.spec.http.certificateName) ? ""
  : has({{ . }}.spec.http.issuerRef)
  ? (has({{ . }}.spec.http.issuerRef.kind) && {{ . }}.spec.http.issuerRef.kind == "ClusterIssuer" ? "clusterissuer/" : "issuer/") + {{ . }}.spec.http.issuerRef.name
  : has({{ . }}.spec.http.autoSsl) && {{ . }}.spec.http.autoSsl && has({{ . }}.spec.http.autoSslConfig) ? {{ . }}.spec.http.autoSslConfig : "")
{{- end }}

{{- /* Declarations in config.gateway.teams as JSON, which is CEL: team by host or by range of ports, issuers by team. */}}
{{- define "stoa.declared" -}}
{{- $hosts := dict }}
{{- $ports := dict }}
{{- $issuers := dict }}
{{- range $team, $declared := dig "gateway" "teams" dict .Values.config }}
{{- range $host := $declared.hosts }}
{{- $_ := set $hosts $host $team }}
{{- end }}
{{- range $range := splitList "," ($declared.ports | default "" | toString) }}
{{- if trim $range }}
{{- $_ := set $ports (trim $range) $team }}
{{- end }}
{{- end }}
{{- if hasKey $declared "issuers" }}
{{- $_ := set $issuers $team $declared.issuers }}
{{- end }}
{{- end }}
{{- dict "hosts" $hosts "ports" $ports "issuers" $issuers | toJson }}
{{- end }}
