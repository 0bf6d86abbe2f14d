import type { BackendChoice } from '../api/backend.ts';
import {
  type Configuration,
  DEFAULT_WEIGHT,
  type GatewayRuleSpec,
  gatewayRuleSpecSchema,
  type HttpRule,
  type TcpRule,
  type Transport,
} from '../api/gatewayrule.ts';
import type { ComponentPortRef } from '../api/grammar.ts';
import { isOfConnection } from '../api/headerchanges.ts';
import { problemsOf } from '../api/issue.ts';
import type { Policy } from '../api/policy.ts';
import { timeMs } from '../api/timeouts.ts';
import type { TlsRule } from '../api/tlsrule.ts';
import { pathText, type Unknown, unknownInSpec, unknownText } from '../api/unknown.ts';
import { changedAt, type Fields, fieldAt, fieldsOf, present } from '../base/fields.ts';
import { firstFew } from '../base/text.ts';
import { type Target, targetOf } from '../component/target.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Conditions } from './conditions.ts';
import { type Extensions, readExtensions } from './extension.ts';

/** Fields of both protocols. */
interface EffectiveBase {
  /** The application that the rule names. */
  readonly appId?: number;
  readonly target: Target;
  readonly containerPort: ComponentPortRef;
  /** Whether the rule is ready without an endpoint that answers. */
  readonly scalesToZero?: boolean;
}

/** A certificate by the number in the label of its Secret, or by the name of that. */
export type CertificateRef =
  | { readonly type: 'number'; readonly id: number }
  | { readonly type: 'name'; readonly name: string };

/** An HTTP rule with defaults filled in. */
export interface EffectiveHttp extends EffectiveBase, Extensions, Conditions {
  readonly protocol: 'http';
  readonly host: string;
  readonly path: string;
  readonly weight: number;
  readonly certificate?: CertificateRef;
  /** Present where a certificate is to be obtained, by cert-manager or a service outside; with the issuer that the rule names. */
  readonly autoSsl?: { readonly by: 'autoSsl' | 'issuerRef'; readonly issuer?: string };
  readonly settings: Configuration;
  /** Headers of connections that a stored rule would set, which has no effect; missing where there are none. */
  readonly ofConnections?: readonly string[];
  /** Treatment of requests that fulfil the conditions. */
  readonly policy: Treatment;
  /** The protocol that the rule states for its port. */
  readonly backend?: BackendChoice;
  /** Whether the rule opens its port by itself. */
  readonly opens: boolean;
}

/** Policy of a rule without its conditions, and without what holds for its own port. */
export type Treatment = Omit<Policy, 'match' | 'backend'>;

/** A TCP rule with defaults filled in. */
export interface EffectiveTcp extends EffectiveBase {
  readonly protocol: 'tcp';
  readonly ip: string;
  readonly port: number;
  /** The transport that the rule states; missing where that of its component's port counts. */
  readonly transport?: Transport;
  /** Keys of extensions, none of which means anything for TCP. */
  readonly extensions: readonly string[];
}

/** A TLS rule. */
export interface EffectiveTls extends EffectiveBase {
  readonly protocol: 'tls';
  readonly host: string;
}

export type EffectiveRule = EffectiveHttp | EffectiveTcp | EffectiveTls;

/** Reading of a rule: whether this version of Stoa can say which requests it is for, and what protects them. */
export type ParsedRule =
  /** `unknown` are settings that this version does not know: they have no effect. */
  | { readonly type: 'valid'; readonly rule: EffectiveRule; readonly unknown: readonly UnknownSetting[] }
  /** The schema of this version does not take it; the message says what is wrong, and the fields are those at fault. */
  | { readonly type: 'invalid'; readonly message: string; readonly fields: readonly string[] }
  /**
   * It has fields or values that this version does not know, where they may narrow or guard traffic; `known` is the rest,
   * by which nothing is served.
   */
  | {
      readonly type: 'unknown';
      readonly message: string;
      readonly fields: readonly string[];
      readonly known?: EffectiveRule;
    };

/** Most unknown fields that a message names. */
const MOST_NAMED = 8;

/** Members below which unknown fields are settings, without which the rule gets the same requests. */
const SETTINGS = ['http.configuration.', 'http.ruleExtensions.', 'tcp.ruleExtensions.'] as const;

/** Beginning of the paths of settings, below `spec`. */
export type Setting = (typeof SETTINGS)[number];

/** Setting that this version does not know. */
interface UnknownSetting extends Unknown {
  /** Its path below `spec`. */
  readonly field: `${Setting}${string}`;
}

/**
 * Reads a stored spec again: the API server keeps objects that were written under an older schema, or takes them under a
 * newer one, and a rule must never match more requests than its spec states.
 */
