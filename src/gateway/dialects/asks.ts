import type { Feature } from './dialect.ts';
import type { RuleGroup } from './group.ts';

/** What of a group says what it asks for. */
export type Wishes = Pick<RuleGroup, 'branches' | 'balancing' | 'settings'>;

/** Whether a group asks an engine for a feature. */
export function asks(feature: Feature, { branches, balancing, settings }: Wishes): boolean {
  switch (feature) {
    case 'http.domainHeader':
      return branches.some(({ headers }) => Object.keys(headers).length > 0);
    case 'http.domainCookie':
      return branches.some(({ cookies }) => Object.keys(cookies).length > 0);
    case 'http.ruleExtensions[lb-type: cookie-session-affinity]':
      return balancing.type === 'cookie';
    case 'http.ruleExtensions[lb-type: upstream-hash-by]':
      return balancing.type === 'hash';
    case 'http.configuration.proxyBodySize':
      return settings.proxyBodySize !== undefined;
    case 'http.configuration.proxyBuffering':
      return settings.proxyBuffering !== undefined;
    // Where answers are not buffered, it does not matter in what.
    case 'http.configuration.proxyBufferSize':
      return settings.proxyBufferSize !== undefined && settings.proxyBuffering !== 'off';
    case 'http.configuration.proxyBufferNumbers':
      return settings.proxyBufferNumbers !== undefined && settings.proxyBuffering !== 'off';
    case 'http.configuration.proxyConnectTimeout':
      return settings.proxyConnectTimeout !== undefined;
    case 'http.configuration.proxyReadTimeout':
      return settings.proxyReadTimeout !== undefined;
    case 'http.configuration.proxySendTimeout':
      return settings.proxySendTimeout !== undefined;
    case 'http.configuration.setHeaders':
      return (settings.setHeaders ?? []).length > 0;
  }
}
