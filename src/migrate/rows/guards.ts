import {
  type AnnotationContext,
  BAD,
  left,
  type Reading,
  type Row,
  type Rows,
  reading,
  refused,
  SAME,
} from '../row.ts';
import { blocksIn, booleanIn, numberIn, serviceIn } from '../values.ts';

const AUTH_URL = 'auth-url';

/** Annotations that keep requests out, or limit them. */
export const GUARD_ROWS: Rows = {
  'whitelist-source-range': blocks('allow'),
  'allowlist-source-range': blocks('allow'),
  'denylist-source-range': blocks('deny'),
  'auth-type': {
    verdict: 'field',
    field: 'http.policy.basicAuth',
    feature: 'http.policy.basicAuth',
    how: 'with a Secret in [the form of the engine](engines.md#the-secret-of-basicauth)',
    bad: 'refused',
    read: readAuthType,
  },
  'auth-secret': {
    verdict: 'with',
    of: ['auth-type'],
    how: 'as `secretName`, in the namespace of the Ingress',
  },
  'auth-secret-type': {
    verdict: 'with',
    of: ['auth-type'],
    how: '`auth-file`; for `auth-map`, first make a Secret with lines of htpasswd',
  },
  'auth-realm': {
    verdict: 'refused',
    why: 'engines choose the realm that browsers show',
    instead: 'nothing is needed: passwords stay the same',
    made: true,
  },
  [AUTH_URL]: {
    verdict: 'field',
    field: 'http.policy.externalAuth',
    feature: 'http.policy.externalAuth',
    how: 'a Service of the same namespace, by plain HTTP and without variables',
    bad: 'refused',
    read: readAuthUrl,
  },
  'auth-response-headers': { verdict: 'with', of: [AUTH_URL], how: 'as `responseHeaders`' },
  'auth-signin': {
    verdict: 'refused',
    why: 'a rule sends the answer of the component that is asked, and redirects nobody itself',
    instead: 'let that component answer with the redirect to its sign-in page',
    made: true,
  },
  'auth-signin-redirect-param': { verdict: 'with', of: ['auth-signin'] },
  'auth-request-redirect': ofAuthUrl('the component that is asked gets no header X-Auth-Request-Redirect'),
  'auth-method': ofAuthUrl('engines decide by which method they ask'),
  'auth-proxy-set-headers': ofAuthUrl(
    'a rule passes headers of the request on, and sets none for the question',
  ),
  'auth-cache-key': ofAuthUrl('engines ask for each request'),
  'auth-cache-duration': ofAuthUrl('engines ask for each request'),
  'auth-always-set-cookie': ofAuthUrl(
    'engines do not give cookies of the component that is asked to clients',
  ),
  'auth-keepalive': { verdict: 'same', how: 'the engine keeps connections by itself' },
  'auth-keepalive-share-vars': { verdict: 'same', how: 'there are no variables to share' },
  'auth-keepalive-requests': { verdict: 'same', how: 'the engine keeps connections by itself' },
  'auth-keepalive-timeout': { verdict: 'same', how: 'the engine keeps connections by itself' },
  'enable-global-auth': {
    verdict: 'same',
    how: 'global-auth-url of the configuration becomes a rule’s own externalAuth, unless this is false',
  },
  satisfy: {
    verdict: 'refused',
    why: 'a rule asks for all of its guards; any would let in more',
    instead: 'give one of the guards up, or have two hosts',
    made: false,
    unless: ['all'],
    asks: (value, { other }) => value === 'any' && guardsBeside(other) > 1,
  },
  'limit-rps': rate('second'),
  'limit-rpm': rate('minute'),
  'limit-burst-multiplier': {
    verdict: 'with',
    of: ['limit-rps', 'limit-rpm'],
    how: 'times the limit, as `burst`; 5 by default',
  },
  'limit-connections': {
    verdict: 'refused',
    why: 'the Gateway API and its engines count requests, not connections of a client',
    instead: 'set spec.http.policy.rateLimit, or limit connections before the gateway',
    made: true,
    unless: ['0'],
  },
  'limit-rate': slowed(),
  'limit-rate-after': slowed(),
  'limit-whitelist': {
    verdict: 'refused',
    why: 'a limit of a rule holds for all clients',
    instead: 'have another host for these clients',
    made: true,
  },
  'limit-allowlist': {
    verdict: 'refused',
    why: 'a limit of a rule holds for all clients',
    instead: 'have another host for these clients',
    made: true,
  },
  'global-rate-limit': removed(),
  'global-rate-limit-window': removed(),
  'global-rate-limit-key': removed(),
  'global-rate-limit-ignored-cidrs': removed(),
  'enable-modsecurity': firewall((value) => booleanIn(value) === true),
  'enable-owasp-core-rules': firewall((value, context) => booleanIn(value) === true && hasFirewall(context)),
  'modsecurity-transaction-id': firewall((_, context) => hasFirewall(context)),
  'modsecurity-snippet': firewall((_, context) => hasFirewall(context)),
};

