type Files = Readonly<Record<string, string>>;

/** Job of a hook that says which release it runs for. */
function hookJob(name: string, annotations: string): string {
  return `
apiVersion: batch/v1
kind: Job
metadata: { name: "{{ .Release.Name }}-${name}", annotations: { ${annotations} } }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: registry.example.com/${name}:{{ .Chart.Version }}
          env: [{ name: RELEASE, value: "{{ .Release.Revision }}" }]
`;
}

/** Secret with a value that is made anew at every rendering, and one that stays if it is looked up. */
function generated(name: string): string {
  return `
{{- $name := printf "%s-${name}" .Release.Name }}
{{- $found := lookup "v1" "Secret" .Release.Namespace $name }}
apiVersion: v1
kind: Secret
metadata: { name: {{ $name }} }
stringData:
  found: {{ if $found }}{{ $found.data.found | b64dec | quote }}{{ else }}{{ randAlphaNum 16 | quote }}{{ end }}
  made: {{ randAlphaNum 16 | quote }}
`;
}

function configMap(name: string, data: string): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-${name}" }
data: { ${data} }
`;
}

const SHARED: Files = {
  'values.yaml': 'mode: default\nreplicas: 1\n',
  'templates/password.yaml': generated('password'),
  'templates/release.yaml': configMap(
    'release',
    'mode: {{ .Values.mode }}, number: "{{ .Release.Revision }}", upgrade: "{{ .Release.IsUpgrade }}"',
  ),
  'templates/create.yaml': hookJob('create', 'helm.sh/hook: pre-install'),
  'templates/move.yaml': hookJob(
    'move',
    'helm.sh/hook: pre-upgrade, helm.sh/hook-delete-policy: hook-succeeded',
  ),
  'templates/web.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: { name: "{{ .Release.Name }}-web" }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example.com/web:{{ .Chart.Version }}
          ports: [{ containerPort: 8080 }]
          envFrom: [{ secretRef: { name: "{{ .Release.Name }}-password" } }]
---
apiVersion: v1
kind: Service
metadata: { name: "{{ .Release.Name }}-web" }
spec:
  selector: { app: web }
  ports: [{ name: http, port: 80, targetPort: 8080 }]
`,
};

/** Name of the chart of the campaign. */
export const CHART_NAME = 'chart';

/**
 * Files of the chart by version. A Job runs before its install, another before each upgrade and is deleted. 2.0.0 has a
 * Secret more, which takes the random values of the other one, and a ConfigMap less.
 */
export const CHART_VERSIONS: Readonly<Record<string, Files>> = {
  '1.0.0': { ...SHARED, 'templates/extra.yaml': configMap('extra', 'of: first') },
  '2.0.0': { ...SHARED, 'templates/another.yaml': generated('another') },
};
