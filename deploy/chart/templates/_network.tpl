{{- /* Whoever may read metrics, and the kubelet, which is always let in. */}}
{{- define "stoa.metricsIngress" -}}
- ports: [{ protocol: TCP, port: metrics }]
  {{- with .Values.networkPolicy.metricsFrom }}
  from: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- /* What both processes reach: names, and the API server, whose address no policy can select. */}}
{{- define "stoa.commonEgress" -}}
- ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
- ports:
    {{- range .Values.networkPolicy.apiServerPorts }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{- /* The URLs of all regions' Prometheus, as a YAML list. */}}
{{- define "stoa.prometheuses" -}}
{{- $urls := list ((.Values.config.monitoring | default dict).url) -}}
{{- range .Values.config.regions -}}
{{- $urls = append $urls ((.monitoring | default dict).url) -}}
{{- end -}}
{{- $urls | compact | uniq | toYaml -}}
{{- end }}

{{- /* The name of the port of the REST API: its scheme. */}}
{{- define "stoa.restPort" -}}
{{- ternary "http" "https" (empty .Values.rest.tls.secretName) -}}
{{- end }}
