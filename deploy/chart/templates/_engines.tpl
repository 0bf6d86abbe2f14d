{{- /* Generated from src/engines by `npm run generate`: change it there. */}}
{{- define "stoa.engineRules" -}}
- apiGroups: [traefik.io]
  resources: [ingressroutetcps, middlewares, serverstransports, traefikservices]
  verbs: [list, watch, create, patch, delete]
- apiGroups: [gateway.envoyproxy.io]
  resources: [backendtrafficpolicies, httproutefilters, securitypolicies]
  verbs: [list, watch, create, patch, delete]
- apiGroups: [gateway.nginx.org]
  resources: [authenticationfilters, clientsettingspolicies, proxysettingspolicies, ratelimitpolicies, upstreamsettingspolicies]
  verbs: [list, watch, create, patch, delete]
{{- end }}
