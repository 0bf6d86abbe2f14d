import { gatewayRuleSpecSchema, type HttpRule } from '../api/gatewayrule.ts';
import { problemsOf } from '../api/issue.ts';
import type { Policy } from '../api/policy.ts';
import type { TlsRule } from '../api/tlsrule.ts';
import { withSuffix } from '../base/dnslabel.ts';
import { present } from '../base/fields.ts';
import { shortHash } from '../base/hash.ts';
import { type ControllerConfig, compressionOf, hstsOf, redirectCode } from './config.ts';
import { type Canary, type HostFacts, pathKey, type ReadIngress } from './hosts.ts';
import type { Backend, IngressPath } from './ingress.ts';
import { type RulePath, translatePath } from './path.ts';
import type { Settings } from './settings.ts';

/** Rule that takes the place of a part of an Ingress. */
export type MigratedRule = Part & {
  readonly name: string;
  readonly notes: readonly string[];
};

/** Part of a rule that says what it is for. */
type Part =
  | { readonly http: HttpRule; readonly tls?: undefined }
  | { readonly tls: TlsRule; readonly http?: undefined };

/** Rules of an Ingress, or what stands against them. */
export interface TranslatedIngress {
  readonly rules: readonly MigratedRule[];
  readonly problems: readonly string[];
}

/** Surroundings of the rules of an Ingress. */
export interface RuleContext {
  readonly facts: HostFacts;
  readonly config: ControllerConfig;
}

/** Rules for a main Ingress. Pure. */
export function translatedRules(read: ReadIngress, context: RuleContext): TranslatedIngress {
  const { ingress, settings } = read;
  const { rules, defaultBackend } = ingress.spec;
  const parts = rules.flatMap((rule) =>
    rule.host === ''
      ? [problem('a rule has no host, and a GatewayRule needs one: name the hosts')]
      : ofHost(rule.host, rule.http?.paths ?? [], read, context),
  );
  const lone = rules.length === 0 && defaultBackend ? [problem('it has no hosts: name those it is for')] : [];
  const forced = settings.forced && ingress.spec.tls.length === 0;
  const loop = forced
    ? [problem('force-ssl-redirect without TLS: TLS ends before the gateway, so redirect there')]
    : [];
  const all = [...parts, ...lone, ...loop];
  return {
    rules: all.flatMap((part) => part.rules),
    problems: [...new Set(all.flatMap(({ problems }) => problems))],
  };
}

function problem(text: string): TranslatedIngress {
  return { rules: [], problems: [text] };
}

function ofHost(
  host: string,
  paths: readonly IngressPath[],
  read: ReadIngress,
  context: RuleContext,
): readonly TranslatedIngress[] {
  const { defaultBackend } = read.ingress.spec;
  const needsRoot = defaultBackend && !context.facts.rooted.has(host);
  const root: IngressPath[] = needsRoot ? [{ path: '/', pathType: 'Prefix', backend: defaultBackend }] : [];
  const all = [...paths, ...root];
  if (read.settings.passthrough) {
    return [passedOn(host, all, read, context)];
  }
  const certificate = certificateOf(host, read);
  if (certificate.type === 'missing') {
    return [problem(`${host} has TLS with the certificate of the controller: name a Secret in spec.tls`)];
  }
  const owner = context.facts.owners.get(host);
  const notes = [
    ...(host.startsWith('*.') ? ['all names below the domain, not only those with one more label'] : []),
    ...(owner === (read.ingress.metadata.namespace ?? '')
      ? []
      : [`Ingresses of the namespace ${owner} have the host ${host} too: a host belongs to one team`]),
  ];
  const place: Place = { host, certificate: certificate.name, notes };
  return [...all.map((path) => ofPath(path, place, read, context)), ...extras(all, place, read, context)];
}

/** Host of rules, with its certificate. */
interface Place {
  readonly host: string;
  readonly certificate: string | undefined;
  readonly notes: readonly string[];
}

