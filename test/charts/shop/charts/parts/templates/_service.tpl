{{- define "parts.service" }}
apiVersion: v1
kind: Service
metadata: { name: {{ .root.Release.Name }}-shop }
spec: { ports: [{ port: 80, targetPort: {{ .port }} }], selector: { app.kubernetes.io/instance: {{ .root.Release.Name }} } }
{{- end }}
