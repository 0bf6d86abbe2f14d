import { repository } from '../repository.ts';
import type { StateFolder } from '../supervisor/statefolder.ts';
import type { AttachedCluster, ClusterFile } from './clusterfile.ts';
import { EXAMPLE_COMPONENT, EXAMPLE_HOST, EXAMPLE_INSTALL } from './examples.ts';
import { quoted } from './shell.ts';

/** Example commands for a cluster that has become ready: kubectl, traffic, rules and installs. */
export function tryThis(cluster: ClusterFile | AttachedCluster, state: StateFolder): string {
  const kubectl = `${quoted(cluster.kubectl)} --kubeconfig ${quoted(cluster.kubeconfig)}`;
  const doors =
    'token' in cluster
      ? [
          consoleOf(cluster, state),
          [curlExample(cluster)],
          curlRule(cluster, state),
          applyInstall(cluster, kubectl),
          curlInstall(cluster, state),
        ]
      : [];
  const blocks = [[`${kubectl} get gr -A`], ...doors].flatMap(indented);
  const shell = indented([`. ${quoted(state.shell)}`]);
  const why = 'For the commands of README.md and docs/, in a shell of yours first:';
  return ['', 'Try this:', '', ...blocks, why, '', ...shell, ...pendingNote(cluster)].join('\n');
}

/** Note about components that are not available yet. */
function pendingNote({ pids }: ClusterFile | AttachedCluster): string[] {
  // Only a local cluster has etcd, and so a Prometheus of its own.
  if (pids.etcd === undefined || pids.prometheus !== undefined) {
    return [];
  }
  return [
    'Prometheus is still being built and starts by itself; until then monitor items are empty, with the status refused.',
    '',
  ];
}

function indented(lines: readonly string[]): string[] {
  return [...lines.map((line) => `  ${line}`), ''];
}

function curlExample({ gatewayHttpUrl }: ClusterFile): string {
  return `curl -H 'Host: ${EXAMPLE_HOST}' ${gatewayHttpUrl}/`;
}

/** Address of the console, and the command that shows a token for it. */
function consoleOf({ restUrl }: ClusterFile, state: StateFolder): string[] {
  return [`# Console: ${restUrl}/console/ asks for the token that this prints:`, tokenOf(state)];
}

function tokenOf({ cluster }: StateFolder): string {
  return `node -p 'JSON.parse(fs.readFileSync("${cluster}")).token'`;
}

function curlRule(cluster: ClusterFile, state: StateFolder): string[] {
  return curlPost(cluster, state, 'domains', {
    protocol: 'http',
    http: {
      service_id: EXAMPLE_COMPONENT.id,
      container_port: EXAMPLE_COMPONENT.port,
      domain_name: 'new.example.com',
    },
  });
}

/** Command that applies the example install, which names the store at the default ports. */
function applyInstall({ storeUrl }: ClusterFile, kubectl: string): string[] {
  const { url } = EXAMPLE_INSTALL;
  const file = quoted(repository.exampleInstall);
  const apply =
    storeUrl === url
      ? `${kubectl} apply -f ${file}`
      : `sed 's#${url}#${storeUrl}#' ${file} | ${kubectl} apply -f -`;
  return [apply, `${kubectl} get mi -A`];
}

function curlInstall(cluster: ClusterFile, state: StateFolder): string[] {
  return curlPost(cluster, state, 'install?is_deploy=true', {
    market_url: cluster.storeUrl,
    market_domain: 'local',
    app_model_id: EXAMPLE_INSTALL.model,
    app_model_version: '1.0',
  });
}

function curlPost(
  { restUrl, region }: ClusterFile,
  state: StateFolder,
  operation: string,
  body: object,
): string[] {
  return [
    `curl -X POST '${restUrl}/openapi/v1/teams/shop/regions/${region}/apps/1/${operation}' \\`,
    `  -H "Authorization: Bearer $(${tokenOf(state)})" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ];
}
