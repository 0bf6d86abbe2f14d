import { type GatewayRuleSpec, gatewayRuleSpecSchema, type Transport } from '../../../api/gatewayrule.ts';
import { invalidFields } from '../../problem/problem.ts';
import { parsed } from '../body.ts';
import { type EndPoint, storedEndPoint } from './endpoint.ts';
import { HALVES, OTHER_HALF } from './halves.ts';
import type { NewRule, Protocol, RuleEdit } from './request.ts';

/**
 * Spec of a new rule; `tcpAddress` is the address of TCP rules in records. Throws the Problem `invalid`, with the fields
 * in the contract's spelling.
 */
export function newSpec(
  { protocol, ...halves }: NewRule,
  appId: number,
  tcpAddress: string | undefined,
): GatewayRuleSpec {
  const half = withStoredEndPoint(halfOf(protocol, halves), tcpAddress, undefined);
  const named = HALVES[protocol];
  return specOf({ appId, protocol: named, [named]: { ...half, ...statedBy(protocol) } });
}

/**
 * Spec of a stored rule after an edit: members that the body leaves out stay as they are, as in the contract's
 * original, whose clients send the few that they change. Throws the Problem `invalid`.
 */
export function editedSpec(
  edit: RuleEdit,
  stored: GatewayRuleSpec,
  tcpAddress: string | undefined,
): GatewayRuleSpec {
  const before = stored.tcp?.transport === 'UDP' ? 'udp' : stored.protocol;
  const { protocol = before, ...halves } = edit;
  const statesIt = protocol === 'udp' && before === 'tcp' && stored.tcp?.transport === undefined;
  if (protocol !== before && !statesIt) {
    const message = `is ${before} for this rule and stays so: delete the rule and create another`;
    throw invalidFields([{ field: 'protocol', message }]);
  }
  const half = withStoredEndPoint(halfOf(protocol, halves), tcpAddress, stored.tcp?.endPoint);
  const named = HALVES[protocol];
  return specOf({ ...stored, [named]: { ...stored[named], ...half, ...statedBy(protocol) } });
}

/** The transport that a `protocol` states; `tcp` leaves it to the component's port, as in the contract. */
function statedBy(protocol: Protocol): { readonly transport?: Transport } {
  return protocol === 'udp' ? { transport: 'UDP' } : {};
}

type Half = Readonly<Record<string, unknown>> & { readonly endPoint?: EndPoint | undefined };

function withStoredEndPoint(half: Half, address: string | undefined, before: EndPoint | undefined): Half {
  return half.endPoint === undefined
    ? half
    : { ...half, endPoint: storedEndPoint(half.endPoint, address, before) };
}

type Halves = Readonly<Partial<Record<'http' | 'tcp', Half | undefined>>>;

function halfOf(protocol: Protocol, halves: Halves): Half {
  const named = HALVES[protocol];
  const other = OTHER_HALF[named];
  if (halves[other] !== undefined) {
    throw invalidFields([{ field: other, message: `must be left out: protocol is ${protocol}` }]);
  }
  const half = halves[named];
  if (half === undefined) {
    throw invalidFields([{ field: named, message: `is missing: protocol is ${protocol}` }]);
  }
  return half;
}

function specOf(draft: object): GatewayRuleSpec {
  // Members that are undefined must be absent.
  return parsed(gatewayRuleSpecSchema, JSON.parse(JSON.stringify(draft)));
}
