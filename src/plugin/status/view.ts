import type { ComponentState, Count, ListedComponent, Phase } from '../../api/application.ts';
import { DEFAULT_WEIGHT } from '../../api/gatewayrule.ts';
import type { ComponentPortRef } from '../../api/grammar.ts';
import { idOfTarget } from '../../component/target.ts';
import { installReadinessOf } from '../../install/state.ts';
import { type Readiness, readyConditionOf } from '../../objects/readiness.ts';
import type { Application, GatewayRule, MarketInstall } from '../../objects/stoa.ts';
import { addressOf, servedScheme } from '../../rule/address.ts';
import { conditionTexts } from '../../rule/conditions.ts';
import { type EffectiveRule, parseRule } from '../../rule/effective.ts';
import type { Figures } from './figures.ts';

/** An application with its rules and installs. */
export interface ObservedApplication {
  readonly application: Application;
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
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

/** Rules of a namespace that belong to no application of it. */
export interface UnownedView {
  readonly namespace: string;
  /** Whether the namespace has applications, of which the rules could name one. */
  readonly hasApplications: boolean;
  readonly rules: readonly RuleView[];
}

/** View of rules without an application. Pure. */
export function unownedViewOf(
  namespace: string,
  hasApplications: boolean,
  rules: readonly GatewayRule[],
): UnownedView {
  return { namespace, hasApplications, rules: rules.map(ruleView).toSorted(byAddress) };
}

/** View of an application; `figures` are by component id. Pure. */
export function viewOf(
  { application, rules, installs }: ObservedApplication,
  figures: ReadonlyMap<string, Figures>,
): ApplicationView {
  const { metadata, spec, status = {} } = application;
  const shown = rules.map(ruleView).toSorted(byAddress);
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

function byAddress(a: RuleView, b: RuleView): number {
  return sortKey(a) < sortKey(b) ? -1 : 1;
}

function sortKey({ from, name }: RuleView): string {
  return `${from} ${name}`;
}

/** View of a rule. */
function ruleView(rule: GatewayRule): RuleView {
  const parsed = parseRule(rule);
  const readiness = readyConditionOf(rule);
  const { name } = rule.metadata;
  if (parsed.type !== 'valid') {
    return { name, from: name, only: [], component: '', port: undefined, readiness };
  }
  const { target, containerPort } = parsed.rule;
  return {
    name,
    from: addressOf(parsed.rule, servedScheme(rule)),
    only: conditionsOf(parsed.rule),
    component: idOfTarget(target, []),
    port: containerPort,
    readiness,
  };
}

function conditionsOf(rule: EffectiveRule): string[] {
  if (rule.protocol !== 'http') {
    return [];
  }
  return [...conditionTexts(rule), ...(rule.weight === DEFAULT_WEIGHT ? [] : [`weight ${rule.weight}`])];
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
