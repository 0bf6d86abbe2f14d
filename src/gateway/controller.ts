import { Controller, type ReconcileContext } from '../controller/controller.ts';
import type { Logger } from '../controller/logger.ts';
import type { ControllerMetrics } from '../controller/metrics.ts';
import type { Outcome } from '../controller/outcome.ts';
import type { Priority } from '../controller/priority.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Recorder } from '../kube/recorder.ts';
import { obstacleText } from '../names/text.ts';
import { AppliedObjects } from '../objects/applies.ts';
import { GRPC_ROUTES } from '../objects/grpcroute.ts';
import { HTTP_ROUTES } from '../objects/httproute.ts';
import { type GatewayRule, ruleOwners } from '../objects/stoa.ts';
import { createAuthoritiesController } from './authorities/controller.ts';
import { type AuthoritiesState, unreadAuthorities } from './authorities/named.ts';
import { createCaches, sourcesOf } from './caches.ts';
import type { GatewayConfig } from './config.ts';
import { type Action, decide, type RuleDecision } from './decide.ts';
import { createListenerController } from './listeners/controller.ts';
import { ListenerMemory } from './listeners/memory.ts';
import { CERTIFICATE_EXPIRY, CERTIFICATE_RENEWAL, RULE_LOSSES } from './metrics.ts';
import { createLedgerController } from './names/controller.ts';
import { NameRegister } from './names/register.ts';
import { observe } from './observe.ts';
import type { Observed } from './observed.ts';
import { offeredPorts } from './offeredports.ts';
import { FIELD_MANAGER } from './owned.ts';
import { perform, report, type Writer } from './perform.ts';
import { createProbeController } from './probe/controller.ts';
import { ProbeMemory } from './probe/memory.ts';
import { createStreamController } from './probe/streamcontroller.ts';
import { StreamMemory } from './probe/streammemory.ts';
import { ReadMemory } from './reads/memory.ts';
import { createSecretController } from './secrets/controller.ts';
import { type SecretState, unreadSecrets } from './secrets/named.ts';
import { gatewayView, type Sources } from './sources.ts';
import { rejectionText } from './status/rejection.ts';
import type { SupportedKinds } from './supportedkinds.ts';
import { sharingPorts } from './watches/component.ts';
import { ruleWatches } from './watches/rule.ts';

/** Dependencies of the gateway feature. */
export interface GatewayDependencies {
  readonly client: KubeClient;
  /** The namespaces that are watched; the whole cluster by default. */
  readonly namespaces?: readonly string[] | undefined;
  /** Whether other namespaces ought to be watched too, and cannot be. */
  readonly partial?: boolean;
  readonly config: GatewayConfig;
  readonly components: Sources['components'];
  readonly kinds: SupportedKinds;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly recorder: Recorder;
  /** Called with the seconds from the write of a version of a route until the gateway served it. */
  readonly onServed: (seconds: number) => void;
}

/** The controllers that turn GatewayRules into routes and listeners, and the caches that they read. */
export function createGatewayControllers(dependencies: GatewayDependencies) {
  const { config, components, kinds, partial, log, metrics, onServed } = dependencies;
  const caches = createCaches(dependencies, config, kinds);
  metrics.observe(CERTIFICATE_EXPIRY, caches);
  metrics.observe(CERTIFICATE_RENEWAL, caches);
  metrics.observe(RULE_LOSSES, { caches, config });
  const register = new NameRegister(caches, config);
  const names = register.state;
  const applies = new AppliedObjects(FIELD_MANAGER);
  const memories = {
    applies,
    listeners: new ListenerMemory(),
    probes: new ProbeMemory(),
    streams: new StreamMemory(),
    secrets: new ReadMemory<SecretState>(),
    authorities: new ReadMemory<AuthoritiesState>(),
  };
  const from = { caches, components, names, register, config, served: kinds.served, ...memories, partial };
  const rules = new Controller({
    name: 'gatewayrule',
    watches: ruleWatches(from),
    log,
    metrics,
    reconcile: (key, context) => reconcile(from, dependencies, key, context),
  });
  const onResult = (route: KubeObject, priority: Priority) => {
    for (const { name } of ruleOwners(route)) {
      rules.queue.add(keyOf({ metadata: { ...route.metadata, name } }), priority);
    }
  };
  const probe = createProbeController(from, { log, metrics, onServed, onResult });
  const streams = createStreamController(from, { log, metrics, onResult });
  const wake = (due: readonly GatewayRule[]) => {
    for (const rule of due) {
      rules.queue.add(keyOf(rule), 'user');
    }
  };
  const secrets = createSecretController(from, { ...dependencies, onChange: wake });
  const authorities = createAuthoritiesController(from, {
    ...dependencies,
    onChange: (naming) => wake(sharingPorts(from, naming)),
  });
  const listeners = createListenerController(from, {
    ...dependencies,
    onContest: (names) => {
      for (const rule of names.length === 0 ? [] : caches.rules.store.list()) {
        rules.queue.add(keyOf(rule), 'background');
      }
    },
  });
  return {
    controllers: [
      rules,
      probe,
      streams,
      secrets,
      authorities,
      listeners,
      createLedgerController(from, dependencies),
    ],
    sources: sourcesOf(caches),
    caches,
    offeredPorts: () => offeredPorts(gatewayView(from)),
    portStanding: (port: number, namespace: string) => names.portStanding(port, namespace),
    portsLeft: (namespace: string) => names.left('ports', namespace),
  };
}

