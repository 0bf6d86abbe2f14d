import {
  DEFAULT_WEIGHT,
  type GatewayRuleSpec,
  gatewayRuleSpecSchema,
  type HttpRule,
} from '../api/gatewayrule.ts';
import { problemsOf } from '../api/issue.ts';
import { REASONS } from '../api/reason.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { routeName } from './name.ts';

/** An HTTP rule with what its spec leaves out filled in. */
export interface EffectiveRule {
  readonly appId: number;
  readonly serviceId: string;
  readonly containerPort: number;
  readonly host: string;
  readonly path: string;
  readonly weight: number;
  /** Name of the route that carries the rule. */
  readonly route: string;
  /** Fields that are set but not realised, as paths below `spec`. */
  readonly notExpressed: readonly string[];
}

/** A rule that can be carried out, or why it cannot. */
export type ParsedRule =
  | { readonly type: 'accepted'; readonly rule: EffectiveRule }
  | { readonly type: 'refused'; readonly reason: string; readonly message: string };

/**
 * Reads a stored spec again: the API server keeps objects that were written under an older schema, and a
 * rule must never match more requests than it says.
 */
export function parseRule({ spec }: Pick<GatewayRule, 'spec'>): ParsedRule {
  const known = parsedSpecs.get(spec);
  if (known !== undefined) {
    return known;
  }
  const parsed = parseSpec(spec);
  parsedSpecs.set(spec, parsed);
  return parsed;
}

/** Stored objects never change, and every index and decision asks: each spec is parsed once. */
const parsedSpecs = new WeakMap<object, ParsedRule>();

function parseSpec(spec: unknown): ParsedRule {
  const parsed = gatewayRuleSpecSchema.safeParse(spec, { reportInput: true });
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map(({ path, message }) => `spec.${path}: ${message}`);
    return refused(REASONS.invalid, problems.join('; '));
  }
  if (parsed.data.http === undefined) {
    return refused(REASONS.notSupported, 'spec.tcp: this version carries out http rules only');
  }
  const narrowing = (['domainCookie', 'domainHeader'] as const).filter((field) => parsed.data.http?.[field]);
  if (narrowing.length > 0) {
    const fields = narrowing.map((field) => `spec.http.${field}`).join(', ');
    return refused(
      REASONS.notSupported,
      `${fields}: this version does not match by them; remove them to serve every request`,
    );
  }
  return { type: 'accepted', rule: effective(parsed.data, parsed.data.http) };
}

function effective({ appId }: GatewayRuleSpec, http: HttpRule): EffectiveRule {
  const path = http.domainPath ?? '/';
  return {
    appId,
    serviceId: http.serviceId,
    containerPort: http.containerPort,
    host: http.domainName,
    path,
    weight: http.theWeight ?? DEFAULT_WEIGHT,
    route: routeName(http.domainName, path),
    notExpressed: notExpressed(http),
  };
}

/** Fields that ask for something this version does not do; traffic flows without it. */
function notExpressed(http: HttpRule): string[] {
  const flags = [
    ...(http.certificateId === undefined ? [] : ['http.certificateId']),
    ...(http.autoSsl ? ['http.autoSsl'] : []),
  ];
  const extensions = (http.ruleExtensions ?? []).map(({ key }) => `http.ruleExtensions[${key}]`);
  const settings = Object.keys(http.configuration ?? {}).map((key) => `http.configuration.${key}`);
  return [...flags, ...extensions, ...settings];
}

function refused(reason: string, message: string): ParsedRule {
  return { type: 'refused', reason, message };
}
