import type { BackendChoice } from '../../api/backend.ts';
import { type Backend, resolveBackend } from '../../component/backend.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { NamedAuthorities } from '../authorities/named.ts';
import type { Member } from '../member.ts';

/** Port of a Service whose protocol a rule states. */
export interface StatedPort {
  readonly choice: BackendChoice;
  /** The rule that decides: of all that state a protocol of the port, the first. */
  readonly decidedBy: GatewayRule;
  /** ConfigMap with the authorities of its certificate; missing where those of the system count. */
  readonly authorities?: NamedAuthorities;
}

/** Ports of Services whose protocols rules state, by their keys. */
export type StatedPorts = ReadonlyMap<string, StatedPort>;

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
export function portOf({ rule, component }: Pick<Member, 'rule' | 'component'>): Backend {
  return resolveBackend(component, rule.containerPort, 'TCP');
}
