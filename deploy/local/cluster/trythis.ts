import type { AttachedCluster, ClusterFile } from './clusterfile.ts';
import { exampleComponent, exampleHost } from './examples.ts';
import type { StateFolder } from './state.ts';

/** Commands to paste, one for each door of a cluster that has just become ready. */
export function tryThis(cluster: ClusterFile | AttachedCluster, state: StateFolder): string {
  const kubectl = `${quoted(cluster.kubectl)} --kubeconfig ${quoted(cluster.kubeconfig)} get gr -A`;
  const lines = ['', 'Try this:', '', `  ${kubectl}`];
  if ('token' in cluster) lines.push('', `  ${curlExample(cluster)}`, '', ...curlRule(cluster, state));
  return [...lines, ''].join('\n');
}

function curlExample({ gatewayHttpUrl }: ClusterFile): string {
  return `curl -H 'Host: ${exampleHost}' ${gatewayHttpUrl}/`;
}

function curlRule({ restUrl, region }: ClusterFile, state: StateFolder): string[] {
  const token = `node -p 'JSON.parse(fs.readFileSync("${state.cluster}")).token'`;
  const rule = {
    protocol: 'http',
    http: {
      service_id: exampleComponent.id,
      container_port: exampleComponent.port,
      domain_name: 'new.example.com',
    },
  };
  return [
    `  curl -X POST ${restUrl}/openapi/v1/teams/shop/regions/${region}/apps/1/domains \\`,
    `    -H "Authorization: Bearer $(${token})" \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(rule)}'`,
  ];
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
