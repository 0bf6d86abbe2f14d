/** Components of the chart, and the objects of each. */
const COMPONENTS = 10;
const KINDS = 5;

/** Number of objects of the chart. */
export const OBJECTS = COMPONENTS * KINDS;

const HELPERS = `
{{- define "large.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.Version | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}
`;

/**
 * Files of a typical chart: a workload with a Service, an account, a configuration and a generated password for each
 * component. No pod runs.
 */
export function chartFiles(): Readonly<Record<string, string>> {
  const parts = Array.from({ length: COMPONENTS }, (_, index) => `part-${index}`);
  const templates = parts.map((part) => [`templates/${part}.yaml`, templateOf(part)] as const);
  const values = Object.fromEntries(parts.map((part) => [part, { port: 8080, settings: SETTINGS }]));
  return {
    'values.yaml': JSON.stringify(values),
    'templates/_helpers.tpl': HELPERS,
    ...Object.fromEntries(templates),
  };
}

const SETTINGS = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`setting-${index}`, `value ${index} of this setting`]),
);

function templateOf(part: string): string {
  const head = (apiVersion: string, kind: string) => `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: {{ .Release.Name }}-${part}
  labels: {{- include "large.labels" . | nindent 4 }}
    app.kubernetes.io/component: ${part}`;
  return `{{- $own := index .Values "${part}" }}
${head('v1', 'ServiceAccount')}
---
${head('v1', 'Secret')}
{{- $name := printf "%s-${part}" .Release.Name }}
{{- $found := lookup "v1" "Secret" .Release.Namespace $name }}
data:
  password: {{ if $found }}{{ $found.data.password }}{{ else }}{{ randAlphaNum 24 | b64enc }}{{ end }}
---
${head('v1', 'ConfigMap')}
data: {{- toYaml $own.settings | nindent 2 }}
---
${head('v1', 'Service')}
spec:
  selector: { app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/component: ${part} }
  ports: [{ name: http, port: {{ $own.port }}, targetPort: http }]
---
${head('apps/v1', 'Deployment')}
spec:
  replicas: 0
  selector:
    matchLabels: { app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/component: ${part} }
  template:
    metadata:
      annotations: { checksum/config: {{ toYaml $own.settings | sha256sum }} }
      labels: {{- include "large.labels" . | nindent 8 }}
        app.kubernetes.io/component: ${part}
    spec:
      serviceAccountName: {{ .Release.Name }}-${part}
      containers:
        - name: main
          image: registry.example.com/large/${part}:{{ .Chart.Version }}
          ports: [{ name: http, containerPort: {{ $own.port }} }]
          envFrom: [{ configMapRef: { name: {{ .Release.Name }}-${part} } }]
          env: [{ name: PASSWORD, valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-${part}, key: password } } }]
          readinessProbe: { tcpSocket: { port: http } }
          resources: { requests: { cpu: 10m, memory: 32Mi } }
`;
}
