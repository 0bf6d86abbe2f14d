import { type Abilities, type Ability, cookiesBy } from './ability.ts';
import { defineDialect } from './define.ts';
import { httpRoute } from './httproute.ts';
import { PLAIN_STYLE } from './style.ts';

/** What the Gateway API has no words for; engines may have some of their own. */
function unsupported(what: string): Ability {
  return { level: 'none', how: `the Gateway API has no words for ${what}` };
}

const abilities: Abilities = {
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
};

/** The Gateway API alone, which every engine understands. */
export const core = defineDialect({
  name: 'core',
  controllers: [],
  ports: ['TCP', 'UDP'],
  resources: [],
  style: PLAIN_STYLE,
  abilities,
  objects: (group) => [httpRoute(group, PLAIN_STYLE)],
});
