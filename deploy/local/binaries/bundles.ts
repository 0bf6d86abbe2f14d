import versions from './versions.json' with { type: 'json' };

/** CRDs of somebody else's module that are kept here as they are. */
export interface Bundle {
  /** Folder below `crds/`. */
  readonly name: string;
  /** Wrapper module in whose folder Go is asked for it. */
  readonly wrapper: string;
  readonly module: string;
  readonly version: string;
  readonly source: string;
  readonly files: readonly string[];
  /** Files of the module's root that its licence wants kept beside copies. */
  readonly licence: readonly string[];
  /** The README of the folder. */
  readonly readme: string;
}

const byProgram = '`node deploy/local/binaries/update.ts` writes this folder; do not edit it by hand.\n';

/** The kinds of the Gateway API, those of its experimental channel too. */
export const gatewayApi: Bundle = {
  name: 'gateway-api',
  wrapper: 'controlplane',
  module: 'sigs.k8s.io/gateway-api',
  version: `v${versions.gatewayApi}`,
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
  readme: `# Gateway API CRDs

NOTICE: the YAML files are unchanged copies from \`config/crd/experimental\` of the Kubernetes Gateway API
v${versions.gatewayApi} (module \`sigs.k8s.io/gateway-api\`), © The Kubernetes Authors, under the Apache License 2.0.

${byProgram}`,
};

/** Traefik's provider of its own kinds watches all of them from its start, also those that nobody uses. */
export const traefik: Bundle = {
  name: 'traefik',
  wrapper: 'traefik',
  module: 'github.com/traefik/traefik/v3',
  version: `v${versions.traefik}`,
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
  readme: `# Traefik CRDs

NOTICE: the YAML files are unchanged copies from \`docs/content/reference/dynamic-configuration\` of Traefik
v${versions.traefik} (module \`github.com/traefik/traefik/v3\`), © Containous SAS, Traefik Labs, under the MIT License in
\`LICENSE.md\`, which is a copy from there too.

${byProgram}`,
};

/** The kinds of Envoy Gateway that its dialect writes. */
export const envoyGateway: Bundle = {
  name: 'envoy-gateway',
  wrapper: 'controlplane',
  module: 'github.com/envoyproxy/gateway',
  version: `v${versions.envoyGateway}`,
  source: 'charts/gateway-helm/charts/crds/crds/generated',
  files: ['backendtrafficpolicies', 'httproutefilters'].map(
    (plural) => `gateway.envoyproxy.io_${plural}.yaml`,
  ),
  licence: [],
  readme: `# Envoy Gateway CRDs

NOTICE: the YAML files are unchanged copies from \`charts/gateway-helm/charts/crds/crds/generated\` of Envoy
Gateway v${versions.envoyGateway} (module \`github.com/envoyproxy/gateway\`), © Envoy Gateway Authors, under the Apache License 2.0.

${byProgram}`,
};

/** The kinds of cert-manager that a certificate is asked of, and by which a test issuer answers. */
export const certManager: Bundle = {
  name: 'cert-manager',
  wrapper: 'controlplane',
  module: 'github.com/cert-manager/cert-manager',
  version: `v${versions.certManager}`,
  source: 'deploy/crds',
  files: ['certificates', 'certificaterequests', 'issuers', 'clusterissuers'].map(
    (plural) => `cert-manager.io_${plural}.yaml`,
  ),
  licence: [],
  readme: `# cert-manager CRDs

NOTICE: the YAML files are unchanged copies from \`deploy/crds\` of cert-manager v${versions.certManager}
(module \`github.com/cert-manager/cert-manager\`), © The cert-manager Authors, under the Apache License 2.0.

${byProgram}`,
};

/** The kinds by which a Prometheus is told what to scrape and when to raise alerts. */
export const prometheusOperator: Bundle = {
  name: 'prometheus-operator',
  wrapper: 'controlplane',
  module: 'github.com/prometheus-operator/prometheus-operator',
  version: `v${versions.prometheusOperator}`,
  source: 'example/prometheus-operator-crd',
  files: ['servicemonitors', 'prometheusrules'].map((plural) => `monitoring.coreos.com_${plural}.yaml`),
  licence: [],
  readme: `# Prometheus operator CRDs

NOTICE: the YAML files are unchanged copies from \`example/prometheus-operator-crd\` of the Prometheus operator
v${versions.prometheusOperator} (module \`github.com/prometheus-operator/prometheus-operator\`), © The prometheus-operator Authors, under the Apache License 2.0.

${byProgram}`,
};
