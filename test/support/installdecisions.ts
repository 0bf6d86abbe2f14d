import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { MarketInstallStatus, Pinned } from '../../src/api/marketinstall.ts';
import { holds } from '../../src/api/verdict.ts';
import type { Outcome } from '../../src/controller/outcome.ts';
import { acceptanceOf } from '../../src/install/accept.ts';
import { inventoryOf } from '../../src/install/inventory.ts';
import { type Plan, type PlanResult, planOf } from '../../src/install/plan/plan.ts';
import { type PlanProblem, type Unplanned, unplannedDraft } from '../../src/install/plan/problem.ts';
import { decideRecord, decideRollout } from '../../src/install/rollout/decide.ts';
import type { ObservedRollout } from '../../src/install/rollout/observe.ts';
import type { RefusedRule } from '../../src/install/rollout/obstacles.ts';
import { rolloutOf } from '../../src/install/rollout/rollout.ts';
import { isGivenUp, isRecorded } from '../../src/install/state.ts';
import { type StatusFields, statusOf } from '../../src/install/status/status.ts';
import type { StatusDraft } from '../../src/install/status/verdicts.ts';
import { withFailure } from '../../src/install/upgrade/giveup.ts';
import type { PlannedObject } from '../../src/objects/planned.ts';
import type { MarketInstall } from '../../src/objects/stoa.ts';
import { NOTHING_KEPT } from '../../src/source/kept.ts';
import { applicationOf } from './applications.ts';
import { atOnce } from './gradual.ts';
import { allocationContext, countedHex, installOf as install, surroundings, takenNames } from './install.ts';
import { Cluster } from './plans.ts';
import { MODELS } from './source.ts';

const ROOT = new URL('../golden/install/', import.meta.url);

const NOW = new Date('2026-06-01T12:00:00Z');

/** Input of a decision: an install and all that deciding on it takes into account. */
interface DecisionInput {
  /** Fields over those of an install `shop` of version 2.0. */
  readonly install: Partial<Pick<MarketInstall, 'spec' | 'status'>>;
  /** False where the namespace belongs to no team. */
  readonly team?: boolean;
  /** False where the namespace has no application with the id. */
  readonly application?: boolean;
  /** False where the namespace has no account to install as. */
  readonly account?: boolean;
  /** Template of the version, as the store serves it. */
  readonly model?: unknown;
  /** Problems that the dry run has found. */
  readonly problems?: readonly PlanProblem[];
  /** Objects that exist: those of a model whose workloads became ready in this order. */
  readonly stored?: {
    readonly model: unknown;
    readonly deploy: boolean;
    readonly ready: readonly string[];
  };
  /** Trouble of pods, by the name of their component. */
  readonly trouble?: Readonly<Record<string, string>>;
  /** Rules of the install that the gateway refuses. */
  readonly refused?: readonly RefusedRule[];
}

/** Output of a decision. */
interface DecisionOutput {
  /** Objects to apply, stage by stage. */
  readonly apply: readonly (readonly string[])[];
  /** Objects to prune. */
  readonly prune: readonly string[];
  readonly next: string;
  readonly outcome: Outcome;
  readonly status: MarketInstallStatus;
}

/** Names of the golden files of one side. */
export function decisionNames(side: 'in' | 'out'): readonly string[] {
  const ending = `.${side}.yaml`;
  const files = readdirSync(ROOT).filter((file) => file.endsWith(ending));
  return files.map((file) => file.slice(0, -ending.length)).toSorted();
}

/** Location of a golden file. */
export function decisionFile(name: string, side: 'in' | 'out'): URL {
  return new URL(`${name}.${side}.yaml`, ROOT);
}