/** Number of guards of different kinds: addresses, a password, and a component that is asked. */
function guardsBeside(other: AnnotationContext['other']): number {
  const kinds = [
    ['whitelist-source-range', 'allowlist-source-range', 'denylist-source-range'],
    ['auth-type'],
    [AUTH_URL],
  ];
  return kinds.filter((names) => names.some((name) => other(name) !== undefined)).length;
}

function hasFirewall({ other }: AnnotationContext): boolean {
  return booleanIn(other('enable-modsecurity') ?? '') === true;
}

function blocks(member: 'allow' | 'deny'): Row {
  return {
    verdict: 'field',
    field: `http.policy.${member}`,
    feature: `http.policy.${member}`,
    how: 'an address alone as a block of one',
    bad: 'refused',
    read: (value) => {
      const found = blocksIn(value);
      return found === undefined ? BAD : reading({ policy: { [member]: found } });
    },
  };
}

function readAuthType(value: string, { namespace, other }: AnnotationContext): Reading {
  if (value !== 'basic' && value !== 'digest') {
    return BAD;
  }
  const secret = other('auth-secret');
  if (value === 'digest' || secret === undefined) {
    return refused(
      value === 'digest'
        ? 'a rule asks by Basic only: make a Secret with lines of htpasswd, and set auth-type to basic'
        : 'ingress-nginx answers 503 without auth-secret: name a Secret with the passwords there',
    );
  }
  const [name = '', of = namespace] = secret.split('/').toReversed();
  if (of !== namespace) {
    return refused(`the Secret is in the namespace ${of}: copy it into that of the rule`);
  }
  if (other('auth-secret-type') === 'auth-map') {
    return refused('the Secret is an auth-map: make one with lines of htpasswd in one key');
  }
  return reading({ policy: { basicAuth: { secretName: name } } });
}

function readAuthUrl(value: string, { namespace, other }: AnnotationContext): Reading {
  const found = serviceIn(value, namespace);
  if (found === undefined) {
    return refused(
      `a rule asks a Service of its namespace by plain HTTP, such as http://NAME.${namespace}.svc.cluster.local/path`,
    );
  }
  const { service, port, path } = found;
  const named = (other('auth-response-headers') ?? '').split(',').map((name) => name.trim());
  const responseHeaders = named.filter((name) => name !== '');
  const externalAuth = {
    serviceName: service,
    port,
    path,
    ...(responseHeaders.length === 0 ? {} : { responseHeaders }),
    requestHeaders: ['Cookie'],
  };
  return reading(
    { policy: { externalAuth } },
    'of the headers of the request, it gets Authorization and Cookie',
  );
}

function ofAuthUrl(why: string): Row {
  return { verdict: 'refused', why, instead: 'see whether the component needs it', made: true };
}

/** Multiplier of limits without an annotation. */
const BURST = 5;

function rate(per: 'second' | 'minute'): Row {
  return {
    verdict: 'field',
    field: 'http.policy.rateLimit',
    feature: 'http.policy.rateLimit',
    how: 'for each client address; refused requests get 429 in place of 503',
    bad: 'refused',
    read: (value, { other }) => {
      const requests = numberIn(value);
      const times = numberIn(other('limit-burst-multiplier') ?? '') || BURST;
      if (requests === undefined) {
        return BAD;
      }
      if (requests > 0 && per === 'second' && (numberIn(other('limit-rpm') ?? '') ?? 0) > 0) {
        return left('a rule has one limit: that of limit-rpm');
      }
      return requests === 0
        ? SAME
        : reading({ policy: { rateLimit: { requests, per, burst: requests * times, by: 'client' } } });
    },
  };
}

function slowed(): Row {
  return {
    verdict: 'refused',
    why: 'the Gateway API and its engines do not slow answers down',
    instead: 'slow them down in the component',
    made: true,
    unless: ['0'],
  };
}

function removed(): Row {
  return {
    verdict: 'refused',
    why: 'releases of ingress-nginx since 1.11 do not have it any more',
    instead: 'set spec.http.policy.rateLimit if requests are to be limited',
    made: true,
  };
}

function firewall(asks: Extract<Row, { verdict: 'refused' }>['asks']): Row {
  return {
    verdict: 'refused',
    why: 'neither the Gateway API nor its engines have a firewall for web applications',
    instead: 'place one before or behind the gateway, then take the annotation out of a copy of the Ingress',
    made: false,
    ...(asks === undefined ? {} : { asks }),
  };
}
