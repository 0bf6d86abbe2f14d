{{- /* What the values leave open to whoever comes, a line each; empty if nothing. */}}
{{- define "stoa.open" -}}
{{- $gateway := .Values.config.gateway }}
{{- $declared := include "stoa.declared" . | fromJson }}
{{- $undeclared := dig "undeclared" "auto" $gateway }}
{{- $first := "goes to the first team that claims it" }}
{{- if include "stoa.teamsByName" . }}
- Every namespace is a team, but those of the cluster, of Stoa and of the Gateway (config.teams.mode)
{{- end }}
{{- range $kind, $names := dict "host" $declared.hosts "port" $declared.ports }}
{{- if eq $undeclared "first-come" }}
- A {{ $kind }} that nobody has declared {{ $first }} (config.gateway.undeclared)
{{- else if and (eq $undeclared "auto") (empty $names) }}
- Until a {{ $kind }} is declared for some team, each {{ $first }} (config.gateway.teams, stoa.dev/{{ $kind }}s)
{{- end }}
{{- end }}
{{- if not $gateway.limits }}
- A team may have any number of hosts, ports and rules (config.gateway.limits)
{{- end }}
{{- if has "public" (dig "market" "stores" (list "public") .Values.config) }}
- Any public address may be a store (config.market.stores)
{{- end }}
{{- if not .Values.namePolicy.enabled }}
- Only the status refuses rules with names of others, after they are written (namePolicy)
{{- end }}
{{- if not .Values.secretPolicy.enabled }}
- Secrets that cost the gateway too much can be written (secretPolicy)
{{- end }}
{{- if .Values.rest.enabled }}
{{- if not (dig "rest" "audiences" list .Values.config) }}
- The REST API accepts the tokens that the API server accepts (config.rest.audiences)
{{- end }}
{{- if .Values.rest.tls.insecure }}
- The REST API is plain HTTP (rest.tls.insecure)
{{- else if not (or .Values.rest.tls.secretName .Values.rest.tls.issuerRef.name) }}
- Clients cannot verify the certificate of the REST API (rest.tls)
{{- end }}
{{- if not (and .Values.networkPolicy.enabled .Values.networkPolicy.restFrom) }}
- Every address that reaches the pods may call the REST API (networkPolicy.restFrom)
{{- end }}
{{- end }}
{{- if not (and .Values.networkPolicy.enabled .Values.networkPolicy.metricsFrom) }}
- Every address that reaches the pods may read their metrics, without a token (networkPolicy.metricsFrom)
{{- end }}
{{- if not (and .Values.networkPolicy.enabled .Values.networkPolicy.apiServerAddresses) }}
- The pods reach every address at the ports of the API server (networkPolicy.apiServerAddresses)
{{- end }}
{{- end }}
