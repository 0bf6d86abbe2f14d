import type { BackendChoice } from '../../api/backend.ts';
import { type Backend, resolveBackend } from '../../component/backend.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { isStanding } from '../../rule/claim.ts';
import type { NamedAuthorities } from '../authorities/named.ts';
import type { Member } from '../member.ts';

/** Port of a Service whose protocol a rule states. */
export interface StatedPort {
  readonly choice: BackendChoice;
  /** The rule that states it. */
  readonly decidedBy: GatewayRule;
  /** ConfigMap with the authorities of its certificate; missing where those of the system count. */
  readonly authorities?: NamedAuthorities;
}

/** Ports of Services whose protocols rules state, by their keys. */
export type StatedPorts = ReadonlyMap<string, StatedPort>;

/**
 * Statements on ports of Services, by their keys, each list in the order in which its rules decide: that of the first rule
 * that stands, or where none does, those of rules that are about to be accepted or refused.
 */
export type Statements = ReadonlyMap<string, readonly StatedPort[]>;

/** Place of a port: the Service, and the number of its port. */
export interface Place {
  readonly service: string;
  readonly port: number;
}

/** Key of a port of a Service among those of its namespace. */
export function portKey({ service, port }: Place): string {
  return `${service}:${port}`;
}

/** The port that a rule leads to, whether or not it is open. */
export function statedPort({ rule, component }: Pick<Member, 'rule' | 'component'>): Backend {
  return resolveBackend(component, rule.containerPort, 'TCP');
}

/** The statements that decide, where of the rules that do not stand only carried ones count, by their uids. */
export function decided(statements: Statements, carried: ReadonlySet<string>): StatedPorts {
  return new Map(
    [...statements].flatMap(([key, each]) => {
      const first = each.find(({ decidedBy }) => counts(decidedBy, carried));
      return first === undefined ? [] : [[key, first] as const];
    }),
  );
}

/** Whether what a rule states counts: it stands, or is carried from now on. */
export function counts(rule: GatewayRule, carried: ReadonlySet<string>): boolean {
  return isStanding(rule) || carried.has(rule.metadata.uid);
}
