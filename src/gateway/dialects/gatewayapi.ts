import { type Abilities, type Ability, cookiesBy, unguarded } from './ability.ts';

/** Ability for a feature that the Gateway API has no fields for. */
function unsupported(what: string): Ability {
  return { level: 'none', how: `the Gateway API has no field for ${what}` };
}

const BY_TLS_POLICY =
  'only where a BackendTLSPolicy, which Stoa does not write, names the Service: else the engine speaks no TLS';

/** Abilities of the Gateway API alone, which an engine has without objects of its own. */
export const GATEWAY_API_ABILITIES: Abilities = {
  'http.containerPort[appProtocol: h2c]': { level: 'full', how: 'by the port of the Service' },
  'http.containerPort[appProtocol: ws]': { level: 'full', how: 'by the port of the Service' },
  'http.containerPort[appProtocol: https]': { level: 'close', how: BY_TLS_POLICY },
  'http.containerPort[appProtocol: other]': {
    level: 'none',
    how: 'the Gateway API knows kubernetes.io/h2c, kubernetes.io/ws and kubernetes.io/wss',
  },
  'http.domainHeader': { level: 'full', how: 'by the headers of a match' },
  'http.domainCookie': cookiesBy('a regular expression on the header Cookie, which nearly all engines know'),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': unsupported('the choice of a pod'),
  'http.ruleExtensions[lb-type: upstream-hash-by]': unsupported('the choice of a pod'),
  'http.configuration.proxyBodySize': unsupported('the size of requests'),
  'http.configuration.proxyBuffering': unsupported('buffers'),
  'http.configuration.proxyBufferSize': unsupported('buffers'),
  'http.configuration.proxyBufferNumbers': unsupported('buffers'),
  'http.configuration.proxyConnectTimeout': unsupported('the time to connect'),
  'http.configuration.proxyReadTimeout': {
    level: 'none',
    how: 'the Gateway API limits the time of a whole answer, not that between two reads of it',
  },
  'http.configuration.proxySendTimeout': unsupported('the time between two writes of a request'),
  'http.configuration.setHeaders': { level: 'full', how: 'by filters of the route' },
  'http.policy.match.methods': { level: 'full', how: 'by a match for each method' },
  'http.policy.match.query': { level: 'full', how: 'by the parameters of a match' },
  'http.policy.match.path': { level: 'full', how: 'by a match of the whole path' },
  'http.policy.rewrite.path': { level: 'full', how: 'by a filter of the route' },
  'http.policy.rewrite.host': { level: 'full', how: 'by a filter of the route' },
  'http.policy.timeouts.request': { level: 'full', how: 'by the timeouts of the route' },
  'http.policy.timeouts.backendRequest': { level: 'full', how: 'by the timeouts of the route' },
  'http.policy.retry': { level: 'full', how: 'by the route; Gateway API 1.7, or its experimental channel' },
  'http.policy.retry.backoff': { level: 'full', how: 'by the route' },
  'http.policy.cors': { level: 'full', how: 'by a filter of the route' },
  'http.policy.redirect': { level: 'full', how: 'by a filter of the route' },
  'http.policy.mirror': { level: 'full', how: 'by a filter of the route' },
  'http.policy.requestHeaders': { level: 'full', how: 'by a filter of the route' },
  'http.policy.responseHeaders': { level: 'full', how: 'by a filter of the route' },
  'http.policy.rateLimit': unsupported('the number of requests'),
  'http.policy.allow': unguarded('the Gateway API has no field for the addresses of clients'),
  'http.policy.deny': unguarded('the Gateway API has no field for the addresses of clients'),
  'http.policy.basicAuth': unguarded('the Gateway API has no field for passwords'),
  'http.policy.externalAuth': unguarded(
    'engines have no name by which they claim the filter ExternalAuth, which is experimental',
  ),
  'http.policy.compression': unsupported('compression'),
};
