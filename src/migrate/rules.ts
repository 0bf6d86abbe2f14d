import { gatewayRuleSpecSchema, type HttpRule } from '../api/gatewayrule.ts';
import { type InputProblem, problemsOf } from '../api/issue.ts';
import type { Policy } from '../api/policy.ts';
import type { TlsRule } from '../api/tlsrule.ts';
import { present } from '../base/fields.ts';
import { withoutSlash } from '../rule/effective.ts';
import { type HostCertificate, wildcardOf } from './certificate.ts';
import {
  believesForwarded,
  type ControllerConfig,
  compressionOf,
  hstsOf,
  redirectCode,
  staysPlain,
} from './config.ts';
import {
  type Canary,
  type HostFacts,
  type Location,
  pathKey,
  pathsOf,
  pathTypeOf,
  type ReadIngress,
  type Server,
} from './hosts.ts';
import { type Backend, keyOfIngress } from './ingress.ts';
import { wordsOfHost } from './names.ts';
import type { RulePath } from './path.ts';
import type { Places } from './places.ts';
import type { Settings } from './settings.ts';

/** Rule before its name, with what tells it from the others of its Ingress. */
export type DraftRule = Part & {
  /** Text that tells it from the others of its host and path. */
  readonly part: string;
  /** Words of its name, beside that of its Ingress: for its host and path, and for what it does. */
  readonly at: readonly string[];
  readonly does: readonly string[];
  readonly notes: readonly string[];
};

/** Part of a rule that says what it is for. */
type Part =
  | { readonly http: HttpRule; readonly tls?: undefined }
  | { readonly tls: TlsRule; readonly http?: undefined };

/** Rules of an Ingress, or what stands against them. */
export interface TranslatedIngress {
  readonly rules: readonly DraftRule[];
  readonly problems: readonly string[];
  /** Words on parts without a rule. */
  readonly notes: readonly string[];
}

/** Surroundings of the rules of an Ingress. */
export interface RuleContext {
  readonly facts: HostFacts;
  readonly config: ControllerConfig;
  readonly places: Places;
}

const NOTHING: TranslatedIngress = { rules: [], problems: [], notes: [] };

/** Rules for a main Ingress. Pure. */
export function translatedRules(read: ReadIngress, context: RuleContext): TranslatedIngress {
  const { rules, defaultBackend } = read.ingress.spec;
  const hosts = [...new Set(rules.map(({ host }) => host))];
  const parts = hosts.map((host) =>
    host === ''
      ? problem('a rule has no host, and a GatewayRule needs one: name the hosts, one rule each')
      : ofHost(host, read, context),
  );
  const lone = rules.length === 0 && defaultBackend ? [problem('it has no hosts: name those it is for')] : [];
  return merged([...parts, ...lone]);
}

function merged(all: readonly TranslatedIngress[]): TranslatedIngress {
  return {
    rules: all.flatMap(({ rules }) => rules),
    problems: [...new Set(all.flatMap(({ problems }) => problems))],
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
  };
}

function problem(text: string): TranslatedIngress {
  return { ...NOTHING, problems: [text] };
}

function noted(text: string): TranslatedIngress {
  return { ...NOTHING, notes: [text] };
}

function ofHost(host: string, read: ReadIngress, context: RuleContext): TranslatedIngress {
  const server = context.facts.servers.get(host);
  if (server === undefined) {
    return NOTHING;
  }
  const key = keyOfIngress(read.ingress);
  const guards = server.guards
    .filter(({ of }) => of !== key)
    .map(({ of, name, text }) =>
      problem(
        `${name} of ${of}, which ingress-nginx has for all paths of ${host}, also those of other Ingresses: ${text}`,
      ),
    );
  const locations = server.locations.filter((each) => each.read === read);
  const parts = [
    ...hostProblems(server, read, locations),
    ...pathNotes(server, read, locations),
    ...locations.map((each) => ofLocation(each, server, context)),
    ...extras(server, locations, context),
    ...restNotes(server, context),
  ];
  return merged([...guards, ...parts]);
}

/** Problems of an Ingress with a host. */
function hostProblems(
  { host, certificate, passthrough, aliases, locations: all }: Server,
  { settings }: ReadIngress,
  locations: readonly Location[],
): readonly TranslatedIngress[] {
  if (passthrough !== undefined) {
    return all.some(({ path }) => path.path === '/')
      ? []
      : [
          problem(
            `ssl-passthrough, but no path / of ${host} leads to a Service, by which TLS connections would be passed on: add one`,
          ),
        ];
  }
  if (locations.length === 0) {
    return [];
  }
  return [{ host, certificate }, ...aliases].flatMap((each) => certificateProblems(each, settings));
}

