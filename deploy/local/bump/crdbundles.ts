import type { Versions } from './dependencies.ts';

/** CRDs of another project, kept here as unchanged copies. */
export interface CrdBundle {
  /** Name of the dependency whose module has them, and of the folder below `crds/`. */
  readonly dependency: string;
  readonly source: string;
  readonly files: readonly string[];
  /** Files of the module's root that its licence requires beside copies. */
  readonly licence: readonly string[];
  /** README of the folder. */
  readonly readme: (versions: Versions) => string;
}

const GENERATED_NOTICE = '`npm run bump` writes this folder; do not edit it by hand.\n';

/** Kinds of the Gateway API, including its experimental channel. */
const GATEWAY_API: CrdBundle = {
  dependency: 'gateway-api',
  source: 'config/crd/experimental',
  files: [
    'gatewayclasses',
    'gateways',
    'httproutes',
    'grpcroutes',
    'tcproutes',
    'tlsroutes',
    'udproutes',
    'referencegrants',
    'backendtlspolicies',
    'listenersets',
  ].map((plural) => `gateway.networking.k8s.io_${plural}.yaml`),
  licence: [],
  readme: (versions) => `# Gateway API CRDs

NOTICE: the YAML files are unchanged copies from \`config/crd/experimental\` of the Kubernetes Gateway API
v${versions.gatewayApi} (module \`sigs.k8s.io/gateway-api\`), © The Kubernetes Authors, under the Apache License 2.0.

${GENERATED_NOTICE}`,
};

/** Kinds of Traefik; its provider watches all of them from its start, also unused ones. */
const TRAEFIK: CrdBundle = {
  dependency: 'traefik',
  source: 'docs/content/reference/dynamic-configuration',
  files: [
    'ingressroutes',
    'ingressroutetcps',
    'ingressrouteudps',
    'middlewares',
    'middlewaretcps',
    'serverstransports',
    'serverstransporttcps',
    'tlsoptions',
    'tlsstores',
    'traefikservices',
  ].map((plural) => `traefik.io_${plural}.yaml`),
  licence: ['LICENSE.md'],
  readme: (versions) => `# Traefik CRDs

NOTICE: the YAML files are unchanged copies from \`docs/content/reference/dynamic-configuration\` of Traefik
v${versions.traefikModule} (module \`github.com/traefik/traefik/v3\`), © Containous SAS, Traefik Labs, under the MIT License in
\`LICENSE.md\`, which is a copy from there too.

${GENERATED_NOTICE}`,
};

/** Kinds of Envoy Gateway that its dialect writes. */
const ENVOY_GATEWAY: CrdBundle = {
  dependency: 'envoy-gateway',
  source: 'charts/gateway-helm/charts/crds/crds/generated',
  files: ['backendtrafficpolicies', 'httproutefilters', 'securitypolicies'].map(
    (plural) => `gateway.envoyproxy.io_${plural}.yaml`,
  ),
  licence: [],
  readme: (versions) => `# Envoy Gateway CRDs

NOTICE: the YAML files are unchanged copies from \`charts/gateway-helm/charts/crds/crds/generated\` of Envoy
Gateway v${versions.envoyGateway} (module \`github.com/envoyproxy/gateway\`), © Envoy Gateway Authors, under the Apache License 2.0.

${GENERATED_NOTICE}`,
};

/** Kinds of cert-manager that certificates are requested with, and that test issuers answer with. */
const CERT_MANAGER: CrdBundle = {
  dependency: 'cert-manager',
  source: 'deploy/crds',
  files: ['certificates', 'certificaterequests', 'issuers', 'clusterissuers'].map(
    (plural) => `cert-manager.io_${plural}.yaml`,
  ),
  licence: [],
  readme: (versions) => `# cert-manager CRDs

NOTICE: the YAML files are unchanged copies from \`deploy/crds\` of cert-manager v${versions.certManager}
(module \`github.com/cert-manager/cert-manager\`), © The cert-manager Authors, under the Apache License 2.0.

${GENERATED_NOTICE}`,
};

/** Kinds of the Prometheus operator that configure scraping and alerts. */
const PROMETHEUS_OPERATOR: CrdBundle = {
  dependency: 'prometheus-operator',
  source: 'example/prometheus-operator-crd',
  files: ['servicemonitors', 'prometheusrules'].map((plural) => `monitoring.coreos.com_${plural}.yaml`),
  licence: [],
  readme: (versions) => `# Prometheus operator CRDs

NOTICE: the YAML files are unchanged copies from \`example/prometheus-operator-crd\` of the Prometheus operator
v${versions.prometheusOperator} (module \`github.com/prometheus-operator/prometheus-operator\`), © The prometheus-operator Authors, under the Apache License 2.0.

${GENERATED_NOTICE}`,
};

/** All CRDs of other projects. */
export const CRD_BUNDLES: readonly CrdBundle[] = [
  GATEWAY_API,
  TRAEFIK,
  ENVOY_GATEWAY,
  CERT_MANAGER,
  PROMETHEUS_OPERATOR,
];