type Certificate =
  | { readonly type: 'found'; readonly name: string | undefined }
  | { readonly type: 'missing' };

function entryOf(host: string, { ingress }: ReadIngress) {
  const parent = `*.${host.split('.').slice(1).join('.')}`;
  return ingress.spec.tls.find(({ hosts }) => hosts.includes(host) || hosts.includes(parent));
}

function certificateOf(host: string, read: ReadIngress): Certificate {
  const entry = entryOf(host, read);
  if (entry === undefined) {
    return { type: 'found', name: undefined };
  }
  return entry.secretName === undefined ? { type: 'missing' } : { type: 'found', name: entry.secretName };
}

function ofPath(
  path: IngressPath,
  place: Place,
  read: ReadIngress,
  { facts, config }: RuleContext,
): TranslatedIngress {
  const { settings, ingress } = read;
  const regular = facts.regular.has(place.host);
  const translated = translatePath(path, { regular, rewriteTarget: settings.rewriteTarget });
  const target = targetOf(path.backend);
  if (translated.type === 'refused' || target === undefined) {
    return problem(
      translated.type === 'refused' ? translated.why : `${place.host}${path.path} leads to no Service`,
    );
  }
  const drafts = hostsOf(place.host, facts).flatMap((host) => {
    const shared = { ...place, host, target, path: translated.path, settings, config };
    const canary = facts.canaries.get(pathKey(ingress, place.host, path));
    return [...mainRules(shared, canary), ...(canary === undefined ? [] : canaryRules(shared, canary))];
  });
  return checked(drafts, read);
}

/** Rules for a host whose TLS connections are passed on, which the original does by the path `/` alone. */
function passedOn(
  host: string,
  paths: readonly IngressPath[],
  read: ReadIngress,
  { config }: RuleContext,
): TranslatedIngress {
  const root = paths.find(({ path }) => path === '/');
  const target = root && targetOf(root.backend);
  if (target === undefined) {
    return problem(
      `ssl-passthrough, but no path / of ${host} leads to a Service, by which it would be passed on`,
    );
  }
  const sends = entryOf(host, read) !== undefined && read.settings.toHttps !== false;
  const rest = paths.filter((each) => each !== root).map(({ path }) => path);
  const notes = [
    ...(sends ? [] : ['there is no rule for plain requests: the component speaks TLS']),
    ...rest.map((path) => `${path} is left out: connections to the host are passed on whatever their paths`),
  ];
  const redirect = { scheme: 'https' as const, code: redirectCode(config) };
  const http = { ...target, domainName: host, policy: { redirect } };
  return checked(
    [
      { part: 'tls', tls: { ...target, domainName: host }, notes },
      ...(sends ? [{ part: 'redirect', http, notes: [] }] : []),
    ],
    read,
  );
}

function hostsOf(host: string, { aliases }: HostFacts): readonly string[] {
  return [...new Set([host, ...(aliases.get(host) ?? [])])];
}

type Target = Pick<HttpRule, 'serviceName' | 'containerPort'>;

function targetOf({ service }: Backend): Target | undefined {
  const port = service?.port.name ?? service?.port.number;
  return service === undefined || port === undefined
    ? undefined
    : { serviceName: service.name, containerPort: port };
}

/** Way of requests from a host and path to a Service. */
interface Way extends Place {
  readonly target: Target;
  readonly path: RulePath;
  readonly settings: Settings;
  readonly config: ControllerConfig;
}

/** Rule before its name, with what tells it from others of the Ingress. */
type Draft = Part & {
  readonly part: string;
  readonly notes: readonly string[];
};

/** Schemes of the rules of a host: by which a request is answered, and by which it is sent on. */
function schemesOf({ certificate, settings }: Way): {
  readonly answers: readonly Scheme[];
  readonly redirects: boolean;
} {
  if (certificate === undefined) {
    return { answers: ['http'], redirects: false };
  }
  return settings.toHttps === false
    ? { answers: ['https', 'http'], redirects: false }
    : { answers: ['https'], redirects: true };
}