/** Problems of a name with its certificate. */
function certificateProblems(
  { host, certificate }: Pick<Server, 'host' | 'certificate'>,
  { forced }: Settings,
): readonly TranslatedIngress[] {
  if (certificate.type === 'controller') {
    return [
      problem(
        `${host} has TLS with the certificate of the controller, since ${certificate.why}: name a Secret with its certificate in an entry of spec.tls for ${host}`,
      ),
    ];
  }
  return certificate.type === 'none' && forced === true
    ? [
        problem(
          `force-ssl-redirect, but no Ingress has a certificate for ${host}: where TLS ends before the gateway, the redirect would never end, so redirect there and take the annotation out; where HTTPS has the default certificate of the controller, name its Secret in spec.tls`,
        ),
      ]
    : [];
}

/** Words on paths of an Ingress for which it has no location. */
function pathNotes(
  { host, locations: all }: Server,
  read: ReadIngress,
  locations: readonly Location[],
): readonly TranslatedIngress[] {
  const own = new Set(locations.map(({ path }) => path));
  return pathsOf(host, read).flatMap((path) => {
    if (own.has(path)) {
      return [];
    }
    if (path.backend.service === undefined) {
      return [
        noted(
          `${host}${path.path} is left out: it leads to no Service, so that ingress-nginx leaves it out too`,
        ),
      ];
    }
    const other = all.find((each) => each.path.path === path.path && each.read !== read);
    return other === undefined
      ? [noted(`${host}${path.path} stands there twice: the first one counts`)]
      : [
          noted(
            `${host}${path.path} is left out: Ingress ${keyOfIngress(other.read.ingress)} has it already, and the older one counts`,
          ),
        ];
  });
}

/** Words on paths that a host does not have, where a wildcard host has them. */
function restNotes(
  { host, aliases, locations }: Server,
  { facts }: RuleContext,
): readonly TranslatedIngress[] {
  const isWhole = locations.some(({ path }) => path.path === '/' && pathTypeOf(path) === 'Prefix');
  const names = isWhole ? [] : [host, ...aliases.map((alias) => alias.host)];
  return names
    .filter((name) => wildcardOf(name) !== name && facts.servers.has(wildcardOf(name)))
    .map((name) =>
      noted(
        `requests for ${name} with other paths may be answered by rules for ${wildcardOf(name)}: ingress-nginx answers 404; add a path / if that matters`,
      ),
    );
}

/** Name of a host of rules, with its certificate. */
interface Place {
  readonly host: string;
  readonly certificate: string | undefined;
  readonly notes: readonly string[];
}

/** Names of a host, each with its certificate. */
function placesOf(server: Server, { ingress }: ReadIngress): readonly Place[] {
  const { namespace = '' } = ingress.metadata;
  const { host, owner } = server;
  const notes = [
    ...(host.startsWith('*.') ? ['all names below the domain, not only those with one more label'] : []),
    ...(owner === namespace
      ? []
      : [
          `Ingresses of the namespace ${owner} have the host ${host} too: a host belongs to one team, so move all of them into one namespace`,
        ]),
  ];
  return [server, ...server.aliases].map((name) => ({
    host: name.host,
    certificate: name.certificate.type === 'secret' ? name.certificate.name : undefined,
    notes: [
      ...notes,
      ...certificateNotes(name.host, name.certificate, keyOfIngress(ingress), namespace),
      ...(name.certificate.type === 'none' && server.certificate.type === 'secret'
        ? [withoutHttps(name.host, host)]
        : []),
    ],
  }));
}

function withoutHttps(name: string, host: string): string {
  return `HTTPS for ${name} has no rule: the certificate of ${host} is not for it, as far as spec.tls tells; name ${name} there`;
}

function certificateNotes(
  host: string,
  certificate: HostCertificate,
  key: string,
  namespace: string,
): readonly string[] {
  if (certificate.type !== 'secret') {
    return [];
  }
  const { name, of, note } = certificate;
  return [
    ...(note === undefined ? [] : [note]),
    ...(of === key
      ? []
      : [
          `the certificate of ${host} is that of Ingress ${of}: ingress-nginx has one for all paths of a host`,
        ]),
    ...(certificate.namespace === namespace
      ? []
      : [`Secret ${name} is in the namespace ${certificate.namespace}: copy it into that of the rule`]),
  ];
}

