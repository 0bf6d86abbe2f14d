import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { waitAtMost } from '../base/pause.ts';
import { createChartMeans } from '../chart/means.ts';
import type { Config } from '../config.ts';
import { alone, Election, type Elector } from '../controller/election.ts';
import { fenced } from '../controller/fence.ts';
import { timingOf } from '../controller/lease.ts';
import { Manager } from '../controller/manager.ts';
import { createControllerMetrics, createLeaderMetric } from '../controller/metrics.ts';
import { createServingMetric } from '../gateway/metrics.ts';
import { KubeClient } from '../kube/client.ts';
import { missingPermissions } from '../kube/permissions.ts';
import { createRecorder } from '../kube/recorder.ts';
import { type ClusterAccess, createTransport, type Transport } from '../kube/transport.ts';
import { allowedStores } from '../store/allowed.ts';
import { createStoreClient } from '../store/client.ts';
import { gateOf } from '../store/exchange.ts';
import { restClientMetrics } from '../telemetry/restclient.ts';
import { type ClusterCapabilities, detectCapabilities } from './capabilities.ts';
import { type ControllerDependencies, createControllers } from './controllers.ts';
import { createEngineCheck } from './enginecheck.ts';
import { operatorPermissions } from './permissions.ts';
import { restartOnChange } from './restart.ts';
import { retireWithNamespace } from './retire.ts';
import { createSchemaCheck } from './schemacheck.ts';

/** Milliseconds for pending Events at the end. */
const FLUSH_MS = 2_000;

/** Dependencies of an operator. */
interface OperatorDependencies {
  readonly access: ClusterAccess;
  readonly config: Pick<Config, 'teams' | 'gateway' | 'operator' | 'market'>;
  readonly log: Logger;
  readonly registry: Registry;
}

/** All controllers of Stoa on one cluster. */
export interface Operator {
  /** Whether it leads, or is ready to. */
  ready(): boolean;
  /** Reasons why it is not ready. */
  unready(): readonly string[];
  /** Remarks on what it does not do as a whole though it is ready. */
  remarks(): readonly string[];
  /** Failures that only a restart ends. */
  stuck(): readonly string[];
  /** Runs until `signal` aborts. Throws where it cannot start or must not go on. */
  run(signal: AbortSignal): Promise<void>;
}

/** Operator of a cluster; nothing happens before `run`. */
export function createOperator(dependencies: OperatorDependencies): Operator {
  const { access, config, log, registry } = dependencies;
  const onCall = restClientMetrics(registry);
  const checkEngines = createEngineCheck(registry, log);
  const schemas = createSchemaCheck(registry, log);
  const managerFor = managerFactory(dependencies);
  let current: { readonly manager: Manager; readonly leftOut: readonly string[] } | undefined;
  const unready = () => [
    ...(current?.manager.unready() ?? ['not started']),
    ...(current?.leftOut ?? []).map((name) => `namespace ${name} is left out: not all in it may be read`),
    ...schemas.skews().flatMap(({ is, text }) => (is === 'missing' ? [text] : [])),
  ];
  return {
    ready: () => unready().length === 0,
    unready,
    // Traffic goes on, and most of the work: a pod that is not ready would end a roll-out that mends it.
    remarks: () => schemas.skews().flatMap(({ is, text }) => (is === 'missing' ? [] : [text])),
    stuck: () => current?.manager.stuck() ?? [],
    async run(signal) {
      const transport = await createTransport(access, { onCall });
      try {
        const unfencedClient = new KubeClient(transport);
        const recorder = recorderOf(unfencedClient, log);
        const detect = async (stop: AbortSignal) => {
          await checkEngines(unfencedClient, stop);
          const digest = await schemas.run(unfencedClient, stop);
          return { ...(await detectCapabilities(unfencedClient, config, stop)), schemas: digest };
        };
        await restartOnChange(detect, log, signal, (capabilities, stop) => {
          const manager = managerFor({ transport, unfencedClient, recorder }, capabilities);
          current = { manager, leftOut: capabilities.leftOut };
          return manager.run(stop);
        });
        await retireWithNamespace(unfencedClient, config.operator, log);
        await waitAtMost(FLUSH_MS, recorder.flush());
      } finally {
        await transport.close();
      }
    },
  };
}

/** Recorder of the operator. It is not fenced: an Event reports what this process has seen while it led. */
function recorderOf(client: KubeClient, log: Logger) {
  return createRecorder({ client, controller: 'stoa.dev/operator', instance: hostname(), log });
}

/** Connection of an operator to its cluster. */
interface Connection extends Pick<ControllerDependencies, 'recorder'> {
  readonly transport: Transport;
  readonly unfencedClient: KubeClient;
}

/** Factory of managers with metrics in common; each has an election of its own, since one that ended never leads again. */
function managerFactory({ config, log, registry }: OperatorDependencies) {
  const metrics = createControllerMetrics(registry);
  const onServed = createServingMetric(registry);
  const elect = electorOf(config.operator, log, registry);
  const allowed = allowedStores(config.market);
  const sources = {
    stores: createStoreClient(allowed),
    registries: { gate: gateOf(allowed), stores: allowed.stores },
    charts: createChartMeans(allowed),
  };
  return (
    { transport, unfencedClient, recorder }: Connection,
    capabilities: ClusterCapabilities,
  ): Manager => {
    const elector = elect(unfencedClient);
    const client = new KubeClient(fenced(transport, () => elector.isLeader()));
    const needed = operatorPermissions(capabilities.needs);
    return new Manager({
      ...createControllers({ client, config, log, metrics, recorder, ...sources, onServed }, capabilities),
      elector,
      check: () => missingPermissions(unfencedClient, needed),
      log,
      drainMs: config.operator.drainSeconds * 1000,
    });
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