/** Decision on the input of a golden file. */
export function decideOn(name: string): DecisionOutput {
  const input = parse(readFileSync(decisionFile(name, 'in'), 'utf8')) as DecisionInput;
  const current = install(input.install.status, input.install.spec);
  const acceptance = acceptanceOf({
    install: current,
    inTeam: input.team ?? true,
    application: input.application === false ? undefined : applicationOf('shop', current.spec.appId),
    hasAccount: input.account ?? true,
  });
  if (acceptance.type === 'halted') {
    return output(current, 'halt', acceptance);
  }
  const { serving } = current.status ?? {};
  const template =
    isGivenUp(current) && serving !== undefined ? serving : pinned(current.spec.appModelVersion);
  const resolved = holds('TemplateResolved', 'Resolved', `version ${template.version} is pinned`);
  const told = ({ draft, fields = {} }: Told): Told => ({
    draft: { ...draft, resolved },
    fields: { template, ...fields },
  });
  const planning = planned(current, template, input.model);
  if (planning.type !== 'planned') {
    return output(current, 'halt', told({ draft: unplannedDraft(planning) }));
  }
  const { plan } = planning;
  const cluster = clusterOf(current, input);
  if (!isRecorded(current, template)) {
    const observed = { ...observedOf(current, plan, cluster, input), problems: input.problems ?? [] };
    const decision = decideRecord(current, plan, observed, NOW);
    return output(current, decision.type, told(decision));
  }
  const { stages } = observedOf(current, plan, cluster, input).rollout;
  for (const wanted of stages.flat()) {
    cluster.apply(wanted);
  }
  const decision = decideRollout(current, plan, observedOf(current, plan, cluster, input), NOW);
  const surplus = decision.type === 'finish' ? decision.surplus : [];
  return output(current, decision.type, told(decision), stages, surplus);
}

/** Status of an install, as a decision has it. */
interface Told {
  readonly draft: StatusDraft;
  readonly fields?: StatusFields;
}

function output(
  current: MarketInstall,
  next: string,
  { draft, fields = {} }: Told,
  stages: readonly (readonly PlannedObject[])[] = [],
  surplus: readonly { readonly kind: string; readonly name: string }[] = [],
): DecisionOutput {
  const said = withFailure(current, draft);
  return {
    apply: stages.map((stage) => stage.map(summaryOf)),
    prune: surplus.map(({ kind, name }) => `${kind} ${name}`),
    next,
    outcome: said.outcome,
    status: statusOf(current, said, fields, NOW),
  };
}

/** `<kind> <name>`, of a Deployment with its replicas. */
function summaryOf({ draft }: PlannedObject): string {
  const { replicas } = (draft.spec ?? {}) as { readonly replicas?: number };
  const size = replicas === undefined ? '' : ` of ${replicas} replicas`;
  return `${draft.kind} ${draft.metadata.name}${size}`;
}

function pinned(version: string): Pinned {
  return { version, digest: `sha256:${version}`, size: 1, secretName: `shop-template-${version}` };
}

function planned(current: MarketInstall, template: Pinned, model: unknown): PlanResult | Unplanned {
  const read = atOnce(MODELS.read({ template: JSON.stringify(model) }, []));
  if (read.type === 'refused') {
    return { type: 'refused', reason: 'TemplateInvalid', message: read.message };
  }
  const { model: overridden, problems } = read.model.override(current.spec);
  if (problems.length > 0 && template.version === current.spec.appModelVersion) {
    return { type: 'unfit', problems };
  }
  const around = surroundings();
  const kept = overridden.allocate(NOTHING_KEPT, allocationContext(takenNames(), countedHex(), around));
  return planOf(template, atOnce(overridden.expand(kept, around)));
}

function observedOf(
  current: MarketInstall,
  plan: Plan,
  { find, stored }: Cluster,
  { trouble = {}, refused = [] }: DecisionInput,
): ObservedRollout {
  return {
    rollout: rolloutOf(plan, current.spec.deploy === true, stored),
    predecessors: [],
    ended: [],
    inventory: inventoryOf(plan, current.status?.inventory ?? [], find),
    troubleOf: ({ component }) => trouble[component.name],
    refused,
    contested: [],
  };
}

/** Cluster in which the stored model was rolled out until the last of `ready`, one after the other, became ready. */
function clusterOf(current: MarketInstall, { stored }: DecisionInput): Cluster {
  const cluster = new Cluster();
  if (stored === undefined) {
    return cluster;
  }
  const result = planned(current, pinned('stored'), stored.model);
  if (result.type !== 'planned') {
    throw new Error(JSON.stringify(result));
  }
  const settle = () => {
    const { stages } = rolloutOf(result.plan, stored.deploy, cluster.stored);
    for (const wanted of stages.flat()) {
      cluster.apply(wanted);
    }
  };
  settle();
  for (const name of stored.ready) {
    settle();
    cluster.ready(name);
  }
  return cluster;
}
