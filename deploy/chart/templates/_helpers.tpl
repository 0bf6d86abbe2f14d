{{- /* Labels of an object of a part: (dict "root" $ "part" "operator"). */}}
{{- define "stoa.labels" -}}
{{ include "stoa.selector" . }}
app.kubernetes.io/part-of: stoa
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end }}

{{- /* What never changes of them. */}}
{{- define "stoa.selector" -}}
app.kubernetes.io/name: stoa
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

{{- /* Stoa's configuration file: that of the values, and what belongs to the pods. */}}
{{- define "stoa.config" -}}
{{- $leader := dict "leaseName" (printf "%s-operator" .Release.Name) -}}
{{- $operator := dict "namespace" .Release.Namespace "metrics" "0.0.0.0:8081" "leaderElection" $leader -}}
{{- $rest := dict "listen" "0.0.0.0:8080" "metrics" "0.0.0.0:8081" -}}
{{- if .Values.rest.tls.secretName -}}
{{- $_ := set $rest "tls" (dict "certFile" "/etc/stoa-tls/tls.crt" "keyFile" "/etc/stoa-tls/tls.key") -}}
{{- end -}}
{{- mergeOverwrite (deepCopy .Values.config) (dict "operator" $operator "rest" $rest) | toYaml -}}
{{- end }}

{{- /* The Deployment of a part. */}}
{{- define "stoa.deployment" -}}
{{- $values := get .root.Values .part -}}
{{- $config := get .root.Values.config .part | default dict -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "stoa.labels" . | nindent 4 }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels: {{- include "stoa.selector" . | nindent 6 }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels: {{- include "stoa.labels" . | nindent 8 }}
      annotations:
        kubectl.kubernetes.io/default-container: {{ .part }}
        # New settings make new pods: a process reads its file once.
        stoa.dev/config: {{ include "stoa.config" .root | sha256sum }}
    spec:
      serviceAccountName: {{ .root.Release.Name }}-{{ .part }}
      {{- include "stoa.podSettings" .root | nindent 6 }}
      # Longer than the process takes for what is under way.
      terminationGracePeriodSeconds: {{ $config.drainSeconds | default 20 | add 15 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels: {{- include "stoa.selector" . | nindent 14 }}
      {{- with include "stoa.placement" $values | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      containers:
        - name: {{ .part }}
          image: {{ include "stoa.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .part }}]
          env:
            - { name: STOA_CONFIG, value: /etc/stoa/config.yaml }
            - { name: NODE_OPTIONS, value: {{ $values.nodeOptions | quote }} }
            {{- if $values.kubeconfigSecret }}
            - { name: KUBECONFIG, value: /etc/stoa-regions/kubeconfig }
            {{- end }}
            {{- with $values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            {{- if eq .part "rest" }}
            - { name: {{ include "stoa.restPort" .root }}, containerPort: 8080 }
            {{- end }}
            - { name: metrics, containerPort: 8081 }
          startupProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 2
            failureThreshold: 90
          livenessProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 5
            timeoutSeconds: 5
          resources: {{- toYaml $values.resources | nindent 12 }}
          securityContext: {{- include "stoa.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - { name: config, mountPath: /etc/stoa, readOnly: true }
            {{- if $values.kubeconfigSecret }}
            - { name: regions, mountPath: /etc/stoa-regions, readOnly: true }
            {{- end }}
            {{- if ($values.tls | default dict).secretName }}
            - { name: tls, mountPath: /etc/stoa-tls, readOnly: true }
            {{- end }}
            {{- if $values.monitoringSecret }}
            - { name: monitoring, mountPath: /etc/stoa-monitoring, readOnly: true }
            {{- end }}
      volumes:
        - name: config
          configMap: { name: {{ .root.Release.Name }}-config }
        {{- with $values.kubeconfigSecret }}
        - name: regions
          secret: { secretName: {{ . }} }
        {{- end }}
        {{- with ($values.tls | default dict).secretName }}
        - name: tls
          secret: { secretName: {{ . }} }
        {{- end }}
        {{- with $values.monitoringSecret }}
        - name: monitoring
          secret: { secretName: {{ . }} }
        {{- end }}
{{- end }}

{{- /* What all pods have: whence their image may be pulled, and the user and rights that Pod Security asks for. */}}
{{- define "stoa.podSettings" -}}
{{- with .Values.image.pullSecrets -}}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{ end -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- /* The same of their containers. */}}
{{- define "stoa.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* On which nodes the pods of a part may be: the values of that part. */}}
{{- define "stoa.placement" -}}
{{- range $name := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $ $name }}
{{ $name }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Annotations of what is made when the release has been uninstalled, and goes again, by its turn. */}}
{{- define "stoa.whenUninstalled" -}}
helm.sh/hook: post-delete
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{- /* At most one pod of a part is taken away at a time. */}}
{{- define "stoa.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "stoa.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "stoa.selector" . | nindent 6 }}
{{- end }}

{{- /* The Service that Prometheus finds the pods of a part by. */}}
{{- define "stoa.metricsService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}-metrics
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

{{- /* A ServiceAccount of a part. */}}
{{- define "stoa.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "stoa.labels" . | nindent 4 }}
{{- end }}

{{- /* Who a binding of a part's role is for. */}}
{{- define "stoa.subjects" -}}
- kind: ServiceAccount
  name: {{ .root.Release.Name }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
{{- end }}

{{- /* Gives a part a Role of a namespace: (dict "root" $ "part" "operator" "role" "operator-team" "namespace" "a"). */}}
{{- define "stoa.roleBinding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  namespace: {{ .namespace }}
  labels: {{- include "stoa.labels" . | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ .root.Release.Name }}-{{ .role }}
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
{{ .text | replace "stoa-(" (printf "%s-(" .root.Release.Name) | replace "\"stoa-" (printf "\"%s-" .root.Release.Name) }}
{{- end }}
