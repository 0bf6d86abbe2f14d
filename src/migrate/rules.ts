import type { HttpRule } from '../api/gatewayrule.ts';
import type { Policy } from '../api/policy.ts';
import { present } from '../base/fields.ts';
import { withoutSlash } from '../rule/effective.ts';
import type { HostCertificate } from './certificate.ts';
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
  type ReadIngress,
  type Server,
} from './hosts.ts';
import { hostProblems, pathNotes, restNotes } from './hostwords.ts';
import { type Backend, keyOfIngress } from './ingress.ts';
import { wordsOfHost } from './names.ts';
import type { RulePath } from './path.ts';
import type { Places } from './places.ts';
import { withinSchema } from './schemawords.ts';
import type { Settings } from './settings.ts';
import { type DraftRule, merged, NOTHING, noted, problem, type TranslatedIngress } from './translated.ts';

/** Surroundings of the rules of an Ingress. */
export interface RuleContext {
  readonly facts: HostFacts;
  readonly config: ControllerConfig;
  readonly places: Places;
}

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
    ...restNotes(server, context.facts),
  ];
  return merged([...guards, ...parts]);
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
  return withinSchema(drafts);
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

/** Rules of one kind, one for each of some schemes; that for plain requests says so in its name where it is the second. */
function byScheme(
  way: Way,
  schemes: readonly Scheme[],
  { part, does = [], notes }: Pick<DraftRule, 'part' | 'notes'> & { readonly does?: readonly string[] },
  http: (scheme: Scheme) => HttpRule,
): readonly DraftRule[] {
  return schemes.map((scheme, index) => ({
    part: part === '' ? scheme : `${part} ${scheme}`,
    ...wordsOf(way, ...does, ...(index === 0 ? [] : ['plain'])),
    http: http(scheme),
    notes,
  }));
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
  const answering = byScheme(way, answers, { part: '', notes }, (scheme) => ({
    ...baseOf(way, scheme),
    ...treatmentOf(way, scheme),
    ...weight,
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
  const { notes, config, read } = way;
  return byScheme(way, openSchemes(way), { part: word, does: [word], notes }, (scheme) => ({
    ...baseOf(way, scheme),
    ...policyOf(way, sentOn(redirect, scheme, config)),
    ...sharedOf(read.settings),
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
  /** Words for it in the name of its rule. */
  readonly does: readonly string[];
  readonly field: Pick<HttpRule, 'theWeight' | 'domainHeader' | 'domainCookie'>;
}

function waysOf({ share: { header, cookie, weight, total } }: Canary): readonly CanaryWay[] {
  return [
    ...(weight > 0
      ? [{ said: `${weight} of ${total} requests`, does: ['canary'], field: { theWeight: weight } }]
      : []),
    ...(header === undefined
      ? []
      : [
          {
            said: `requests with the header ${header.name}: ${header.value}`,
            does: ['canary', 'header'],
            field: { domainHeader: { [header.name]: header.value } },
          },
        ]),
    ...(cookie === undefined
      ? []
      : [
          {
            said: `requests with the cookie ${cookie}=always`,
            does: ['canary', 'cookie'],
            field: { domainCookie: { [cookie]: 'always' } },
          },
        ]),
  ];
}

function canaryRules(way: Way, canary: Canary): readonly DraftRule[] {
  const target = targetOf(canary.backend);
  const isSame = JSON.stringify(target) === JSON.stringify(way.target);
  if (target === undefined || isSame) {
    return [];
  }
  return waysOf(canary).flatMap(({ said, does, field }) => {
    const notes = [`canary, of Ingress ${canary.of}: it gets ${said}`];
    const kind = { part: does.join('-'), does, notes };
    return byScheme(way, schemesOf(way).answers, kind, (scheme) => ({
      ...baseOf({ ...way, target }, scheme),
      ...treatmentOf(way, scheme),
      ...field,
    }));
  });
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
    return [withinSchema(root), withinSchema(www)];
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
  const notes = isLost ? [withoutHttps(twin.host, way.host)] : [];
  return byScheme(way, openSchemes(own), { part: 'www', does: [word], notes }, (scheme) => ({
    ...baseOf(own, scheme),
    ...policyOf(own, sentOn(redirect, scheme, way.config)),
  }));
}
