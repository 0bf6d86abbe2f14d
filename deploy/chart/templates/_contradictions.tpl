{{- /* Fails where values contradict each other, with the name of the value that has to change. */}}
{{- define "stoa.refuseContradictions" -}}
{{- $rest := .Values.rest -}}
{{- if and $rest.ingress.enabled (not $rest.enabled) -}}
{{- fail "rest.ingress.enabled: there is no REST API to lead to, because rest.enabled is false" -}}
{{- end -}}
{{- if and $rest.ingress.enabled (not $rest.ingress.hosts) -}}
{{- fail "rest.ingress.hosts: an Ingress for the REST API needs at least one host" -}}
{{- end -}}
{{- include "stoa.refuseRule" . -}}
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

{{- /* The same of rest.gatewayRule. */}}
{{- define "stoa.refuseRule" -}}
{{- $rest := .Values.rest -}}
{{- $watched := (.Values.config.operator | default dict).watchNamespaces -}}
{{- with $rest.gatewayRule -}}
{{- if .enabled -}}
{{- if not $rest.enabled -}}
{{- fail "rest.gatewayRule.enabled: there is no REST API to lead to, because rest.enabled is false" -}}
{{- end -}}
{{- if and $watched (not (has $.Release.Namespace $watched)) -}}
{{- fail (printf "rest.gatewayRule.enabled: Stoa ignores rules in %s, because config.operator.watchNamespaces does not name it" $.Release.Namespace) -}}
{{- end -}}
{{- if not .domainName -}}
{{- fail "rest.gatewayRule.domainName: a GatewayRule for the REST API needs a host" -}}
{{- end -}}
{{- if eq (empty .certificateName) (empty .issuerRef.name) -}}
{{- fail "rest.gatewayRule.certificateName: tokens of callers need HTTPS; set this or rest.gatewayRule.issuerRef.name, not both" -}}
{{- end -}}
{{- if and $rest.tls.insecure .validation -}}
{{- fail "rest.gatewayRule.validation: there is no certificate to verify, because rest.tls.insecure is true" -}}
{{- end -}}
{{- if not (or $rest.tls.insecure (include "stoa.tlsSecret" $)) -}}
{{- fail "rest.gatewayRule.enabled: no gateway can verify certificates that pods sign themselves; set rest.tls.secretName, rest.tls.issuerRef.name or rest.tls.insecure" -}}
{{- end -}}
{{- if not (or $rest.tls.insecure .validation) -}}
{{- fail "rest.gatewayRule.validation: without it the gateway does not trust the certificate of the REST API; set caCertificateRefs or wellKnownCACertificates" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
