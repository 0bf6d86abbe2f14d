{{- /* The Deployment of a part. */}}
{{- define "stoa.deployment" -}}
{{- $values := get .root.Values .part -}}
{{- $config := get .root.Values.config .part | default dict -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "stoa.fullname" .root }}-{{ .part }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "stoa.labels" . | nindent 4 }}
spec:
  {{- if not ($values.autoscaling | default dict).enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  selector:
    matchLabels: {{- include "stoa.selector" . | nindent 6 }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        {{- include "stoa.labels" . | nindent 8 }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        kubectl.kubernetes.io/default-container: {{ .part }}
        # New settings make new pods: a process reads its file once.
        stoa.dev/config: {{ include "stoa.config" .root | sha256sum }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "stoa.fullname" .root }}-{{ .part }}
      {{- include "stoa.podSettings" .root | nindent 6 }}
      # Longer than the process takes for what is under way.
      terminationGracePeriodSeconds: {{ $config.drainSeconds | default 20 | add 15 }}
      {{- with $values.topologySpreadConstraints }}
      topologySpreadConstraints: {{- toYaml . | nindent 8 }}
      {{- else }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels: {{- include "stoa.selector" . | nindent 14 }}
      {{- end }}
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
            {{- if and (eq .part "rest") (include "stoa.tlsSecret" .root) }}
            - { name: tls, mountPath: /etc/stoa-tls, readOnly: true }
            {{- end }}
            {{- if $values.monitoringSecret }}
            - { name: monitoring, mountPath: /etc/stoa-monitoring, readOnly: true }
            {{- end }}
            {{- with $values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
        {{- with $values.extraContainers }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      volumes:
        - name: config
          configMap: { name: {{ include "stoa.fullname" .root }}-config }
        {{- with $values.kubeconfigSecret }}
        - name: regions
          secret: { secretName: {{ . }} }
        {{- end }}
        {{- if and (eq .part "rest") (include "stoa.tlsSecret" .root) }}
        - name: tls
          secret: { secretName: {{ include "stoa.tlsSecret" .root }} }
        {{- end }}
        {{- with $values.monitoringSecret }}
        - name: monitoring
          secret: { secretName: {{ . }} }
        {{- end }}
        {{- with $values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
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
{{- $security := .Values.podSecurityContext }}
{{- if .Capabilities.APIVersions.Has "security.openshift.io/v1" }}
{{- /* OpenShift assigns the ids of users itself, and admits no others. */}}
{{- $security = omit $security "runAsUser" "runAsGroup" "fsGroup" }}
{{- end -}}
securityContext: {{- toYaml $security | nindent 2 }}
{{- end }}

{{- /* The same of their containers. */}}
{{- define "stoa.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* On which nodes the pods of a part may be, and before which others: the values of that part. */}}
{{- define "stoa.placement" -}}
{{- range $name := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $ $name }}
{{ $name }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{- /* How many pods of a part may be taken away at a time. */}}
{{- define "stoa.disruption" -}}
{{- with get (get .root.Values .part) "podDisruptionBudget" }}
{{- if .enabled -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "stoa.fullname" $.root }}-{{ $.part }}
  namespace: {{ $.root.Release.Namespace }}
  labels: {{- include "stoa.labels" $ | nindent 4 }}
spec:
  maxUnavailable: {{ .maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "stoa.selector" $ | nindent 6 }}
{{- end }}
{{- end }}
{{- end }}
