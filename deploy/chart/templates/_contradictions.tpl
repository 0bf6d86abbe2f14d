{{- /* Fails where values contradict each other, with the name of the value that has to change. */}}
{{- define "stoa.refuseContradictions" -}}
{{- $rest := .Values.rest -}}
{{- if and $rest.ingress.enabled (not $rest.enabled) -}}
{{- fail "rest.ingress.enabled: there is no REST API to lead to, because rest.enabled is false" -}}
{{- end -}}
{{- if and $rest.ingress.enabled (not $rest.ingress.hosts) -}}
{{- fail "rest.ingress.hosts: an Ingress for the REST API needs at least one host" -}}
{{- end -}}
{{- with $rest.autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "rest.autoscaling.minReplicas: %d is more than rest.autoscaling.maxReplicas, %d" (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- if and $rest.service.loadBalancerSourceRanges (ne $rest.service.type "LoadBalancer") -}}
{{- fail (printf "rest.service.loadBalancerSourceRanges: a Service of the type %s has none; set rest.service.type=LoadBalancer" $rest.service.type) -}}
{{- end -}}
{{- with $rest.tls -}}
{{- if and .insecure (or .secretName .issuerRef.name) -}}
{{- fail "rest.tls.insecure: plain HTTP has no certificate; leave out rest.tls.secretName and rest.tls.issuerRef" -}}
{{- end -}}
{{- if and .secretName .issuerRef.name -}}
{{- fail "rest.tls.issuerRef: the certificate is in the Secret of rest.tls.secretName already; leave out one of them" -}}
{{- end -}}
{{- if and .hosts (not .issuerRef.name) -}}
{{- fail "rest.tls.hosts: only a certificate of an issuer is made for hosts; set rest.tls.issuerRef.name" -}}
{{- end -}}
{{- end -}}
{{- if and $rest.userExtras (not (.Values.config.rest | default dict).audiences) -}}
{{- fail "rest.userExtras: only tokens for an audience have them; set config.rest.audiences" -}}
{{- end -}}
{{- if and $rest.enabled .Values.config.regions (not $rest.kubeconfigSecret) -}}
{{- fail "rest.kubeconfigSecret: config.regions names contexts, and no Secret has a kubeconfig with them" -}}
{{- end -}}
{{- end }}
