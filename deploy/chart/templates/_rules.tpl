{{- /* What the operator may do in the namespaces of teams. */}}
{{- define "stoa.operatorRules" -}}
# Stoa's own kinds: the finalizer of installs, never the spec of anything.
- apiGroups: [stoa.dev]
  resources: [applications]
  verbs: [get, list, watch]
- apiGroups: [stoa.dev]
  resources: [gatewayrules]
  verbs: [get, list, watch]
- apiGroups: [stoa.dev]
  resources: [marketinstalls]
  verbs: [get, list, watch, patch]
- apiGroups: [stoa.dev]
  resources: [applications/status, gatewayrules/status, marketinstalls/status]
  verbs: [patch]
# Lets what it makes name its owner where the API server checks OwnerReferencesPermissionEnforcement.
- apiGroups: [stoa.dev]
  resources: [gatewayrules/finalizers]
  verbs: [update]
# Routes, and what lets the Gateway read certificates.
- apiGroups: [gateway.networking.k8s.io]
  resources: [httproutes, grpcroutes, tcproutes, udproutes, tlsroutes, backendtlspolicies, referencegrants]
  verbs: [list, watch, create, patch, delete]
# What the engines need beside routes, and certificates; used where their kinds are installed.
{{ include "stoa.engineRules" . }}
- apiGroups: [cert-manager.io]
  resources: [certificates]
  verbs: [list, watch, create, patch, delete]
# What installs make is written as this account of their namespaces, with its rights only.
- apiGroups: [""]
  resources: [serviceaccounts]
  resourceNames: [stoa-install]
  verbs: [impersonate]
# The operator itself only reads it. Of Secrets it asks for those of the type kubernetes.io/tls, those of
# installs, by their names those that rules name, and the metadata of others, but RBAC cannot say so.
- apiGroups: [""]
  resources: [pods, services, configmaps, serviceaccounts, persistentvolumeclaims, secrets]
  verbs: [list, watch]
{{ include "stoa.workloadRules" "list, watch" }}
- apiGroups: [autoscaling]
  resources: [horizontalpodautoscalers]
  verbs: [list, watch]
- apiGroups: [policy]
  resources: [poddisruptionbudgets]
  verbs: [list, watch]
- apiGroups: [networking.k8s.io]
  resources: [networkpolicies]
  verbs: [list, watch]
- apiGroups: [rbac.authorization.k8s.io]
  resources: [roles, rolebindings]
  verbs: [list, watch]
- apiGroups: [monitoring.coreos.com]
  resources: [servicemonitors]
  verbs: [list, watch]
# What answers behind the ports of Services.
- apiGroups: [discovery.k8s.io]
  resources: [endpointslices]
  verbs: [list, watch]
{{- if hasKey (.Values.config.market | default dict) "endpoints" }}
# Traffic to components that run elsewhere, at addresses of config.market.endpoints only. No account of a team may do it.
- apiGroups: [discovery.k8s.io]
  resources: [endpointslices]
  verbs: [create, patch, delete]
{{- end }}
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch]
{{- end }}

{{- /* What it may do where the Gateway is: keep listeners of its own on it or beside it, and find its replicas. */}}
{{- define "stoa.operatorGatewayRules" -}}
- apiGroups: [gateway.networking.k8s.io]
  resources: [gateways]
  verbs: [list, watch, create, patch]
- apiGroups: [gateway.networking.k8s.io]
  resources: [listenersets]
  verbs: [list, watch, create, patch, delete]
{{- end }}

{{- /* What it may do with what is in no namespace. */}}
{{- define "stoa.operatorClusterRules" -}}
- apiGroups: [""]
  resources: [namespaces]
  verbs: [get, list, watch]
- apiGroups: [gateway.networking.k8s.io]
  resources: [gatewayclasses]
  verbs: [list, watch]
- apiGroups: [storage.k8s.io]
  resources: [storageclasses]
  verbs: [list, watch]
{{- end }}

{{- /* What the account of a namespace needs to make any install there, without ServiceMonitors. */}}
{{- define "stoa.installRules" -}}
- apiGroups: [""]
  resources: [services, configmaps, serviceaccounts, persistentvolumeclaims]
  verbs: [create, patch, delete]
# ConfigMaps with values are read.
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get]
# Access keys, pinned templates and values are read, allocations replaced.
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, update, create, patch, delete]
{{ include "stoa.workloadRules" "create, patch, delete" }}
- apiGroups: [autoscaling]
  resources: [horizontalpodautoscalers]
  verbs: [create, patch, delete]
- apiGroups: [policy]
  resources: [poddisruptionbudgets]
  verbs: [create, patch, delete]
- apiGroups: [networking.k8s.io]
  resources: [networkpolicies]
  verbs: [create, patch, delete]
- apiGroups: [stoa.dev]
  resources: [gatewayrules]
  verbs: [create, patch, delete]
{{- end }}

{{- /* What it takes to give up what it holds in the namespaces of teams. */}}
{{- define "stoa.retireRules" -}}
# The finalizer of installs.
- apiGroups: [stoa.dev]
  resources: [marketinstalls]
  verbs: [list, patch]
{{- end }}
