import type { Abilities, Ability } from './ability.ts';
import { defineDialect } from './define.ts';
import { httpRoute } from './httproute.ts';
import type { CookieMatching } from './matches.ts';

const COOKIES: CookieMatching = 'in-route';

/** What the Gateway API has no words for; an engine may have some of its own. */
function unspeakable(what: string): Ability {
  return { level: 'none', how: `the Gateway API has no words for ${what}` };
}

const abilities: Abilities = {
  'http.domainHeader': { level: 'full', how: 'by the headers of a match' },
  'http.domainCookie': {
    level: 'full',
    how: 'by a regular expression on the header Cookie, which nearly all engines know',
  },
  'http.ruleExtensions[lb-type: cookie-session-affinity]': unspeakable('sessions that stay with a pod'),
  'http.ruleExtensions[lb-type: upstream-hash-by]': unspeakable('the choice of a pod'),
  'http.configuration.proxyBodySize': unspeakable('the size of a request'),
  'http.configuration.proxyBuffering': unspeakable('buffers'),
  'http.configuration.proxyBufferSize': unspeakable('buffers'),
  'http.configuration.proxyBufferNumbers': unspeakable('buffers'),
  'http.configuration.proxyConnectTimeout': unspeakable('the time to connect'),
  'http.configuration.proxyReadTimeout': {
    level: 'none',
    how: 'the Gateway API limits the time of a whole answer, not that between two parts of it',
  },
  'http.configuration.proxySendTimeout': unspeakable('the time between two parts of a request'),
  'http.configuration.setHeaders': { level: 'full', how: 'by a filter of the route' },
};

/** The Gateway API alone, which every engine understands. */
export const core = defineDialect({
  name: 'core',
  controllers: [],
  resources: [],
  cookies: COOKIES,
  abilities,
  objects: (group) => [httpRoute(group, { cookies: COOKIES })],
});