function ofLocation(location: Location, server: Server, context: RuleContext): TranslatedIngress {
  const { read, path } = location;
  const { facts, config, places } = context;
  const found = places.get(location);
  const target = targetOf(path.backend);
  if (found?.type === 'dead') {
    return noted(found.note);
  }
  if (found?.type === 'refused' || found === undefined) {
    return problem(found?.why ?? `${server.host}${path.path} has no place`);
  }
  if (found.path.match?.path === 'exact' && found.path.path === '/' && server.appRoot !== undefined) {
    return noted(`${server.host}/ alone is left out: app-root sends requests for it elsewhere`);
  }
  if (target === undefined) {
    return problem(`${server.host}${path.path} leads to a Service without a port: name it`);
  }
  const canary = facts.canaries.get(pathKey(read.ingress, server.host, path));
  const isFirst = server.locations.find((each) => each.path.path === path.path) === location;
  const drafts = placesOf(server, read).flatMap((place) => {
    const way: Way = { ...place, target, path: found.path, text: path.path, read, server, config };
    return server.passthrough === undefined
      ? [
          ...mainRules(way, canary),
          ...(canary === undefined ? [] : canaryRules(way, canary)),
          ...(isFirst ? slashRules(way) : []),
        ]
      : passedOn(way);
  });
  return checked(drafts);
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
  /** The path as its Ingress has it. */
  readonly text: string;
  readonly read: ReadIngress;
  readonly server: Server;
  readonly config: ControllerConfig;
}

/** Schemes of the rules of a path: by which a request is answered, and whether others are sent to HTTPS. */
function schemesOf({ certificate, read: { settings }, text, config }: Way): {
  readonly answers: readonly Scheme[];
  readonly redirects: boolean;
} {
  if (certificate === undefined) {
    return { answers: ['http'], redirects: false };
  }
  return settings.toHttps === false || staysPlain(text, config)
    ? { answers: ['https', 'http'], redirects: false }
    : { answers: ['https'], redirects: true };
}

type Scheme = 'http' | 'https';

/** Schemes by which a name is served at all. */
function openSchemes({ certificate }: Place): readonly Scheme[] {
  return certificate === undefined ? ['http'] : ['https', 'http'];
}

/** Words of the name of a rule. */
function wordsOf({ host, text, read }: Way, ...does: readonly string[]): Pick<DraftRule, 'at' | 'does'> {
  const first = read.ingress.spec.rules[0]?.host ?? '';
  return { at: [wordsOfHost(host, first), text], does };
}

function mainRules(way: Way, canary: Canary | undefined): readonly DraftRule[] {
  const { answers, redirects } = schemesOf(way);
  const weight = canary === undefined || canary.share.weight === 0 ? {} : mainWeight(canary);
  const notes = [...way.notes, ...(way.path.notes ?? []), ...streamNotes(way.read.settings)];
  const answering = answers.map((scheme, index) => ({
    part: scheme,
    ...wordsOf(way, ...(index === 0 ? [] : ['plain'])),
    http: { ...baseOf(way, scheme), ...treatmentOf(way, scheme), ...weight },
    notes,
  }));
  return [...answering, ...(redirects ? [toHttps(way)] : [])];
}

const STREAMS =
  'STREAMS: an engine that reads answers to their end for this limit, such as Traefik, passes no event of a stream on before the stream is over: take proxyBodySize out for paths with server-sent events or other endless answers';

function streamNotes({ configuration }: Settings): readonly string[] {
  return (configuration?.proxyBodySize ?? 0) > 0 ? [STREAMS] : [];
}

/** Rule that sends plain requests to HTTPS. */
function toHttps(way: Way): DraftRule {
  const redirect = { scheme: 'https' as const, code: redirectCode(way.config) };
  return {
    part: 'redirect',
    ...wordsOf(way, 'to-https'),
    http: { ...baseOf(way, 'http'), ...policyOf(way, { redirect }) },
    notes: believesForwarded(way.config) ? [NEVER_ENDS] : [],
  };
}

const NEVER_ENDS =
  'ingress-nginx answers requests that a load balancer marks by X-Forwarded-Proto: https, and this rule sends them to HTTPS: where the load balancer ends TLS and speaks HTTP with the gateway, that never ends, so let it pass TLS on, or take this rule out';