export function parseRule({ spec, unread, unseen }: StoredSpec): ParsedRule {
  if (unread !== undefined && OF_SPEC.test(unread)) {
    return { type: 'invalid', message: unread, fields: [] };
  }
  if (unseen !== undefined) {
    return parseSpec(spec, unseen);
  }
  const known = parsedSpecs.get(spec);
  if (known !== undefined) {
    return known;
  }
  const parsed = parseSpec(spec);
  parsedSpecs.set(spec, parsed);
  return parsed;
}

/** Part of a stored rule by which it is read. */
export type StoredSpec = Pick<GatewayRule, 'spec' | 'unread' | 'unseen'>;

/** Word on a part of a spec that was too large to be read. */
const OF_SPEC = /(^|; )spec[. ]/;

/** Readings by spec: stored objects never change, and every index and decision needs them. */
const parsedSpecs = new WeakMap<object, ParsedRule>();

function parseSpec(stored: unknown, unseen?: GatewayRule['unseen']): ParsedRule {
  const unknown = unknownInSpec(gatewayRuleSpecSchema, { spec: stored, unseen });
  const settings = unknown.flatMap(settingOf);
  const { spec, ofConnections } = withoutHeadersOfConnections(withoutValues(fieldsOf(stored), settings));
  const parsed = gatewayRuleSpecSchema.safeParse(spec, { reportInput: true });
  if (unknown.length > settings.length) {
    const narrowing = unknown.filter((each) => settingOf(each).length === 0);
    return {
      type: 'unknown',
      message: firstFew(
        narrowing.map((each) => `spec.${pathText(each.path)}: ${unknownText(each)}`),
        MOST_NAMED,
        '; ',
      ),
      fields: narrowing.map(({ path }) => pathText(path)),
      ...(parsed.success ? { known: effective(parsed.data) } : {}),
    };
  }
  if (!parsed.success) {
    const problems = problemsOf(parsed.error);
    return {
      type: 'invalid',
      message: problems.map(({ path, message }) => `spec.${path}: ${message}`).join('; '),
      fields: problems.map(({ path }) => path).filter((path) => path !== ''),
    };
  }
  const rule = effective(parsed.data);
  return {
    type: 'valid',
    rule: rule.protocol === 'http' && ofConnections.length > 0 ? { ...rule, ofConnections } : rule,
    unknown: settings,
  };
}

/** Unknown field or value as that of a setting; none where it is another. */
function settingOf(unknown: Unknown): readonly UnknownSetting[] {
  const text = pathText(unknown.path);
  const found = SETTINGS.find((members) => text.startsWith(members));
  return found === undefined ? [] : [{ ...unknown, field: `${found}${text.slice(found.length)}` }];
}

/** Spec without unknown values of settings: unknown fields are left out by the schema. */
function withoutValues(spec: Fields, settings: readonly Unknown[]): Fields {
  return settings
    .filter(({ value }) => value !== undefined)
    .reduce(
      (left, { path }) =>
        changedAt(left, path.slice(0, -1), (parent) =>
          Object.fromEntries(Object.entries(parent).filter(([name]) => name !== path.at(-1))),
        ),
      spec,
    );
}

/**
 * Stored spec without headers that an older schema took and no engine sets: a rule that serves goes on without them, and
 * tells so. Pure.
 */
function withoutHeadersOfConnections(spec: unknown): {
  readonly spec: unknown;
  readonly ofConnections: readonly string[];
} {
  const set = fieldAt(fieldsOf(spec), SET_HEADERS);
  const keys = Array.isArray(set) ? set.map((each) => fieldsOf(each).key) : [];
  const ofConnections = keys.filter((key) => typeof key === 'string').filter(isOfConnection);
  if (!Array.isArray(set) || ofConnections.length === 0) {
    return { spec, ofConnections: [] };
  }
  const setHeaders = set.filter((_, index) => !isOfConnection(String(keys[index])));
  const change = (configuration: Fields) => ({ ...configuration, setHeaders });
  return { spec: changedAt(fieldsOf(spec), SET_HEADERS.slice(0, -1), change), ofConnections };
}

const SET_HEADERS = ['http', 'configuration', 'setHeaders'] as const;

/** The rule of a valid spec, with defaults filled in. */
export function effective({ appId, scalesToZero, http, tcp, tls }: GatewayRuleSpec): EffectiveRule {
  const whole = present({ appId, scalesToZero });
  if (http !== undefined) {
    return effectiveHttp(whole, http);
  }
  // The schema has seen to it that there is exactly one of them.
  return tcp === undefined ? effectiveTls(whole, tls as TlsRule) : effectiveTcp(whole, tcp);
}

/** Fields of a rule that do not belong to one of its parts. */
type Whole = Pick<EffectiveBase, 'appId' | 'scalesToZero'>;

/** Conditions or settings of a rule that has none of a kind: one object for the many rules that are so. */
const NONE = Object.freeze({});

