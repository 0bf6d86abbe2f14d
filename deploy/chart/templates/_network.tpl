{{- /* Whoever may read metrics, and the kubelet, which is always let in. */}}
{{- define "stoa.metricsIngress" -}}
- ports: [{ protocol: TCP, port: metrics }]
  {{- with .Values.networkPolicy.metricsFrom }}
  from:
    {{- toYaml . | nindent 4 }}
    {{- include "stoa.testPeer" $ | nindent 4 }}
  {{- end }}
{{- end }}

{{- /* The pod of `helm test`, which asks both processes. */}}
{{- define "stoa.testPeer" -}}
- podSelector:
    matchLabels: {{- include "stoa.selector" (dict "root" . "part" "test") | nindent 6 }}
{{- end }}

{{- /* What both processes reach: names, and the API server, whose address no policy can select. */}}
{{- define "stoa.commonEgress" -}}
- ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
- ports:
    {{- range .Values.networkPolicy.apiServerPorts }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .Values.networkPolicy.apiServerAddresses }}
  to:
    {{- range . }}
    - ipBlock: { cidr: {{ include "stoa.range" . }} }
    {{- end }}
  {{- end }}
{{- end }}

{{- /* An address or range as a range. */}}
{{- define "stoa.range" -}}
{{- contains "/" . | ternary . (printf "%s/%s" . (contains ":" . | ternary "128" "32")) | quote }}
{{- end }}

{{- /* Public addresses: without the private ranges in which clusters are, and without those of the configuration. */}}
{{- define "stoa.publicAddresses" -}}
{{- $inner := (.Values.config.market | default dict).notPublic | default list -}}
{{- $private := list "10.0.0.0/8" "100.64.0.0/10" "169.254.0.0/16" "172.16.0.0/12" "192.168.0.0/16" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      {{- range $private }}
      - {{ . }}
      {{- end }}
      {{- range $inner }}
      {{- if not (contains ":" .) }}
      - {{ include "stoa.range" . }}
      {{- end }}
      {{- end }}
- ipBlock:
    cidr: 2000::/3
    {{- $ipv6 := list }}
    {{- range $inner }}
    {{- if regexMatch "^[23][0-9a-fA-F]{3}:" . }}
    {{- $ipv6 = append $ipv6 (include "stoa.range" .) }}
    {{- end }}
    {{- end }}
    {{- with $ipv6 }}
    except:
      {{- range . }}
      - {{ . }}
      {{- end }}
    {{- end }}
{{- end }}

{{- /* The stores of the configuration, from which the operator fetches models and the REST API their versions. */}}
{{- define "stoa.storeEgress" -}}
{{- range (.Values.config.market | default dict).stores | default (list "public") }}
{{- if kindIs "map" . }}
# The registry {{ .url }}.
- ports: [{ protocol: TCP, port: {{ include "stoa.port" (replace "oci://" "https://" .url) }} }]
{{- else if eq . "public" }}
# Stores at public addresses.
- ports: [{ protocol: TCP, port: 443 }]
  to:
    {{- include "stoa.publicAddresses" $ | nindent 4 }}
{{- else if contains "://" . }}
# The store {{ . }}.
- ports: [{ protocol: TCP, port: {{ include "stoa.port" . }} }]
{{- else }}
# Stores at {{ . }}.
- to: [{ ipBlock: { cidr: {{ include "stoa.range" . }} } }]
  ports: [{ protocol: TCP }]
{{- end }}
{{- end }}
{{- end }}

{{- /* The gateway, which the operator asks whether it serves the rules. */}}
{{- define "stoa.probeEgress" -}}
{{- $probe := .Values.config.gateway.probe | default dict }}
{{- if ne ($probe.mode | default "auto") "off" }}
# Replicas of the gateway.
- to:
    - namespaceSelector: {}
      podSelector:
        matchLabels: { gateway.networking.k8s.io/gateway-name: {{ .Values.config.gateway.name | quote }} }
    {{- if regexMatch "^[0-9.]+$|:" ($probe.address | default "") }}
    - ipBlock: { cidr: {{ include "stoa.range" $probe.address }} }
    {{- end }}
  ports: [{ protocol: TCP }]
{{- end }}
{{- end }}

{{- /* The URLs of all regions' Prometheus, and of the tokens for them, as a YAML list. */}}
{{- define "stoa.prometheuses" -}}
{{- $sources := list .Values.config.monitoring -}}
{{- range .Values.config.regions -}}
{{- $sources = append $sources .monitoring -}}
{{- end -}}
{{- $urls := list -}}
{{- range $sources -}}
{{- $source := . | default dict -}}
{{- $urls = concat $urls (list $source.url ((($source.auth | default dict).oauth2) | default dict).tokenUrl) -}}
{{- end -}}
{{- $urls | compact | uniq | toYaml -}}
{{- end }}

{{- /* The name of the port of the REST API: its scheme. */}}
{{- define "stoa.restPort" -}}
{{- ternary "http" "https" .Values.rest.tls.insecure -}}
{{- end }}
