import { Controller, type ReconcileContext } from '../controller/controller.ts';
import type { Logger } from '../controller/logger.ts';
import type { ControllerMetrics } from '../controller/metrics.ts';
import type { Outcome } from '../controller/outcome.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { Recorder } from '../kube/recorder.ts';
import { isPortTaken } from '../rule/candidate.ts';
import { createCaches, sourcesOf } from './caches.ts';
import type { GatewayConfig } from './config.ts';
import { decide, type RuleDecision } from './decide.ts';
import { createListenerController } from './listeners/controller.ts';
import { CERTIFICATE_EXPIRY } from './metrics.ts';
import { observe, type Sources } from './observe.ts';
import type { Observed } from './observed.ts';
import { perform, report, type Writer } from './perform.ts';
import type { SupportedKinds } from './supportedkinds.ts';
import { ruleWatches } from './watches.ts';

/** What the gateway feature needs from outside. */
export interface GatewayDependencies {
  readonly client: KubeClient;
  /** The namespaces that are followed; the whole cluster where nothing is said. */
  readonly namespaces?: readonly string[] | undefined;
  /** Whether others should be followed too, and cannot be. */
  readonly partial?: boolean;
  readonly config: GatewayConfig;
  /** The kinds that the cluster serves, of those that may be missing. */
  readonly serving: SupportedKinds;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly recorder: Recorder;
}

/** The controllers that turn GatewayRules into routes and listeners, and the caches that they read. */
export function createGatewayControllers(dependencies: GatewayDependencies) {
  const { config, serving, partial, log, metrics } = dependencies;
  const caches = createCaches(dependencies, config, serving.owned);
  metrics.observe(CERTIFICATE_EXPIRY, caches);
  const from = { caches, config, served: serving.served, partial };
  const rules = new Controller({
    name: 'gatewayrule',
    watches: ruleWatches(caches, config),
    log,
    metrics,
    reconcile: (key, context) => reconcile(from, dependencies, key, context),
  });
  const listeners = createListenerController(from, dependencies);
  return {
    controllers: [rules, listeners],
    sources: sourcesOf(caches),
    caches,
    isPortTaken: (port: number) => isPortTaken(caches, port),
  };
}

async function reconcile(
  from: Sources,
  { client, recorder }: GatewayDependencies,
  key: string,
  { signal }: ReconcileContext,
): Promise<Outcome> {
  const writer = { client, caches: from.caches, recorder, signal };
  const observed = observe(from, key);
  const decision = decide(observed, new Date());
  try {
    for (const action of decision.actions) {
      await perform(writer, action);
    }
  } catch (error) {
    // Users read conditions: what only a change of the rule, or of rights, can mend is told there.
    const rejected = isFailure(error, 'invalid') || isFailure(error, 'forbidden');
    await (rejected ? tell(writer, observed, decide(observed, new Date(), error.message)) : undefined);
    throw error;
  }
  await tell(writer, observed, decision);
  return decision.outcome;
}

async function tell(writer: Writer, { rule }: Observed, { status }: RuleDecision): Promise<void> {
  if (status !== undefined && rule !== undefined) {
    await report(writer, rule, status);
  }
}
