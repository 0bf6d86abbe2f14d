import type { ComponentState, Count, ListedComponent, Phase } from '../../api/application.ts';
import { type Condition, conditionOf } from '../../api/condition.ts';
import { DEFAULT_WEIGHT } from '../../api/gatewayrule.ts';
import type { ComponentPortRef } from '../../api/grammar.ts';
import { REASONS } from '../../api/reason.ts';
import { idOfTarget } from '../../component/target.ts';
import { installState } from '../../install/state.ts';
import { isProblem } from '../../objects/eventrecord.ts';
import type { Application, GatewayRule, MarketInstall } from '../../objects/stoa.ts';
import { type EffectiveRule, parseRule, schemeOf } from '../../rule/effective.ts';
import type { Figures } from './figures.ts';

/** An application with its rules and installs. */
export interface ObservedApplication {
  readonly application: Application;
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
}

/** Readiness of an object, from its condition Ready. */
export interface Readiness {
  readonly state: 'ready' | 'progressing' | 'suspended' | 'trouble';
  readonly reason: string;
  readonly message: string;
}

/** A rule of a component. */
export interface RuleView {
  readonly name: string;
  /** Address, such as `https://shop.example.com/cart` or `tcp 0.0.0.0:30000`. */
  readonly from: string;
  /** Conditions on cookies and headers, and a weight that is not the default. */
  readonly only: readonly string[];
  readonly component: string;
  readonly port: ComponentPortRef | undefined;
  readonly readiness: Readiness;
}

/** A component and the rules that lead to it. */
export interface ComponentView extends Pick<ListedComponent, 'id' | 'name' | 'kind' | 'workload' | 'ready'> {
  readonly state: ComponentState;
  readonly message: string | undefined;
  readonly rules: readonly RuleView[];
  readonly figures: Figures | undefined;
}

/** An install into the application. */
export interface InstallView {
  readonly name: string;
  readonly model: string;
  readonly version: string;
  /** Version that was last rolled out in full, where it differs. */
  readonly serving: string | undefined;
  /** Current wave, such as `2/3`. */
  readonly wave: string | undefined;
  /** Ready components, such as `4/7`. */
  readonly components: string | undefined;
  readonly readiness: Readiness;
}

/** View of an application. */
export interface ApplicationView {
  readonly namespace: string;
  readonly name: string;
  readonly id: number;
  readonly displayName: string | undefined;
  readonly phase: Phase | undefined;
  readonly counts: Readonly<Record<'components' | 'rules' | 'installs', Count>> | undefined;
  readonly readiness: Readiness;
  readonly components: readonly ComponentView[];
  /** Rules whose target is not among the components. */
  readonly otherRules: readonly RuleView[];
  readonly installs: readonly InstallView[];
}

/** View of an application; `figures` are by component id. Pure. */
export function viewOf(
  { application, rules, installs }: ObservedApplication,
  figures: ReadonlyMap<string, Figures>,
): ApplicationView {
  const { metadata, spec, status = {} } = application;
  const shown = rules.map(ruleView).toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const components = (status.components ?? []).map((each) => ({
    ...each,
    message: each.message,
    rules: shown.filter(({ component }) => component === each.id),
    figures: figures.get(each.id),
  }));
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    id: spec.id,
    displayName: spec.displayName,
    phase: status.phase,
    counts: status.counts,
    readiness: readyConditionOf(application),
    components,
    otherRules: shown.filter(({ component }) => !components.some(({ id }) => id === component)),
    installs: installs.map(installView).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function sortKey({ from, name }: RuleView): string {
  return `${from} ${name}`;
}

/** View of a rule. */
function ruleView(rule: GatewayRule): RuleView {
  const parsed = parseRule(rule);
  const readiness = readyConditionOf(rule);
  const { name } = rule.metadata;
  if (parsed.type === 'invalid') {
    return { name, from: name, only: [], component: '', port: undefined, readiness };
  }
  const { target, containerPort } = parsed.rule;
  return {
    name,
    from: addressOf(parsed.rule),
    only: conditionsOf(parsed.rule),
    component: idOfTarget(target, []),
    port: containerPort,
    readiness,
  };
}

/** Address that a rule serves. */
export function addressOf(rule: EffectiveRule): string {
  switch (rule.protocol) {
    case 'http':
      return `${schemeOf(rule)}://${rule.host}${rule.path}`;
    case 'tcp':
      return `${(rule.transport ?? 'TCP').toLowerCase()} ${rule.ip}:${rule.port}`;
    case 'tls':
      return `tls ${rule.host}`;
  }
}

function conditionsOf(rule: EffectiveRule): string[] {
  if (rule.protocol !== 'http') {
    return [];
  }
  const pairs = (what: string, record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, value]) => `${what} ${name}=${value}`);
  return [
    ...pairs('cookie', rule.cookies),
    ...pairs('header', rule.headers),
    ...(rule.weight === DEFAULT_WEIGHT ? [] : [`weight ${rule.weight}`]),
  ];
}

function installView(install: MarketInstall): InstallView {
  const { metadata, spec, status = {} } = install;
  const serving = status.serving?.version;
  return {
    name: metadata.name,
    model: spec.appModelId,
    version: spec.appModelVersion,
    serving: serving === spec.appModelVersion ? undefined : serving,
    wave: status.progress?.wave,
    components: status.progress?.ready,
    readiness: installReadinessOf(install),
  };
}

/** Readiness of an install: it is ready only where everything of it is in place. */
export function installReadinessOf(install: MarketInstall): Readiness {
  const readiness = readyConditionOf(install);
  return readiness.state === 'ready' && installState(install).type !== 'in-place' ? UNSEEN : readiness;
}

const UNSEEN = {
  state: 'progressing',
  reason: REASONS.pending,
  message: 'the operator has not seen the last edit yet',
} as const satisfies Readiness;

/** An object with a condition Ready. */
type Reported = Pick<Application | GatewayRule | MarketInstall, 'metadata' | 'status'>;

/** Readiness of an object; progressing while its condition Ready is missing or of an older generation. */
export function readyConditionOf({ metadata, status }: Reported): Readiness {
  const ready = conditionOf(status, 'Ready');
  if (ready === undefined || (status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    return ready === undefined ? { ...UNSEEN, message: 'the operator has not looked at it yet' } : UNSEEN;
  }
  const { reason, message } = ready;
  return { state: stateOf(ready), reason, message };
}

function stateOf(ready: Condition): Readiness['state'] {
  if (ready.status === 'True') {
    return 'ready';
  }
  if (ready.reason === REASONS.suspended) {
    return 'suspended';
  }
  return isProblem(ready) ? 'trouble' : 'progressing';
}
