import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createApplicationController } from '../application/controller.ts';
import { within } from '../base/pause.ts';
import { componentSources, createComponentCaches } from '../component/caches.ts';
import type { Config } from '../config.ts';
import { alone, Election, type Elector } from '../controller/election.ts';
import { fenced } from '../controller/fence.ts';
import { timingOf } from '../controller/lease.ts';
import { Manager } from '../controller/manager.ts';
import {
  createControllerMetrics,
  createDeletionMetric,
  createLeaderMetric,
  type Deletable,
} from '../controller/metrics.ts';
import type { GatewayCaches } from '../gateway/caches.ts';
import { createGatewayControllers } from '../gateway/controller.ts';
import { createCertificateMetric } from '../gateway/metrics.ts';
import { gatewayConfig } from '../gateway/view.ts';
import { KubeClient } from '../kube/client.ts';
import { missingPermissions } from '../kube/permissions.ts';
import { createRecorder } from '../kube/recorder.ts';
import { type ClusterAccess, createTransport } from '../kube/transport.ts';
import { createMarketControllers } from '../market/controller.ts';
import { createStoreClient } from '../store/client.ts';
import { restClientMetrics } from '../telemetry/restclient.ts';
import { type ClusterCapabilities, detectCapabilities } from './capabilities.ts';
import { operatorPermissions } from './permissions.ts';
import { restartOnChange } from './restart.ts';
import { retireWithNamespace } from './retire.ts';

/** Milliseconds for which the end waits for Events that are not yet written. */
const FLUSH_MS = 2_000;

/** What an operator needs from outside. */
export interface OperatorDependencies {
  readonly access: ClusterAccess;
  readonly config: Pick<Config, 'gateway' | 'operator' | 'market'>;
  readonly log: Logger;
  readonly registry: Registry;
}

/** All controllers of Stoa on one cluster. */
export interface Operator {
  /** Whether it works, or would at once if it were elected. */
  ready(): boolean;
  /** What keeps it from being ready, in words. */
  unready(): readonly string[];
  /** What only a new process would mend, in words. */
  stuck(): readonly string[];
  /** Works until `signal` aborts; throws where it cannot start or must not go on. */
  run(signal: AbortSignal): Promise<void>;
}

/** Puts the controllers together; nothing happens before `run`. */
export function createOperator({ access, config, log, registry }: OperatorDependencies): Operator {
  const metrics = createControllerMetrics(registry);
  const onCall = restClientMetrics(registry);
  const elect = electorOf(config.operator, log, registry);
  const stores = createStoreClient({ stores: config.market.stores });
  let manager: Manager | undefined;
  let capabilities: ClusterCapabilities | undefined;
  let deletable: readonly Deletable[] = [];
  let certificates: GatewayCaches | undefined;
  createDeletionMetric(registry, () => deletable);
  createCertificateMetric(registry, () => certificates);
  const unready = () => [
    ...(manager?.unready() ?? ['not started']),
    ...(capabilities?.leftOut ?? []).map(
      (name) => `namespace ${name} is left out: not all in it may be read`,
    ),
  ];
  return {
    ready: () => unready().length === 0,
    unready,
    stuck: () => manager?.stuck() ?? [],
    async run(signal) {
      const transport = await createTransport(access, { onCall });
      const unfencedClient = new KubeClient(transport);
      // Not fenced: an Event only tells what this process has seen, and outlives the end of its lead.
      const recorder = createRecorder({
        client: unfencedClient,
        controller: 'stoa.dev/operator',
        instance: hostname(),
        log,
      });
      const managerFor = ({ needs, namespaces, leftOut }: ClusterCapabilities) => {
        const { gatewayKinds, installKinds } = needs;
        // Each works under an election of its own: one that has ended never leads again.
        const elector = elect(unfencedClient);
        const client = new KubeClient(fenced(transport, () => elector.leads()));
        const needed = operatorPermissions(needs);
        const dependencies = { client, namespaces, log, metrics, recorder };
        const components = createComponentCaches(dependencies);
        const gateway = createGatewayControllers({
          ...dependencies,
          config: gatewayConfig(config.gateway),
          serving: gatewayKinds,
          partial: leftOut.length > 0,
        });
        const { rules, namespaces: teams } = gateway.caches;
        deletable = [rules, components.installs, components.applications];
        certificates = gateway.caches;
        const application = createApplicationController({
          ...dependencies,
          caches: { ...components, rules, namespaces: teams },
        });
        const market = createMarketControllers({
          ...dependencies,
          shared: { ...components, namespaces: teams },
          kinds: installKinds,
          stores,
          config: {
            domain: config.market.domain,
            ports: config.gateway.tcp.ports,
            isPortTaken: (port) => rules.store.by('port', String(port)).length > 0,
          },
        });
        return new Manager({
          sources: [...gateway.sources, ...componentSources(components), ...market.sources],
          controllers: [...gateway.controllers, application, ...market.controllers],
          elector,
          check: () => missingPermissions(unfencedClient, needed),
          log,
          drainMs: config.operator.drainSeconds * 1000,
        });
      };
      try {
        const detect = (stop: AbortSignal) => detectCapabilities(unfencedClient, config, stop);
        await restartOnChange(detect, log, signal, (found, stop) => {
          capabilities = found;
          manager = managerFor(found);
          return manager.run(stop);
        });
        await retireWithNamespace(unfencedClient, config.operator, log);
        await within(FLUSH_MS, recorder.flush());
      } finally {
        await transport.close();
      }
    },
  };
}

function electorOf(
  { namespace, leaderElection }: Config['operator'],
  log: Logger,
  registry: Registry,
): (client: KubeClient) => Elector {
  const { enabled, leaseName: name, leaseSeconds } = leaderElection;
  if (!enabled) {
    return () => alone;
  }
  const onChange = createLeaderMetric(registry, name);
  return (client) => new Election({ client, namespace, name, timing: timingOf(leaseSeconds), log, onChange });
}