/**
 * Rules for the path without the slash at its end, which nginx sends to that with it by itself, before it looks at the
 * scheme and the guards.
 */
function slashRules(way: Way): readonly DraftRule[] {
  const { text, server } = way;
  const bare = withoutSlash(text);
  const isTaken = server.locations.some(({ path }) => path.path === bare);
  if (server.regular || bare === text || bare === '' || bare === '/' || isTaken) {
    return [];
  }
  const redirect = { path: { full: text }, code: 301 as const };
  return exactly({ ...way, path: { path: bare, match: { path: 'exact' } } }, redirect, 'slash');
}

/** Rules that send requests for one path elsewhere, by each scheme. */
function exactly(way: Way, redirect: NonNullable<Policy['redirect']>, word: string): readonly DraftRule[] {
  return openSchemes(way).map((scheme, index) => ({
    part: `${word} ${scheme}`,
    ...wordsOf(way, word, ...(index === 0 ? [] : ['plain'])),
    http: {
      ...baseOf(way, scheme),
      ...policyOf(way, sentOn(redirect, scheme, way.config)),
      ...sharedOf(way.read.settings),
    },
    notes: way.notes,
  }));
}

/** Policy of requests that are sent on. */
function sentOn(redirect: Policy['redirect'], scheme: Scheme, config: ControllerConfig): Policy {
  return present({ redirect, responseHeaders: responseHeaders(undefined, scheme, config) });
}

/** Rules of a host whose TLS connections are passed on, which the original does by the path `/` alone. */
function passedOn(way: Way): readonly DraftRule[] {
  const { target, host, server, read, text, path } = way;
  const redirects = server.certificate.type !== 'none' && read.settings.toHttps !== false;
  if (text !== '/' || path.match !== undefined) {
    const [rule] = redirects ? [toHttps(way)] : plainRule(way);
    const note = `connections to ${host} are passed on whatever their paths: by HTTPS, ${text} is the component’s of /`;
    return rule === undefined ? [] : [{ ...rule, notes: [...rule.notes, note] }];
  }
  const notes = [
    ...way.notes,
    ...(redirects ? [] : ['there is no rule for plain requests: the component speaks TLS']),
  ];
  const tls = { ...target, domainName: host };
  return [{ part: 'tls', ...wordsOf(way), tls, notes }, ...(redirects ? [toHttps(way)] : [])];
}

function plainRule(way: Way): readonly DraftRule[] {
  return mainRules({ ...way, certificate: undefined }, undefined);
}

function mainWeight({ share }: Canary): Pick<HttpRule, 'theWeight'> {
  return { theWeight: share.total - share.weight };
}

/** Way by which a canary gets requests, in words. */
interface CanaryWay {
  readonly said: string;
  readonly field: Pick<HttpRule, 'theWeight' | 'domainHeader' | 'domainCookie'>;
}

function waysOf({ share: { header, cookie, weight, total } }: Canary): readonly CanaryWay[] {
  return [
    ...(weight > 0 ? [{ said: `${weight} of ${total} requests`, field: { theWeight: weight } }] : []),
    ...(header === undefined
      ? []
      : [
          {
            said: `requests with the header ${header.name}: ${header.value}`,
            field: { domainHeader: { [header.name]: header.value } },
          },
        ]),
    ...(cookie === undefined
      ? []
      : [
          {
            said: `requests with the cookie ${cookie}=always`,
            field: { domainCookie: { [cookie]: 'always' } },
          },
        ]),
  ];
}