type Scheme = 'http' | 'https';

function mainRules(way: Way, canary: Canary | undefined): readonly Draft[] {
  const { answers, redirects } = schemesOf(way);
  const weight = canary === undefined || canary.share.weight === 0 ? {} : mainWeight(canary);
  const notes = [...way.notes, ...(way.path.note === undefined ? [] : [way.path.note])];
  const answering = answers.map((scheme) => ({
    part: scheme,
    http: { ...baseOf(way, scheme), ...treatmentOf(way, scheme), ...weight },
    notes,
  }));
  const redirect = { scheme: 'https' as const, code: redirectCode(way.config) };
  const sent = {
    part: 'redirect',
    http: { ...baseOf(way, 'http'), ...policyOf(way, { redirect }) },
    notes: [],
  };
  return [...answering, ...(redirects ? [sent] : [])];
}

function mainWeight({ share }: Canary): Pick<HttpRule, 'theWeight'> {
  return { theWeight: share.total - share.weight };
}

function canaryRules(way: Way, { backend, share, of }: Canary): readonly Draft[] {
  const target = targetOf(backend);
  if (target === undefined || JSON.stringify(target) === JSON.stringify(way.target)) {
    return [];
  }
  const { header, cookie, weight } = share;
  const ways: readonly Pick<HttpRule, 'theWeight' | 'domainHeader' | 'domainCookie'>[] = [
    ...(weight > 0 ? [{ theWeight: weight }] : []),
    ...(header === undefined ? [] : [{ domainHeader: { [header.name]: header.value } }]),
    ...(cookie === undefined ? [] : [{ domainCookie: { [cookie]: 'always' } }]),
  ];
  const [first, ...others] = ways;
  if (first === undefined) {
    return [];
  }
  const notes = [
    `canary, of Ingress ${of}`,
    ...others.map(
      (other) =>
        `a Service has one rule for a host and path: for ${JSON.stringify(other)}, make a second Service for the same pods and a rule for it`,
    ),
  ];
  return schemesOf(way).answers.map((scheme) => ({
    part: `canary ${scheme}`,
    http: { ...baseOf({ ...way, target }, scheme), ...treatmentOf(way, scheme), ...first },
    notes,
  }));
}

function baseOf({ target, host, path, certificate }: Way, scheme: Scheme): HttpRule {
  return {
    ...target,
    domainName: host,
    ...(path.path === '/' ? {} : { domainPath: path.path }),
    ...(scheme === 'https' ? { certificateName: certificate } : {}),
  };
}

function policyOf({ path }: Way, policy: Policy): Pick<HttpRule, 'policy'> {
  const whole: Policy = { ...policy, ...present({ match: path.match }) };
  return Object.keys(whole).length === 0 ? {} : { policy: whole };
}

/** Settings of a rule that answers requests. */
function treatmentOf(
  way: Way,
  scheme: Scheme,
): Pick<HttpRule, 'configuration' | 'policy' | 'ruleExtensions'> {
  const { settings, path, config } = way;
  const { backend, rewrite, mirror, requestHeaders, timeouts, retry, ...rest } = settings.policy ?? {};
  const newPath = path.rewrite && { path: path.rewrite };
  const passed = {
    backend,
    mirror,
    requestHeaders,
    timeouts,
    retry,
    rewrite: rewrite || newPath ? { ...rewrite, ...newPath } : undefined,
  };
  const policy: Policy = present({
    ...rest,
    responseHeaders: responseHeaders(settings.policy?.responseHeaders, scheme, config),
    compression: compressionOf(config),
    ...(settings.policy?.redirect === undefined ? passed : {}),
  });
  return { ...policyOf(way, policy), ...sharedOf(settings) };
}

/** Settings that all rules of a host and path have together: the oldest rule decides on them. */
function sharedOf({
  configuration,
  balancing,
}: Settings): Pick<HttpRule, 'configuration' | 'ruleExtensions'> {
  return present({
    configuration,
    ruleExtensions: balancing === undefined ? undefined : [{ key: 'lb-type', value: balancing }],
  });
}

