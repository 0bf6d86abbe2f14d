import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Condition } from '../../src/api/condition.ts';
import type { HttpRule } from '../../src/api/gatewayrule.ts';

const ROOT = new URL('../engines/', import.meta.url);

/** An engine, and what it reports. */
export interface EngineReports {
  readonly engine: string;
  /** Name of its controller, as in a GatewayClass. */
  readonly controller: string;
  readonly reports: readonly EngineReport[];
}

/** Conditions that an engine wrote, and what a rule then says. */
export interface EngineReport {
  readonly asked: string;
  /** The object: the route of the rule, the policy of its settings, the Gateway, or its listener. */
  readonly of: 'route' | 'policy' | 'gateway' | 'listener';
  /** Generation of the object; 1 where left out. */
  readonly generation?: number;
  /** Fields of the rule. */
  readonly http?: Partial<HttpRule>;
  /** Without times. */
  readonly conditions: readonly Omit<Condition, 'lastTransitionTime'>[];
  /** Conditions of the rule, as `status reason` by type. */
  readonly rule: Readonly<Record<string, string>>;
  /** Parts of their messages. */
  readonly says?: Readonly<Record<string, string>>;
  /** Fields that FullyExpressed names. */
  readonly fields?: readonly string[];
}

/** All reports of `test/engines`. */
export function engineReports(): readonly EngineReports[] {
  return readdirSync(ROOT).map((file) => parse(readFileSync(new URL(file, ROOT), 'utf8')) as EngineReports);
}
