import { type Abilities, cookiesBy } from '../ability.ts';
import { hasPort, type ListenerGroup } from '../group.ts';
import { precision } from '../matches.ts';
import { PLAIN_STYLE } from '../style.ts';
import { ADDRESSES, hashesAddress } from './balancing.ts';
import { partsOf } from './branchparts.ts';
import { buffersAnswers, MOST_ON_DISK, requestLimit } from './buffering.ts';
import { POLICY_ABILITIES, UNTIL_HEADERS } from './policyabilities.ts';
import { isHeavy, weighedHeaders } from './precedence.ts';
import { isReachable, orUnreachable, UNREACHABLE } from './reach.ts';

const HEAVY_HEADERS =
  'Traefik weighs a header like one more character of the path, so two of them may win over a rule with a longer path';
const ADDRESS_ONLY = `Traefik hashes only the address of the client (${ADDRESSES.join(', ')})`;
const WHOLE_BODIES = 'Traefik reads each request, and each answer, to its end before it passes it on';
const WHOLE_ANSWERS = 'Traefik reads each answer to its end before it passes it on';
const LIMIT_BUFFERS = 'with a limit of proxyBodySize, Traefik buffers answers too';
const MEMORY =
  'number times size, at most 4 MiB, is what Traefik keeps of an answer in memory; the rest goes to disk, and requests ' +
  'and answers of more than 1 GiB fail';
const DISK =
  'Traefik writes each request to the disk that all teams share before it passes it on, so that a limit above 1024 MiB ' +
  'is none';
const UNBUFFERED = 'Traefik buffers answers only where proxyBuffering is on';
const ONE_TRANSPORT =
  'by the ServersTransport of a TraefikService; without safeNaming, of rules that lead to one port of a component, one ' +
  'decides for all';
const NO_SEND_TIMEOUT = 'Traefik limits the time of requests for an entry point only, which all teams share';

const OWN_TLS =
  'where affinity, a timeout or a mirror needs a TraefikService, Traefik reads no BackendTLSPolicy of the Service; with a ' +
  'timeout, its default ServersTransport does not count either';
const PLAIN_HTTP = 'Traefik would refuse the port; Stoa has it speak plain HTTP';

const bufferAbility = {
  level: 'close',
  how: MEMORY,
  lost: (group: ListenerGroup) => (buffersAnswers(group) ? MEMORY : UNBUFFERED),
} as const;

/** Abilities of Traefik that differ from those of the Gateway API alone. */
export const ABILITIES: Partial<Abilities> = {
  'http.containerPort[appProtocol: h2c]': {
    level: 'full',
    how: 'by the port of the Service, or the scheme of a TraefikService',
  },
  'http.containerPort[appProtocol: ws]': {
    level: 'full',
    how: 'by the port of the Service, or the scheme of a TraefikService',
  },
  'http.containerPort[appProtocol: https]': {
    level: 'close',
    how: OWN_TLS,
    lost: (group) => {
      const secured = group.branches.filter((branch) => hasPort(branch, (declared) => declared === 'https'));
      return secured.some((branch) => partsOf(group, branch).service) ? OWN_TLS : undefined;
    },
  },
  'http.containerPort[appProtocol: other]': { level: 'none', how: PLAIN_HTTP },
  'http.domainHeader': {
    level: 'close',
    how: HEAVY_HEADERS,
    lost: (group) =>
      isHeavy(group, (branch) => precision(branch, PLAIN_STYLE) > 0 && weighedHeaders(group, branch) > 1)
        ? HEAVY_HEADERS
        : undefined,
  },
  'http.domainCookie': cookiesBy('a regular expression on the header Cookie'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': {
    level: 'close',
    how:
      'by the cookie of a TraefikService, and a second one that keeps the component where several share the ' +
      'requests; without safeNaming, of rules with different paths or schemes that lead to one port of a ' +
      'component, one decides for all for which path the cookie is, and whether it is for HTTPS only',
    lost: orUnreachable,
  },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    level: 'close',
    how: ADDRESS_ONLY,
    lost: (group) => (hashesAddress(group) ? orUnreachable(group) : ADDRESS_ONLY),
  },
  'http.configuration.proxyBodySize': {
    level: 'close',
    how: WHOLE_BODIES,
    lost: (group) => {
      const limited = isReachable(group) ? WHOLE_BODIES : UNREACHABLE;
      const { proxyBodySize = 0 } = group.settings;
      if (proxyBodySize > MOST_ON_DISK) {
        return DISK;
      }
      return proxyBodySize === 0 ? undefined : limited;
    },
  },
  'http.configuration.proxyBuffering': {
    level: 'close',
    how: WHOLE_ANSWERS,
    lost: (group) => {
      if (group.settings.proxyBuffering === 'on') {
        return isReachable(group) ? WHOLE_ANSWERS : UNREACHABLE;
      }
      return requestLimit(group) > 0 ? LIMIT_BUFFERS : undefined;
    },
  },
  'http.configuration.proxyBufferSize': bufferAbility,
  'http.configuration.proxyBufferNumbers': bufferAbility,
  'http.configuration.proxyConnectTimeout': { level: 'close', how: ONE_TRANSPORT, lost: orUnreachable },
  'http.configuration.proxyReadTimeout': UNTIL_HEADERS,
  'http.configuration.proxySendTimeout': { level: 'none', how: NO_SEND_TIMEOUT },
  'http.configuration.setHeaders': { level: 'full', how: 'by a filter of the route' },
  ...POLICY_ABILITIES,
};
