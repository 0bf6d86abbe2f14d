import { setTimeout as sleep } from 'node:timers/promises';

/** Runs kubectl and returns its output. */
type Kubectl = (...args: readonly string[]) => Promise<string>;

/** The address part of a Service. */
export interface BalancedService {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly spec: { readonly type?: string };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly object[] } };
}

/** Milliseconds between two checks for new Services. */
const PAUSE_MS = 500;

/** The Services that wait for a load balancer. */
export function waiting(services: readonly BalancedService[]): readonly BalancedService[] {
  return services.filter(
    ({ spec, status }) => spec.type === 'LoadBalancer' && (status?.loadBalancer?.ingress ?? []).length === 0,
  );
}

/**
 * Replaces the load balancer of a cluster that has none, until `stop` aborts: Services get the address of the first
 * node, where kube-proxy accepts requests for their ports.
 */
export async function balance(kubectl: Kubectl, stop: AbortSignal): Promise<void> {
  const ip = await kubectl(
    'get',
    'nodes',
    '--output=jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}',
  );
  const patch = JSON.stringify({ status: { loadBalancer: { ingress: [{ ip }] } } });
  while (!stop.aborted) {
    const list = JSON.parse(await kubectl('get', 'services', '--all-namespaces', '--output=json')) as {
      readonly items: readonly BalancedService[];
    };
    for (const { metadata } of waiting(list.items)) {
      const target = [`--namespace=${metadata.namespace}`, metadata.name];
      await kubectl(
        'patch',
        'service',
        ...target,
        '--subresource=status',
        '--type=merge',
        `--patch=${patch}`,
      );
    }
    await sleep(PAUSE_MS);
  }
}