function responseHeaders(
  given: Policy['responseHeaders'],
  scheme: Scheme,
  config: ControllerConfig,
): Policy['responseHeaders'] {
  const hsts = scheme === 'https' ? hstsOf(config) : undefined;
  const set = given?.set ?? [];
  const isGiven = set.some(({ key }) => key.toLowerCase() === hsts?.key.toLowerCase());
  return hsts === undefined || isGiven ? given : { ...given, set: [...set, hsts] };
}

/** Rules beside those of the paths: for the root of the application, and for the host with `www.`, or without. */
function extras(
  paths: readonly IngressPath[],
  place: Place,
  read: ReadIngress,
  { config, facts }: RuleContext,
): readonly TranslatedIngress[] {
  const target = paths.map(({ backend }) => targetOf(backend)).find((each) => each !== undefined);
  const { settings } = read;
  if (target === undefined) {
    return [];
  }
  const way: Way = { ...place, target, settings, config, path: { path: '/' } };
  const root =
    settings.appRoot === undefined
      ? []
      : [redirecting(way, { path: { full: settings.appRoot }, code: 302 }, 'app-root')];
  const twin = place.host.startsWith('www.') ? place.host.slice('www.'.length) : `www.${place.host}`;
  const hasTwin = settings.www === true && !place.host.startsWith('*.') && !facts.hosts.has(twin);
  const www = hasTwin ? twinRules(way, twin, read) : [];
  return [...root, ...www].map((drafts) => checked(drafts, read));
}

/** Rules that send requests for `/` alone elsewhere. */
function redirecting(way: Way, redirect: NonNullable<Policy['redirect']>, part: string): readonly Draft[] {
  const exact: Way = { ...way, path: { path: '/', match: { path: 'exact' } } };
  return schemesOf(way).answers.map((scheme) => ({
    part: `${part} ${scheme}`,
    http: {
      ...baseOf(exact, scheme),
      ...policyOf(exact, sentOn(redirect, scheme, way.config)),
      ...sharedOf(way.settings),
    },
    notes: [],
  }));
}

/** Policy of requests that are sent on. */
function sentOn(redirect: Policy['redirect'], scheme: Scheme, config: ControllerConfig): Policy {
  return present({ redirect, responseHeaders: responseHeaders(undefined, scheme, config) });
}

function twinRules(way: Way, twin: string, read: ReadIngress): readonly (readonly Draft[])[] {
  const certificate = certificateOf(twin, read);
  const name = certificate.type === 'found' ? certificate.name : undefined;
  const schemes: readonly Scheme[] = name === undefined ? ['http'] : ['http', 'https'];
  const redirect = { host: way.host, code: redirectCode(way.config) };
  return [
    schemes.map((scheme) => ({
      part: `www ${scheme}`,
      http: {
        ...baseOf({ ...way, host: twin, certificate: name }, scheme),
        ...policyOf(way, sentOn(redirect, scheme, way.config)),
      },
      notes: [],
    })),
  ];
}

/** Rules with their names, as far as the schema takes them. */
function checked(drafts: readonly Draft[], { ingress }: ReadIngress): TranslatedIngress {
  const rules = drafts.map(({ part, ...rest }): MigratedRule => {
    const { domainName } = rest.http ?? rest.tls;
    const place = shortHash(
      JSON.stringify([domainName, rest.http?.domainPath, rest.http?.policy?.match, part]),
      8,
    );
    return { ...rest, name: withSuffix(ingress.metadata.name, place) };
  });
  const problems = rules.flatMap((rule) => {
    const parsed = gatewayRuleSpecSchema.safeParse(specOf(rule), { reportInput: true });
    return parsed.success
      ? []
      : problemsOf(parsed.error).map(({ path, message }) => `spec.${path} ${message}`);
  });
  return { rules, problems };
}

/** Spec of a rule. Pure. */
export function specOf({ http, tls }: MigratedRule): object {
  return present({ http, tls });
}