function canaryRules(way: Way, canary: Canary): readonly DraftRule[] {
  const target = targetOf(canary.backend);
  const [first, ...others] = waysOf(canary);
  const isSame = JSON.stringify(target) === JSON.stringify(way.target);
  if (target === undefined || isSame || first === undefined) {
    return [];
  }
  const notes = [
    `canary, of Ingress ${canary.of}: it gets ${first.said}`,
    ...others.map(
      ({ said }) =>
        `a Service has one rule for a host and path: for ${said}, make a second Service for the same pods and a rule for it`,
    ),
  ];
  return schemesOf(way).answers.map((scheme, index) => ({
    part: `canary ${scheme}`,
    ...wordsOf(way, 'canary', ...(index === 0 ? [] : ['plain'])),
    http: { ...baseOf({ ...way, target }, scheme), ...treatmentOf(way, scheme), ...first.field },
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
  const {
    read: { settings },
    path,
    config,
  } = way;
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
  server: Server,
  locations: readonly Location[],
  { config }: RuleContext,
): readonly TranslatedIngress[] {
  return locations.flatMap((location) => {
    const { read, path } = location;
    const target = targetOf(path.backend);
    const { appRoot } = read.settings;
    if (target === undefined || server.passthrough !== undefined) {
      return [];
    }
    const [place, ...aliases] = placesOf(server, read);
    const way = (of: Place): Way => ({ ...of, target, path: { path: '/' }, text: '/', read, server, config });
    const root =
      appRoot === undefined || location !== server.appRoot
        ? []
        : [place, ...aliases].flatMap((each) =>
            each === undefined
              ? []
              : exactly(
                  { ...way(each), path: { path: '/', match: { path: 'exact' } } },
                  { path: { full: appRoot }, code: 302 },
                  'app-root',
                ),
          );
    const asksTwin = location === server.locations.find((each) => each.read.settings.www === true);
    const www = asksTwin && place !== undefined ? twinRules(way(place)) : [];
    return [checked(root), checked(www)];
  });
}

function twinRules(way: Way): readonly DraftRule[] {
  const { twin } = way.server;
  if (twin === undefined) {
    return [];
  }
  const certificate = twin.certificate.type === 'secret' ? twin.certificate.name : undefined;
  const own: Way = { ...way, host: twin.host, certificate };
  const redirect = { host: way.host, code: redirectCode(way.config) };
  const isLost = way.certificate !== undefined && certificate === undefined;
  const word = twin.host.startsWith('www.') ? 'www' : 'without-www';
  return openSchemes(own).map((scheme, index) => ({
    part: `www ${scheme}`,
    ...wordsOf(way, word, ...(index === 0 ? [] : ['plain'])),
    http: { ...baseOf(own, scheme), ...policyOf(own, sentOn(redirect, scheme, way.config)) },
    notes: isLost ? [withoutHttps(twin.host, way.host)] : [],
  }));
}

/** Rules as far as the schema takes them. */
function checked(rules: readonly DraftRule[]): TranslatedIngress {
  const problems = rules.flatMap((rule) => {
    const parsed = gatewayRuleSpecSchema.safeParse(specOf(rule), { reportInput: true });
    return parsed.success ? [] : problemsOf(parsed.error).map((each) => inWords(each, rule));
  });
  return { rules, problems, notes: [] };
}

/** Problem of a rule in the words of its Ingress, whose author knows no fields of rules. */
function inWords({ path, message }: InputProblem, { http, tls }: DraftRule): string {
  const { domainName, serviceName } = http ?? tls;
  const field = path.split('.').slice(1).join('.');
  if (field.startsWith('domainName')) {
    return tls === undefined
      ? `the host ${domainName}: for rules, it ${message}`
      : `ssl-passthrough for ${domainName}: a rule passes TLS on for one name, and it ${message}: have an Ingress for each name`;
  }
  if (field.startsWith('serviceName') || field.startsWith('containerPort')) {
    return `the backend ${serviceName} of ${domainName}: its name or port ${message}`;
  }
  if (field.startsWith('certificateName')) {
    return `the Secret ${http?.certificateName} in spec.tls: its name ${message}`;
  }
  if (field.startsWith('domainPath') || field.includes('match') || field === 'policy' || field === '') {
    return `the path ${http?.domainPath ?? '/'} of ${domainName}: for rules, it ${message}`;
  }
  const annotation = ANNOTATIONS_OF.find(([part]) => field.includes(part))?.[1] ?? 'an annotation';
  return `${annotation} for ${domainName}${http?.domainPath ?? ''}: for rules, its value ${message}`;
}

/** Annotations whose values stand in parts of a rule. */
const ANNOTATIONS_OF: readonly (readonly [part: string, annotation: string])[] = [
  ['rewrite', 'rewrite-target'],
  ['redirect', 'app-root'],
  ['domainHeader', 'canary-by-header'],
  ['domainCookie', 'canary-by-cookie'],
  ['theWeight', 'canary-weight'],
  ['ruleExtensions', 'affinity or upstream-hash-by'],
];

/** Spec of a rule. Pure. */
export function specOf({ http, tls }: Part): object {
  return present({ http, tls });
}
