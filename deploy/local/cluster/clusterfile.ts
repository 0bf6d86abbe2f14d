import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { StateFolder } from '../supervisor/statefolder.ts';

/** `cluster.json` of an operator that runs against a cluster of the user. */
export const attachedClusterSchema = z.object({
  /** Path of the administrator's kubeconfig. */
  kubeconfig: z.string(),
  /** Path of a kubectl. */
  kubectl: z.string(),
  region: z.string(),
  restUrl: z.url(),
  restMetricsUrl: z.url(),
  operatorMetricsUrl: z.url(),
  /** Process ids by component, `supervisor` among them. */
  pids: z.record(z.string(), z.int().positive()),
});

/** `cluster.json` of a cluster with its own gateway, Prometheus and examples. */
export const clusterFileSchema = attachedClusterSchema.extend({
  /** Bearer token of the example team's owner. */
  token: z.string(),
  gatewayHttpUrl: z.url(),
  gatewayHttpsUrl: z.url(),
  gatewayTcpPorts: z.array(z.int().positive()),
  prometheusUrl: z.url(),
  /** URL of the stand-in for an app store: `market.url` of installs. */
  storeUrl: z.url(),
  /** SOCKS proxy to the addresses of simulated pods; with kind, nothing listens there. */
  podNetworkUrl: z.url(),
});

/** See `attachedClusterSchema`. */
export type AttachedCluster = z.infer<typeof attachedClusterSchema>;

/** See `clusterFileSchema`. */
export type ClusterFile = z.infer<typeof clusterFileSchema>;

/** Cluster that is announced in a state folder; undefined where none is ready. */
export function readCluster(state: StateFolder): ClusterFile | AttachedCluster | undefined {
  let text: string;
  try {
    text = readFileSync(state.cluster, 'utf8');
  } catch {
    return undefined;
  }
  return z.union([clusterFileSchema, attachedClusterSchema]).parse(JSON.parse(text));
}
