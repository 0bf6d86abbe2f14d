{{- /* What the names of all objects begin with. */}}
{{- define "stoa.fullname" -}}
{{ .Values.fullnameOverride | default .Release.Name }}
{{- end }}

{{- /* Labels of an object of a part: (dict "root" $ "part" "operator"). */}}
{{- define "stoa.labels" -}}
{{ include "stoa.selector" . }}
app.kubernetes.io/part-of: stoa
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* What never changes of them. */}}
{{- define "stoa.selector" -}}
app.kubernetes.io/name: {{ .root.Values.nameOverride | default "stoa" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "stoa.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- /* The Secret with the certificate of the REST API: one of the values, or that of cert-manager; empty without one. */}}
{{- define "stoa.tlsSecret" -}}
{{- with .Values.rest.tls -}}
{{- .secretName | default (ternary (printf "%s-rest-tls" (include "stoa.fullname" $)) "" (not (empty .issuerRef.name))) -}}
{{- end -}}
{{- end }}

{{- /* Stoa's configuration file: that of the values, and what belongs to the pods. */}}
{{- define "stoa.config" -}}
{{- $leader := dict "leaseName" (printf "%s-operator" (include "stoa.fullname" .)) -}}
{{- $operator := dict "namespace" .Release.Namespace "metrics" "0.0.0.0:8081" "leaderElection" $leader -}}
{{- $rest := dict "listen" "0.0.0.0:8080" "metrics" "0.0.0.0:8081" -}}
{{- if .Values.rest.tls.insecure -}}
{{- $_ := set $rest "tls" (dict "insecure" true) -}}
{{- else if include "stoa.tlsSecret" . -}}
{{- $_ := set $rest "tls" (dict "certFile" "/etc/stoa-tls/tls.crt" "keyFile" "/etc/stoa-tls/tls.key") -}}
{{- end -}}
{{- mergeOverwrite (deepCopy .Values.config) (dict "operator" $operator "rest" $rest) | toYaml -}}
{{- end }}

{{- /* Annotations of what is made when the release has been uninstalled, and goes again, by its turn. */}}
{{- define "stoa.whenUninstalled" -}}
helm.sh/hook: post-delete
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{- /* The Service that Prometheus finds the pods of a part by. */}}
{{- define "stoa.metricsService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "stoa.fullname" .root }}-{{ .part }}-metrics
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "stoa.labels" . | nindent 4 }}
    stoa.dev/metrics: "true"
spec:
  # A standby is to be seen too, and a pod that is not ready most of all.
  publishNotReadyAddresses: true
  clusterIP: None
  selector: {{- include "stoa.selector" . | nindent 4 }}
  ports:
    - { name: metrics, port: 8081, targetPort: metrics }
{{- end }}

{{- /* The ServiceAccount of a part. */}}
{{- define "stoa.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "stoa.fullname" .root }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
  {{- $values := (get .root.Values .part).serviceAccount }}
  labels:
    {{- include "stoa.labels" . | nindent 4 }}
    {{- with $values.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $values.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- /* Metadata of an object for monitoring: (dict "root" $ "name" "stoa" "values" .Values.serviceMonitor). */}}
{{- define "stoa.monitoringMetadata" -}}
name: {{ .name }}
namespace: {{ .values.namespace | default .root.Release.Namespace }}
labels:
  {{- include "stoa.labels" (dict "root" .root "part" "monitoring") | nindent 2 }}
  {{- with .values.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .values.annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* Who a binding of a part's role is for. */}}
{{- define "stoa.subjects" -}}
- kind: ServiceAccount
  name: {{ include "stoa.fullname" .root }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
{{- end }}

{{- /* Gives a part a Role of a namespace: (dict "root" $ "part" "operator" "role" "operator-team" "namespace" "a"). */}}
{{- define "stoa.roleBinding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ include "stoa.fullname" .root }}-{{ .role }}
  namespace: {{ .namespace }}
  labels: {{- include "stoa.labels" . | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ include "stoa.fullname" .root }}-{{ .role }}
subjects: {{- include "stoa.subjects" . | nindent 2 }}
{{- end }}

{{- /* The port of a URL. */}}
{{- define "stoa.port" -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- $port | default (eq $url.scheme "https" | ternary "443" "80") -}}
{{- end }}

{{- /* A file about the processes of the release stoa, made one about this release's: (dict "root" $ "text" …). */}}
{{- define "stoa.forRelease" -}}
{{- $name := include "stoa.fullname" .root -}}
{{ .text | replace "stoa-(" (printf "%s-(" $name) | replace "\"stoa-" (printf "\"%s-" $name) }}
{{- end }}