async function reconcile(
  from: Sources,
  { client, recorder, log }: GatewayDependencies,
  key: string,
  { signal, charge, othersWait }: ReconcileContext,
): Promise<Outcome> {
  const writer = { client, caches: from.caches, applies: from.applies, recorder, signal };
  await firstLooks(from, key, signal);
  const { observed, decision } = charge(() => {
    const seen = observe(from, key);
    return { observed: seen, decision: decide(seen, new Date()) };
  });
  from.names.grant(decision.granted);
  from.listeners.withdraw(decision.withdrawn);
  try {
    for (const action of decision.actions) {
      await perform(writer, action);
      noteWrite(from, action);
    }
  } catch (error) {
    // Users read conditions: a failure that only a change of the rule, or of rights, can mend is reported there.
    const rejected = isFailure(error, 'invalid') || isFailure(error, 'forbidden');
    await (rejected
      ? reportStatus(
          writer,
          observed,
          charge(() => decide(observed, new Date(), rejectionText(error))),
        )
      : undefined);
    throw error;
  }
  // Traffic first: until the other rules have their routes, the engine has often reported on this one.
  if (decision.actions.length > 0 && othersWait()) {
    return { type: 'postponed' };
  }
  await reportStatus(writer, observed, decision);
  logObstacle(log, key, observed, decision);
  return decision.outcome;
}

/** Waits for what a rule names for the first time: a route that must stay shut without it need not be written. */
async function firstLooks(
  { caches, secrets, authorities }: Sources,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const rule = caches.rules.store.get(key);
  if (rule !== undefined) {
    await Promise.all([
      ...unreadSecrets(secrets, rule).map((each) => secrets.firstLook(each, signal)),
      ...unreadAuthorities(authorities, rule).map((each) => authorities.firstLook(each, signal)),
    ]);
  }
}

/** Kinds of the routes that the gateway is asked for. */
const ROUTE_KINDS: readonly string[] = [HTTP_ROUTES.kind, GRPC_ROUTES.kind];

/** Notes when a version of a route was written. */
function noteWrite({ probes }: Sources, action: Action): void {
  if (action.type !== 'delete' && ROUTE_KINDS.includes(action.wanted.resource.kind)) {
    probes.wrote(keyOf(action.wanted.draft), performance.now());
  }
}

/** Logs what is in the way of a rule that is newly refused: its condition does not tell other teams of it. */
function logObstacle(log: Logger, rule: string, { name }: Observed, { status }: RuleDecision): void {
  const obstacle = name?.type === 'refused' ? obstacleText(name.refusal) : undefined;
  if (obstacle !== undefined && status !== undefined) {
    log.debug({ rule, obstacle }, 'rule refused for a name of another team');
  }
}

/** Writes the status of a decision, if it has a new one. */
async function reportStatus(writer: Writer, { rule }: Observed, { status }: RuleDecision): Promise<void> {
  if (status !== undefined && rule !== undefined) {
    await report(writer, rule, status);
  }
}
