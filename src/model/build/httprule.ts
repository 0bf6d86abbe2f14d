import { type Configuration, configurationSchema, type HttpRule } from '../../api/gatewayrule.ts';
import { rulePathSchema } from '../../api/grammar.ts';
import {
  cookieMatchesSchema,
  headerMatchesSchema,
  headerNameSchema,
  headerValueSchema,
} from '../../api/header.ts';
import { isOfConnection } from '../../api/headerchanges.ts';
import { pairsOf } from '../../rule/conditions.ts';
import { withoutSlash } from '../../rule/effective.ts';
import type { Diagnostics } from '../read/diagnostics.ts';
import type { ModelHttpRoute } from '../read/ingress.ts';
import type { Header } from '../read/probe.ts';

/** Fields that all rules for a port share. */
type RuleHead = Pick<HttpRule, 'serviceId' | 'containerPort' | 'domainName'>;

/** Most request headers that a rule can set. */
const MAX_SET_HEADERS = 16;

/**
 * Rule for a route; undefined where a GatewayRule does not support one of its conditions, without which it would
 * match other requests. Unsupported settings are left out one by one.
 */
export function httpRuleOf(
  route: ModelHttpRoute,
  head: RuleHead,
  diagnostics: Diagnostics,
): HttpRule | undefined {
  const { path, wire } = route;
  const domainPath = wire.location || '/';
  const [cookies, headers] = [recordOf(wire.cookies), recordOf(wire.headers)];
  const conditions = [
    { at: `${path}.location`, ok: rulePathSchema.safeParse(domainPath).success },
    { at: `${path}.cookies`, ok: cookieMatchesSchema.safeParse(cookies).success },
    { at: `${path}.headers`, ok: headerMatchesSchema.safeParse(headers).success },
  ].filter(({ ok }) => !ok);
  for (const { at } of conditions) {
    diagnostics.addNotApplied(at, 'a GatewayRule cannot say this condition, so that the route is left out');
  }
  if (conditions.length > 0) {
    return undefined;
  }
  const configuration = configurationOf(route, diagnostics);
  return {
    ...head,
    domainPath,
    ...(wire.cookies.length === 0 ? {} : { domainCookie: cookies }),
    ...(wire.headers.length === 0 ? {} : { domainHeader: headers }),
    ...balancingOf(route, diagnostics),
    ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
  };
}

/** Match of a rule: rules of a host with the same key match the same requests. */
export function keyOfRule({ domainPath = '/', domainCookie = {}, domainHeader = {} }: HttpRule): string {
  const pairs = pairsOf({ cookies: domainCookie, headers: domainHeader });
  return JSON.stringify([withoutSlash(domainPath), ...pairs]);
}

function recordOf(pairs: readonly Header[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

const STICKY = 'cookie-session-affinity';

function balancingOf(
  { path, wire: { load_balancing: balancing } }: ModelHttpRoute,
  diagnostics: Diagnostics,
): Pick<HttpRule, 'ruleExtensions'> {
  if (balancing === STICKY) {
    return { ruleExtensions: [{ key: 'lb-type', value: STICKY }] };
  }
  if (balancing !== '' && balancing !== 'round-robin') {
    diagnostics.addNotApplied(`${path}.load_balancing`, `it is neither round-robin nor ${STICKY}`);
  }
  return {};
}

/** Settings of a rule, with their keys in a model. */
const SETTINGS = {
  proxyConnectTimeout: 'connection_timeout',
  proxySendTimeout: 'request_timeout',
  proxyReadTimeout: 'response_timeout',
  proxyBodySize: 'request_body_size_limit',
  proxyBuffering: 'proxy_buffer',
  proxyBufferSize: 'proxy_buffer_size',
  proxyBufferNumbers: 'proxy_buffer_numbers',
} as const;

function configurationOf(route: ModelHttpRoute, diagnostics: Diagnostics): Configuration {
  const { path, wire } = route;
  const said = Object.entries(SETTINGS).flatMap(([setting, key]) => {
    const value = key === 'proxy_buffer' ? onOrOff(wire.proxy_buffer) : wire[key];
    return value === undefined ? [] : [{ setting: setting as keyof typeof SETTINGS, key, value }];
  });
  const possible = said.filter(({ setting, key, value }) => {
    const ok = configurationSchema.shape[setting].safeParse(value).success;
    if (!ok) {
      diagnostics.addNotApplied(`${path}.${key}`, 'it is more or less than a GatewayRule can ask for');
    }
    return ok;
  });
  const setHeaders = setHeadersOf(route, diagnostics);
  return {
    ...Object.fromEntries(possible.map(({ setting, value }) => [setting, value])),
    ...(setHeaders.length === 0 ? {} : { setHeaders }),
  };
}

function onOrOff(flag: boolean | undefined): 'on' | 'off' | undefined {
  return flag === undefined ? undefined : flag ? 'on' : 'off';
}

function setHeadersOf(
  { path, wire }: ModelHttpRoute,
  diagnostics: Diagnostics,
): { key: string; value: string }[] {
  const headers = new Map<string, { key: string; value: string }>();
  for (const { name, value } of wire.proxy_header) {
    const why = whyNoHeader(name, value) ?? (headers.has(name.toLowerCase()) ? 'it is set twice' : undefined);
    if (why === undefined && headers.size < MAX_SET_HEADERS) {
      headers.set(name.toLowerCase(), { key: name, value });
    } else {
      diagnostics.addNotApplied(
        `${path}.proxy_header.${name}`,
        why ?? `a rule sets at most ${MAX_SET_HEADERS} headers`,
      );
    }
  }
  return [...headers.values()];
}

function whyNoHeader(name: string, value: string): string | undefined {
  if (value.includes('$')) {
    return 'variables of nginx are known to nginx alone';
  }
  if (isOfConnection(name)) {
    return 'the proxy decides on it';
  }
  const ok = headerNameSchema.safeParse(name).success && headerValueSchema.safeParse(value).success;
  return ok ? undefined : 'no header can have this name or value';
}