function effectiveHttp(whole: Whole, http: HttpRule): EffectiveHttp {
  const { match, backend, retry, ...policy }: Policy = http.policy ?? NONE;
  return {
    protocol: 'http',
    ...whole,
    ...present({ certificate: certificateOf(http), autoSsl: requestOf(http), backend }),
    target: targetOf(http, whole.appId),
    containerPort: http.containerPort,
    host: http.domainName,
    path: withoutSlash(upperEscapes(http.domainPath ?? '/')),
    cookies: http.domainCookie ?? NONE,
    headers: http.domainHeader ?? NONE,
    ...furtherConditions(http, match),
    weight: http.theWeight ?? DEFAULT_WEIGHT,
    settings: http.configuration ?? NONE,
    policy: http.policy === undefined ? NONE : { ...policy, ...present({ retry: effectiveRetry(retry) }) },
    opens: http.whetherOpen ?? true,
    ...readExtensions(http.ruleExtensions),
  };
}

/** Tries without a shortest pause of no time: Envoy Gateway publishes nothing of any team while a route has one. */
function effectiveRetry(retry: Policy['retry']): Policy['retry'] {
  const { backoff, ...rest } = retry ?? {};
  return backoff !== undefined && timeMs(backoff) === 0 ? rest : retry;
}

/** The certificate that a rule names; undefined where it names none. */
export function certificateOf({
  certificateId,
  certificateName,
}: Pick<HttpRule, 'certificateId' | 'certificateName'>): CertificateRef | undefined {
  if (certificateName !== undefined) {
    return { type: 'name', name: certificateName };
  }
  return certificateId === undefined ? undefined : { type: 'number', id: certificateId };
}

/** An issuer as `autoSslConfig` names it: `issuer/<name>` or `clusterissuer/<name>`. */
export function issuerOfRef({ kind = 'Issuer', name }: NonNullable<HttpRule['issuerRef']>): string {
  return `${kind.toLowerCase()}/${name}`;
}

/** The request for a certificate, by either pair of fields; undefined where none is to be obtained. */
function requestOf({ autoSsl, autoSslConfig, issuerRef }: HttpRule): EffectiveHttp['autoSsl'] {
  if (issuerRef !== undefined) {
    return { by: 'issuerRef', issuer: issuerOfRef(issuerRef) };
  }
  return autoSsl ? { by: 'autoSsl', ...present({ issuer: autoSslConfig }) } : undefined;
}

/** Conditions that the REST contract does not have. */
function furtherConditions(
  { domainPath = '/' }: HttpRule,
  { methods = [], query = NONE, path, pathRegex, grpc }: NonNullable<Policy['match']> = NONE,
): Pick<Conditions, 'methods' | 'query' | 'exactPath' | 'pathRegex' | 'grpc'> {
  return {
    methods,
    query,
    ...(path === 'exact' ? { exactPath: upperEscapes(domainPath) } : {}),
    ...present({ pathRegex, grpc }),
  };
}

/** A path without the slash at its end, which has no meaning in a path prefix of the Gateway API. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A path with its escapes in upper case: those in lower case mean the same. */
function upperEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
}

function effectiveTcp(whole: Whole, tcp: TcpRule): EffectiveTcp {
  const { containerPort, endPoint, transport, ruleExtensions = [] } = tcp;
  const extensions = ruleExtensions.map(({ key }) => key);
  return {
    protocol: 'tcp',
    ...whole,
    target: targetOf(tcp, whole.appId),
    containerPort,
    ...endPoint,
    ...(transport === undefined ? {} : { transport }),
    extensions,
  };
}

function effectiveTls(whole: Whole, tls: TlsRule): EffectiveTls {
  return {
    protocol: 'tls',
    ...whole,
    target: targetOf(tls, whole.appId),
    containerPort: tls.containerPort,
    host: tls.domainName,
  };
}

/** The transport that a rule needs: TCP for HTTP and TLS; none where a TCP rule leaves the choice to its component's port. */
export function neededTransport(rule: EffectiveRule): Transport | undefined {
  return rule.protocol === 'tcp' ? rule.transport : 'TCP';
}

/** The component's port that a rule names, as text: `8080`, or `53/UDP` where it states the transport. */
export function containerPortText(rule: EffectiveRule): string {
  return rule.protocol !== 'tcp' || rule.transport === undefined
    ? `${rule.containerPort}`
    : `${rule.containerPort}/${rule.transport}`;
}

/** Scheme of a rule, `https` where it names a certificate: the protocol of a stored rule in the contract. */
export function schemeOf({ certificate }: Pick<EffectiveHttp, 'certificate'>): 'http' | 'https' {
  return certificate === undefined ? 'http' : 'https';
}

/** Protocol of a rule: the part that it has. */
export function protocolOf({ http, tcp }: Pick<GatewayRuleSpec, 'http' | 'tcp'>): EffectiveRule['protocol'] {
  if (http !== undefined) {
    return 'http';
  }
  return tcp === undefined ? 'tls' : 'tcp';
}
