/** Sides of the chart: each client edits the values of one. */
export const SIDES = ['left', 'right'] as const;

/** Values of a side, as its client sets them. */
export interface SideValues {
  readonly replicas: number;
  /** Kind of its workload. */
  readonly kind: 'Deployment' | 'StatefulSet';
  /** Port of its Service, which it has unless it is 0. */
  readonly port: number;
  /** ConfigMaps by name, each also a variable. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Files of a chart with a workload for each side, whose objects come, change and go with the values; with a generated
 * password, and a Job before each release. `note` is what both clients set.
 */
export const EDITED_CHART = {
  'values.yaml': 'note: none\n',
  'templates/secret.yaml': `
apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }}-password }
stringData: { password: {{ randAlphaNum 24 | quote }}, note: {{ .Values.note | quote }} }
`,
  'templates/move.yaml': `
apiVersion: batch/v1
kind: Job
metadata: { name: {{ .Release.Name }}-move, annotations: { helm.sh/hook: "pre-install,pre-upgrade" } }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: move, image: registry.example.com/edited:1, env: [{ name: NOTE, value: {{ .Values.note | quote }} }] }]
`,
  'templates/sides.yaml': `
{{- range $side := list "left" "right" }}
{{- with index $.Values $side }}
{{- $name := printf "%s-%s" $.Release.Name $side }}
{{- range $key, $value := .settings }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: {{ $name }}-{{ $key }} }
data: { value: {{ $value | quote }} }
{{- end }}
{{- if .port }}
---
apiVersion: v1
kind: Service
metadata: { name: {{ $name }} }
spec:
  selector: { app: {{ $name }} }
  ports: [{ name: http, port: {{ .port }}, targetPort: 8080 }]
{{- end }}
---
apiVersion: apps/v1
kind: {{ .kind }}
metadata: { name: {{ $name }} }
spec:
  replicas: {{ .replicas }}
  selector: { matchLabels: { app: {{ $name }} } }
  {{- if eq .kind "StatefulSet" }}
  serviceName: {{ $name }}
  {{- end }}
  template:
    metadata: { labels: { app: {{ $name }} } }
    spec:
      containers:
        - name: main
          image: registry.example.com/edited:1
          args: [{{ $.Values.note | quote }}]
          env:
            - { name: PASSWORD, valueFrom: { secretKeyRef: { name: {{ $.Release.Name }}-password, key: password } } }
          {{- range $key, $value := .settings }}
            - { name: {{ upper $key }}, value: {{ $value | quote }} }
          {{- end }}
{{- end }}
{{- end }}
`,
} as const;
