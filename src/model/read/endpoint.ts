import { isIP, SocketAddress } from 'node:net';
import { fieldsOf, present } from '../../base/fields.ts';
import { type AddressRange, withinRanges } from '../../store/guard.ts';
import type { WireComponent } from './format.ts';

/** Address of a component that runs elsewhere. */
export interface Endpoint {
  /** IP address in its usual form. */
  readonly address: string;
  readonly family: 'IPv4' | 'IPv6';
  /** Undefined where it has every port of the component. */
  readonly port?: number;
}

/** Endpoints of a component, or the reason why it has none: a part of a sentence about the component. */
type ReadEndpoints =
  | { readonly type: 'read'; readonly endpoints: readonly Endpoint[] }
  | { readonly type: 'none'; readonly why: string };

/** Most endpoints of a component. */
const MAX_ENDPOINTS = 100;

/** Most characters of an endpoint, and of a list of them as JSON. */
const MAX_TEXT = 300;
const MAX_JSON = 65_536;

/**
 * Endpoints of a component that runs elsewhere, all or none of them: static addresses, each of which the `allowed`
 * ranges have.
 */
export function readEndpoints(wire: WireComponent, allowed: readonly AddressRange[]): ReadEndpoints {
  const texts = textsOf(wire);
  if (!Array.isArray(texts)) {
    return texts;
  }
  const endpoints = new Map<string, Endpoint>();
  const isAllowed = withinRanges(allowed);
  for (const text of texts) {
    const endpoint = endpointOf(text);
    const why = 'why' in endpoint ? endpoint.why : whyNot(endpoint, wire, isAllowed);
    if (why !== undefined || 'why' in endpoint) {
      return none(why ?? '');
    }
    endpoints.set(`${endpoint.address} ${endpoint.port}`, endpoint);
  }
  return { type: 'read', endpoints: [...endpoints.values()] };
}

function none(why: string): Extract<ReadEndpoints, { type: 'none' }> {
  return { type: 'none', why };
}

/** Endpoints as written. */
function textsOf({ endpoints, port_map_list }: WireComponent): string[] | ReturnType<typeof none> {
  const { endpoints_type: type, endpoints_info: info, static: list } = fieldsOf(endpoints);
  if (list === undefined && type !== 'static') {
    return none('nothing is installed for it, because it has no static endpoints');
  }
  const texts = list ?? listIn(info);
  if (!Array.isArray(texts) || texts.length === 0) {
    return none('its endpoints_info is no list of addresses');
  }
  if (texts.length > MAX_ENDPOINTS) {
    return none(`it has ${texts.length} endpoints, and there is room for ${MAX_ENDPOINTS}`);
  }
  if (port_map_list.length === 0) {
    return none('it has no ports');
  }
  return texts.every((text) => typeof text === 'string' && text.length <= MAX_TEXT)
    ? texts
    : none('one of its endpoints is no text, or too long');
}

/** List in the text of a model, or the list that stands there itself. */
function listIn(info: unknown): unknown {
  try {
    return typeof info === 'string' && info.length <= MAX_JSON ? JSON.parse(info) : info;
  } catch {
    return undefined;
  }
}

function endpointOf(text: string): Endpoint | { readonly why: string } {
  const given = text.trim();
  const { host, ofHost } = partsOf(given);
  const version = host.includes('%') ? 0 : isIP(host);
  if (version === 0) {
    const must = 'must be an IP address such as 192.168.10.7 or [fd00::7]:5432, and no domain name';
    return { why: `its endpoint ${given} ${must}` };
  }
  const port = portOf(ofHost);
  if (ofHost !== undefined && port === undefined) {
    return { why: `the port of its endpoint ${given} must be a number from 1 to 65535` };
  }
  const { address } = new SocketAddress({ address: host, family: version === 4 ? 'ipv4' : 'ipv6' });
  return { address, family: version === 4 ? 'IPv4' : 'IPv6', ...present({ port }) };
}

/** Host and port of `<IPv4>`, `<IPv4>:<port>`, `<IPv6>` or `[<IPv6>]:<port>`; the host is empty where it is none of these. */
function partsOf(given: string): { readonly host: string; readonly ofHost?: string | undefined } {
  if (isIP(given) === 6) {
    return { host: given };
  }
  const [, inBrackets, after] = /^\[([^[\]]*)\](?::(.*))?$/.exec(given) ?? [];
  if (inBrackets !== undefined) {
    return { host: isIP(inBrackets) === 6 ? inBrackets : '', ofHost: after };
  }
  const [host = '', ofHost, ...rest] = given.split(':');
  return { host: rest.length > 0 ? '' : host, ofHost };
}

function portOf(text = ''): number | undefined {
  const port = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Reason why traffic must not go to an endpoint; undefined where it may. */
function whyNot(
  { address, port }: Endpoint,
  { port_map_list }: WireComponent,
  isAllowed: (address: string) => boolean,
): string | undefined {
  if (isNever(address)) {
    return `its endpoint ${address} is not allowed in any configuration: it is a loopback, link-local, multicast, reserved or translated address`;
  }
  if (!isAllowed(address)) {
    return `its endpoint ${address} is in no range of market.endpoints.allowed in the configuration of Stoa`;
  }
  const isKnown =
    port_map_list.length === 1 || port_map_list.some((each) => each.value.container_port === port);
  return port === undefined || isKnown
    ? undefined
    : `the port ${port} of its endpoint ${address} is none of its ports`;
}

/** Predicate of the addresses that lead to the node itself, to metadata services, to many hosts, or to another address. */
const isNever = withinRanges([
  { address: '0.0.0.0', prefix: 8 },
  { address: '127.0.0.0', prefix: 8 },
  { address: '169.254.0.0', prefix: 16 },
  { address: '224.0.0.0', prefix: 4 },
  { address: '240.0.0.0', prefix: 4 },
  // Unspecified, loopback, and IPv4 addresses inside of IPv6 ones.
  { address: '::', prefix: 96 },
  { address: '::ffff:0:0', prefix: 96 },
  { address: '64:ff9b::', prefix: 96 },
  { address: '2002::', prefix: 16 },
  { address: 'fe80::', prefix: 10 },
  { address: 'ff00::', prefix: 8 },
  // The metadata service of one cloud.
  { address: 'fd00:ec2::254', prefix: 128 },
]);
