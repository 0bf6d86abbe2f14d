import type { Policy } from '../../api/policy.ts';
import { DNS_NAME } from '../../base/dnslabel.ts';
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
import type { Settings } from '../settings.ts';
import { booleanIn, listIn, numberIn, serviceIn, urlIn } from '../values.ts';

/** Annotations on hosts, paths, redirects and what the component sees. */
export const ROUTE_ROWS: Rows = {
  'server-alias': {
    verdict: 'field',
    field: 'http.domainName',
    how: 'a rule for each host; regular expressions are refused',
    bad: 'refused',
    read: (value) => {
      const aliases = listIn(value);
      const strange = aliases.find((alias) => !DNS_NAME.test(alias.replace(/^\*\./, '')));
      return strange === undefined
        ? reading({ aliases })
        : refused(
            `${strange} is no host name: list the names that it is for, or *.DOMAIN for those below one`,
          );
    },
  },
  'rewrite-target': {
    verdict: 'field',
    field: 'http.policy.rewrite.path',
    feature: 'http.policy.rewrite.path',
    how: 'a plain path as `full`, and `/foo(/|$)(.*)` with `/$2` as `prefix`; other captures are refused. Makes paths regular as `use-regex` does',
    bad: 'ignored',
    read: (value) => (value.trim() === '' ? BAD : reading({ rewriteTarget: value.trim() })),
  },
  'use-regex': {
    verdict: 'field',
    field: 'http.policy.match.pathRegex',
    feature: 'http.policy.match.pathRegex',
    how: 'paths without special characters as prefixes, others as expressions for whole paths; what engines read differently is refused. Makes all paths of the host regular, regardless of case',
    bad: 'ignored',
    read: (value) => truth(value, (regular) => ({ regular })),
  },
  'ssl-passthrough': {
    verdict: 'field',
    field: 'tls',
    how: 'for the Service of the path `/`; where the Ingress has TLS, another rule sends plain requests to HTTPS',
    bad: 'ignored',
    read: (value) => truth(value, (passthrough) => ({ passthrough })),
  },
  'app-root': {
    verdict: 'field',
    field: 'http.policy.redirect',
    feature: 'http.policy.redirect',
    how: 'a rule for `/` alone; the query of the request stays',
    bad: 'ignored',
    read: (value) => (value.startsWith('/') && !value.startsWith('//') ? reading({ appRoot: value }) : BAD),
  },
  'from-to-www-redirect': {
    verdict: 'field',
    field: 'http.policy.redirect',
    feature: 'http.policy.redirect',
    how: 'a rule for the host with `www.`, or without',
    bad: 'refused',
    read: (value) => truth(value, (www) => ({ www })),
  },
  'permanent-redirect': redirect('permanent-redirect-code', {
    usual: 301,
    most: 308,
    before: 'temporal-redirect',
    read: (value, code) => (value.startsWith('/') ? readPath(value, code) : readRedirect(value, code)),
  }),
  'permanent-redirect-code': {
    verdict: 'with',
    of: ['permanent-redirect'],
    how: '301, 302, 303, 307 or 308',
  },
  'temporal-redirect': redirect('temporal-redirect-code', { usual: 302, most: 307, read: readRedirect }),
  'temporal-redirect-code': { verdict: 'with', of: ['temporal-redirect'], how: '301, 302, 303 or 307' },
  'ssl-redirect': {
    verdict: 'field',
    field: 'http.policy.redirect',
    feature: 'http.policy.redirect',
    how: 'true, the default, makes a rule that sends plain requests to HTTPS; false one that answers them',
    bad: 'ignored',
    read: (value) => truth(value, (toHttps) => ({ toHttps })),
  },
  'force-ssl-redirect': {
    verdict: 'field',
    field: 'http.policy.redirect',
    feature: 'http.policy.redirect',
    how: 'for hosts with a certificate, whichever Ingress has it; others are refused: where TLS ends before the gateway, the redirect would never end',
    bad: 'ignored',
    read: (value) => truth(value, (isForced) => (isForced ? { toHttps: true, forced: true } : {})),
  },
  'preserve-trailing-slash': { verdict: 'same', how: 'redirects keep the path as it is' },
  'use-port-in-redirects': {
    verdict: 'refused',
    why: 'redirects have the port of their scheme',
    instead: 'set spec.http.policy.redirect.port',
    made: true,
    unless: ['false'],
  },
  'relative-redirects': {
    verdict: 'refused',
    why: 'engines redirect to whole addresses',
    instead: 'nothing is needed: clients get to the same place',
    made: true,
    unless: ['false'],
  },
  'upstream-vhost': {
    verdict: 'field',
    field: 'http.policy.rewrite.host',
    feature: 'http.policy.rewrite.host',
    how: 'without variables',
    bad: 'ignored',
    read: (value) => {
      if (['$host', '$http_host', '$best_http_host'].includes(value)) {
        return SAME;
      }
      return DNS_NAME.test(value)
        ? reading({ policy: { rewrite: { host: value } } })
        : refused(`${value} is no host name: a rule gives components one, without a port and variables`);
    },
  },
  'x-forwarded-prefix': {
    verdict: 'field',
    field: 'http.policy.requestHeaders',
    feature: 'http.policy.requestHeaders',
    how: 'only beside `rewrite-target`',
    bad: 'ignored',
    read: (value, { other }) =>
      value === '' || other('rewrite-target') === undefined
        ? SAME
        : reading({ policy: { requestHeaders: { set: [{ key: 'X-Forwarded-Prefix', value }] } } }),
  },
  'custom-headers': {
    verdict: 'field',
    field: 'http.policy.responseHeaders',
    feature: 'http.policy.responseHeaders',
    how: 'those of the ConfigMap that it names',
    bad: 'refused',
    read: readCustomHeaders,
  },
  'mirror-target': {
    verdict: 'field',
    field: 'http.policy.mirror',
    feature: 'http.policy.mirror',
    how: 'a Service of the same namespace, by plain HTTP',
    bad: 'ignored',
    read: readMirror,
  },
  'mirror-request-body': { verdict: 'with', of: ['mirror-target'], how: 'copies have the body' },
  'mirror-host': { verdict: 'with', of: ['mirror-target'], how: 'copies have the host of the request' },
};

