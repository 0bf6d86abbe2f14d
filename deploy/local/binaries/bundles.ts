import versions from './versions.json' with { type: 'json' };

/** CRDs of somebody else's module that are kept here as they are. */
export interface Bundle {
  /** Folder below `crds/`. */
  readonly name: string;
  /** Wrapper module in whose build list the module is. */
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
  wrapper: 'etcd',
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
