import { type GatewayRuleSpec, gatewayRuleSpecSchema } from '../../api/gatewayrule.ts';
import { problemsOf } from '../../api/issue.ts';
import { withSuffix } from '../../base/dnslabel.ts';
import { shortHash } from '../../base/hash.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { GATEWAY_RULES } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { Port } from '../read/component.ts';
import type { Diagnostics } from '../read/diagnostics.ts';
import type { ModelHttpRoute } from '../read/ingress.ts';
import type { Model } from '../read/model.ts';
import { httpRuleOf, keyOfRule } from './httprule.ts';
import type { Identity } from './identity.ts';
import { KEPT } from './kept.ts';
import { plannedObject } from './object.ts';
import { isHttpPort, portTransport } from './service.ts';

/** Rule with its name. */
interface NamedRule {
  readonly name: string;
  readonly path: string;
  readonly spec: GatewayRuleSpec;
}

/** Facts of an install from which its rules are made. */
interface RuleContext {
  readonly kept: Kept;
  readonly surroundings: Surroundings;
  readonly diagnostics: Diagnostics;
}

/** Rules for the outer ports of an install. */
export function makeRules(
  model: Model,
  targets: readonly Identity[],
  context: RuleContext,
): readonly PlannedObject[] {
  const { surroundings, diagnostics } = context;
  reportClosed(model, targets, diagnostics);
  return targets.flatMap((target) => {
    const { component, labels } = target;
    const outer = component.ports.filter((port) => port.outer);
    const rules = outer.flatMap((port) =>
      isHttpPort(port) ? httpRules(port, target, model.httpRoutes, context) : portRule(port, target, context),
    );
    return rules
      .filter((rule) => isValid(rule, diagnostics))
      .map(({ name, spec }) => plannedObject(GATEWAY_RULES, surroundings, { name, labels }, { spec }));
  });
}

function isValid({ path, spec }: NamedRule, diagnostics: Diagnostics): boolean {
  const parsed = gatewayRuleSpecSchema.safeParse(spec, { reportInput: true });
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map((problem) => `${problem.path}: ${problem.message}`);
    diagnostics.addNotApplied(path, `no GatewayRule can say it: ${problems.join('; ')}`);
  }
  return parsed.success;
}

/** Rules for an HTTP port: one for each route, or one for all paths where there is no route. */
function httpRules(
  port: Port,
  target: Identity,
  routes: readonly ModelHttpRoute[],
  { surroundings, diagnostics }: RuleContext,
): readonly NamedRule[] {
  const { component, workload, id } = target;
  const mine = routes.filter(
    (route) => route.component === component.key && route.port === port.containerPort,
  );
  const host = hostOf(port, target, surroundings);
  if (host === undefined) {
    const path = mine[0]?.path ?? port.path;
    diagnostics.addNotApplied(
      path,
      'no domain is configured for host names: make a GatewayRule with one of yours',
    );
    return [];
  }
  const head = { serviceId: id, containerPort: port.containerPort, domainName: host };
  const appId = surroundings.app.id;
  const name = withSuffix(workload, `${port.containerPort}`);
  if (mine.length === 0) {
    const spec: GatewayRuleSpec = { appId, protocol: 'http', http: { ...head, domainPath: '/' } };
    return [{ name, path: port.path, spec }];
  }
  const rules = new Map<string, NamedRule>();
  for (const route of mine) {
    const http = httpRuleOf(route, head, diagnostics);
    const key = http && keyOfRule(http);
    if (http === undefined || key === undefined) {
      continue;
    }
    if (rules.has(key)) {
      diagnostics.addNotApplied(
        route.path,
        'another route to the port has the same location, cookies and headers',
      );
      continue;
    }
    rules.set(key, {
      name: withSuffix(workload, `${port.containerPort}-${shortHash(key, 8)}`),
      path: route.path,
      spec: { appId, protocol: 'http', http },
    });
  }
  return [...rules.values()];
}

/** `<port>.<alias>.<namespace>.<domain>`: unique, since the alias is. */
function hostOf(
  { containerPort }: Port,
  { alias }: Identity,
  { namespace, domain }: Surroundings,
): string | undefined {
  return domain === undefined ? undefined : `${containerPort}.${alias}.${namespace}.${domain}`.toLowerCase();
}

/** Transports as rules state them. */
const TRANSPORTS = { tcp: 'TCP', udp: 'UDP' } as const;

function portRule(
  port: Port,
  { component, id, workload }: Identity,
  { kept, surroundings: { app }, diagnostics }: RuleContext,
): readonly NamedRule[] {
  const { containerPort } = port;
  const transport = portTransport(port);
  const given = kept.ports[KEPT.port(component.key, containerPort, transport)];
  if (given === undefined) {
    diagnostics.addNotApplied(
      port.path,
      'no port that the gateway offers (gateway.tcp.ports) is free for the team: it gets one when a rule with a port goes, or its limit is raised',
    );
    return [];
  }
  const hasOther = component.ports.some(
    (other) => other.containerPort === containerPort && portTransport(other) !== transport,
  );
  const tcp = {
    serviceId: id,
    containerPort,
    endPoint: { ip: '0.0.0.0', port: given },
    ...(hasOther ? { transport: TRANSPORTS[transport] } : {}),
  };
  const name = withSuffix(workload, `${containerPort}-${transport}`);
  return [{ name, path: port.path, spec: { appId: app.id, protocol: 'tcp', tcp } }];
}

/** Reports routes to ports that are not outer ports, or that the component does not have. */
function reportClosed(model: Model, targets: readonly Identity[], diagnostics: Diagnostics): void {
  const open = new Map(
    targets.flatMap(({ component }) =>
      component.ports
        .filter(({ outer }) => outer)
        .map((port) => [`${isHttpPort(port)}/${component.key}/${port.containerPort}`, port] as const),
    ),
  );
  for (const { path, component, port } of model.httpRoutes) {
    if (!open.has(`true/${component}/${port}`)) {
      diagnostics.addNotApplied(path, 'the component has no outer http port of this number');
    }
  }
  for (const { path, component, port } of model.streamRoutes) {
    if (!open.has(`false/${component}/${port}`)) {
      diagnostics.addNotApplied(path, 'the component has no outer port of this number that is not http');
    }
  }
}