function truth(value: string, settingsOf: (value: boolean) => Settings): Reading {
  const found = booleanIn(value);
  return found === undefined ? BAD : reading(settingsOf(found));
}

const CODES = [301, 302, 303, 307, 308] as const;

type Code = (typeof CODES)[number];

/** Status of a redirect of one kind, and what it makes of an address. */
interface RedirectKind {
  readonly usual: Code;
  /** Highest status; the original takes the usual one for others. */
  readonly most: Code;
  /** Annotation beside which the original does not look at this one. */
  readonly before?: string;
  readonly read: (value: string, code: Code) => Reading;
}

function redirect(codeName: string, { usual, most, before, read }: RedirectKind): Row {
  return {
    verdict: 'field',
    field: 'http.policy.redirect',
    feature: 'http.policy.redirect',
    how: 'the scheme, host, port and path of the address, or `$request_uri` at its end; an address with a query is refused, and the query of the request stays',
    bad: 'refused',
    read: (value, { other }) => {
      if (before !== undefined && other(before) !== undefined) {
        return { type: 'unused', why: `${before} goes before it` };
      }
      const number = numberIn(other(codeName) ?? '') ?? usual;
      const code = CODES.find((each) => each === (number < 300 || number > most ? usual : number));
      return code === undefined
        ? refused(`a rule has no redirect ${number}: set the code to one of ${CODES.join(', ')}`)
        : read(value, code);
    },
  };
}

/** Redirect to another path of the same host. */
function readPath(path: string, code: Code): Reading {
  return /[?#$]/.test(path)
    ? refused(
        'a rule redirects to a path without a query, a fragment and variables: let the component redirect',
      )
    : reading({ policy: { redirect: { path: { full: path }, code } } });
}

const WHOLE = '$request_uri';

function readRedirect(value: string, code: Code): Reading {
  const keepsPath = value.endsWith(WHOLE);
  const text = keepsPath ? value.slice(0, -WHOLE.length) : value;
  const url = urlIn(text);
  if (text.includes('$')) {
    return refused(
      'a rule has no variable in redirects but $request_uri at their end: without a path of its own, a redirect keeps that of the request',
    );
  }
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return BAD;
  }
  if (url.search !== '' || url.hash !== '') {
    return refused(
      'a rule redirects to an address without a query and a fragment: let the component redirect',
    );
  }
  const to: Policy['redirect'] = {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    host: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    ...(keepsPath ? {} : { path: { full: url.pathname } }),
    code,
  };
  return reading({ policy: { redirect: to } });
}

function readCustomHeaders(value: string, { namespace, configMap }: AnnotationContext): Reading {
  const key = value.includes('/') ? value : `${namespace}/${value}`;
  const data = configMap(key);
  if (data === undefined) {
    return left(`the ConfigMap ${key} is not among the input: give it too`);
  }
  const set = Object.entries(data).map(([name, text]) => ({ key: name, value: text }));
  return set.length === 0 ? SAME : reading({ policy: { responseHeaders: { set } } });
}

function readMirror(value: string, { namespace }: AnnotationContext): Reading {
  const found = serviceIn(value.replace(WHOLE, ''), namespace);
  if (found === undefined || found.path !== '/') {
    return left('a rule copies requests to a Service of its namespace, with their own path');
  }
  return reading({ policy: { mirror: { serviceName: found.service, port: found.port } } });
}
