import { servicePortAt } from '../../component/exposure.ts';
import { objectOf, ownersOf, partName, type Rendered } from '../../engines/object.ts';
import { backendTlsSpec } from '../../objects/backendtls.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { counts, decided, portKey, type StatedPorts, statedPort } from '../backends/stated.ts';
import type { Member } from '../member.ts';
import type { BackendGroup, GatewayView } from '../observed.ts';

/** Plan of a backend group: the BackendTLSPolicies of the ports of a component. */
export interface BackendPlan {
  readonly type: 'backend';
  readonly group: BackendGroup;
  readonly wanted: readonly Rendered[];
  /** The rules that own the policies. */
  readonly contributors: readonly GatewayRule[];
}

/**
 * Plans the BackendTLSPolicies of a component, one for each port that is reached by TLS as a rule of the group decides. A
 * policy stands whether or not its authorities can be read: without it, other routes to the port would speak plain HTTP.
 */
export function backendPlan(
  group: BackendGroup,
  { served }: GatewayView,
  carried: ReadonlySet<string>,
): BackendPlan {
  const members = group.members.filter(({ object }) => counts(object, carried));
  const stated = decided(group.statements, carried);
  const ports = Map.groupBy(members, keyOfPort);
  const wanted = [...ports].flatMap(
    ([key, leading]) =>
      policyOf(key, leading, { name: group.name, members, stated, resource: served.backendTls }) ?? [],
  );
  return { type: 'backend', group, wanted, contributors: members.map(({ object }) => object) };
}

function keyOfPort(member: Member): string | undefined {
  const backend = statedPort(member);
  return backend.type === 'resolved' ? portKey(backend) : undefined;
}

/** Surroundings of the policy of a port. */
interface Surroundings extends Pick<BackendGroup, 'name' | 'members'> {
  readonly stated: StatedPorts;
  readonly resource: GatewayView['served']['backendTls'];
}

/** The policy of a port; undefined where the cluster has none, or a rule of no member decides. */
function policyOf(
  key: string | undefined,
  leading: readonly Member[],
  { name, members, stated, resource }: Surroundings,
): Rendered | undefined {
  const port = stated.get(key ?? '');
  const [member] = leading;
  const backend = member && statedPort(member);
  const isOurs = members.some(({ object }) => object.metadata.uid === port?.decidedBy.metadata.uid);
  if (
    !isOurs ||
    resource === undefined ||
    member === undefined ||
    port?.choice.protocol !== 'https' ||
    backend?.type !== 'resolved'
  ) {
    return undefined;
  }
  const { namespace } = member.object.metadata;
  const metadata = { namespace, name, route: name, owners: ownersOf(leading) };
  const place = { service: backend.service, portName: servicePortAt(member.component, backend)?.name };
  return objectOf(metadata, resource, backendTlsSpec(place, port.choice), partName(metadata, [key]));
}
