import { isDeepStrictEqual } from 'node:util';
import {
  type GatewayRuleSpec,
  gatewayRuleSpecSchema,
  type HttpRule,
  type TcpRule,
  type Transport,
} from '../../../api/gatewayrule.ts';
import { withUnknown } from '../../../api/unknown.ts';
import { present } from '../../../base/fields.ts';
import { idOfTarget } from '../../../component/target.ts';
import type { Service } from '../../../objects/core.ts';
import { issuerOfRef, protocolOf } from '../../../rule/effective.ts';
import { isEveryAddress } from '../../../rule/url.ts';
import { parsed } from '../../http/body.ts';
import { invalidFields } from '../../problem/problem.ts';
import { storedCertificate, withOneCertificate } from './certificate.ts';
import { rereadPairs } from './halfschema.ts';
import {
  HALVES,
  type HalfName,
  type NewRule,
  OTHER_HALVES,
  type Protocol,
  type RuleEdit,
} from './request.ts';

/**
 * Spec of a new rule; `tcpAddress` is the address of TCP rules in records. Throws the Problem `invalid`, with the fields
 * in the contract's spelling.
 */
export function newSpec(
  { protocol, ...halves }: NewRule,
  appId: number,
  tcpAddress: string | undefined,
): GatewayRuleSpec {
  const sent = withStoredEndPoint(halfOf(protocol, halves), tcpAddress, undefined);
  const half = withOneCertificate(sent, {});
  const named = HALVES[protocol];
  return parsed(gatewayRuleSpecSchema, {
    appId,
    protocol: named,
    [named]: present({ ...closedUnlessSaid(protocol), ...half, ...statedBy(protocol) }),
  });
}

/** The contract opens no port by itself, unlike an object. */
function closedUnlessSaid(protocol: Protocol): Half {
  return HALVES[protocol] === 'http' ? { whetherOpen: false } : {};
}

/** Stored rule that an edit is of. */
interface Edited {
  readonly spec: GatewayRuleSpec;
  /** Number of its application. */
  readonly appId: number;
  /** Services of its namespace, one of which it may name. */
  readonly services: readonly Service[];
  /** Secret with whose certificate it is served, as its status says. */
  readonly certificate?: string | undefined;
}

/**
 * Spec of a stored rule after an edit: members that the body leaves out, or has as records show them, stay as they are.
 * Clients of the contract's original send the few that they change, or a whole record. Fields that this version does not
 * know stay, too. Throws the Problem `invalid`.
 */
export function editedSpec(
  edit: RuleEdit,
  { spec: stored, appId, services, certificate }: Edited,
  tcpAddress: string | undefined,
): GatewayRuleSpec {
  const before = stored.tcp?.transport === 'UDP' ? 'udp' : protocolOf(stored);
  const { protocol = before, ...halves } = edit;
  const statesIt = protocol === 'udp' && before === 'tcp' && stored.tcp?.transport === undefined;
  if (protocol !== before && !statesIt) {
    const message = `is ${before} for this rule and stays so: delete the rule and create another`;
    throw invalidFields([{ field: 'protocol', message }]);
  }
  const named = HALVES[protocol];
  const sent = withStoredEndPoint(halfOf(protocol, halves), tcpAddress, stored.tcp?.endPoint);
  const ofOne = withOneCertificate(sent, storedCertificate(stored.http, certificate));
  const half = changedMembers(ofOne, stored[named], services);
  const { application, ...others } = stored;
  const spec = parsed(gatewayRuleSpecSchema, {
    ...others,
    ...(half.serviceId === undefined ? present({ application }) : { appId }),
    [named]: present({ ...keptBeside(half, stored[named]), ...half, ...statedBy(protocol) }),
  });
  return withUnknown(gatewayRuleSpecSchema, spec, stored);
}

/** Members of a stored half without those that an edit says by others. */
function keptBeside(half: Half, stored: Half = {}): Half {
  const others = Object.entries(INSTEAD)
    .filter(([, members]) => members.some((member) => member in half))
    .map(([name]) => name);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !others.includes(name)));
}

/** Members that the contract does not have, and those by which it says the same. */
const INSTEAD = {
  serviceName: ['serviceId'],
  issuerRef: ['autoSsl', 'autoSslConfig'],
} as const;

/** Half of an edit without members that only repeat what records show of the stored half in the contract's words. */
function changedMembers(edit: Half, stored: Half | undefined, services: readonly Service[]): Half {
  const shown = Object.entries(shownInstead(stored ?? {}, services));
  const isRepeated = ([, said]: readonly [string, Half]) =>
    Object.entries(said).every(([name, value]) => !(name in edit) || isDeepStrictEqual(edit[name], value));
  const repeated = shown.filter(isRepeated).flatMap(([, said]) => Object.keys(said));
  // What changes one of several members that say the same together, keeps the others.
  const beside = shown.filter((each) => !isRepeated(each)).map(([, said]) => said);
  const changed = Object.entries(edit).filter(([name]) => !repeated.includes(name));
  return Object.assign({}, ...beside, Object.fromEntries(changed)) as Half;
}

/** Members by which records show those that the contract does not have, or not whole, as an edit has them: by the latter. */
function shownInstead(stored: Half, services: readonly Service[]): Readonly<Record<string, Half>> {
  const { serviceName, issuerRef, domainCookie, domainHeader } = stored as Partial<HttpRule>;
  return {
    ...(serviceName !== undefined && {
      serviceName: { serviceId: idOfTarget({ type: 'service', name: serviceName }, services) },
    }),
    ...(issuerRef && { issuerRef: { autoSsl: true, autoSslConfig: issuerOfRef(issuerRef) } }),
    ...(domainCookie && { domainCookie: { domainCookie: rereadPairs(domainCookie) } }),
    ...(domainHeader && { domainHeader: { domainHeader: rereadPairs(domainHeader) } }),
  };
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

type Halves = Readonly<Partial<Record<HalfName, Half | undefined>>>;

function halfOf(protocol: Protocol, halves: Halves): Half {
  const named = HALVES[protocol];
  const other = OTHER_HALVES[named].find((each) => halves[each] !== undefined);
  if (other !== undefined) {
    throw invalidFields([{ field: other, message: `must be left out: protocol is ${protocol}` }]);
  }
  const half = halves[named];
  if (half === undefined) {
    throw invalidFields([{ field: named, message: `is missing: protocol is ${protocol}` }]);
  }
  return half;
}

/** Address and port of a TCP rule. */
type EndPoint = TcpRule['endPoint'];

/**
 * End point as it is stored, where a client may send the one of a record: `address` is every address, as the rule had it
 * before. Pure.
 */
export function storedEndPoint(
  endPoint: EndPoint,
  address: string | undefined,
  before: EndPoint | undefined,
): EndPoint {
  if (endPoint.ip !== address) {
    return endPoint;
  }
  const ip = before !== undefined && isEveryAddress(before.ip) ? before.ip : '0.0.0.0';
  return { ...endPoint, ip };
}
