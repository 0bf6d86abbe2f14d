import { beforeAll, expect } from 'vitest';
import { type EffectiveHttp, parseRule } from '../../src/rule/effective.ts';
import { protects } from '../../src/rule/guard.ts';
import { localStage } from '../cluster/support/stage.ts';
import { allCases, type Case, type HttpRequest, type RuleBody, rulesOf } from '../e2e/case.ts';
import { componentsOf } from '../e2e/component.ts';
import { relocate } from '../e2e/relocate.ts';
import type { Stage } from '../e2e/stage.ts';
import { Team } from '../e2e/team.ts';
import { establish } from '../e2e/traffic.ts';
import { eventually } from '../support/eventually.ts';
import { specOfBody } from '../support/rulebody.ts';
import { type AttemptsOf, attacks, by } from './support/attack.ts';
import { permissionOf } from './support/permission.ts';
import { type RawRequest, sendRaw } from './support/rawrequest.ts';
import { waysAround } from './support/waysaround.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await localStage();
});

/** Requests of which a limit must refuse one. */
const BEYOND_LIMIT = 60;

/** The HTTP rules of a case. */
function httpRulesOf(one: Case): readonly EffectiveHttp[] {
  return rulesOf(one).flatMap((body) => {
    const parsed = parseRule({ spec: specOfBody(body, 1) });
    return parsed.type === 'valid' && parsed.rule.protocol === 'http' ? [parsed.rule] : [];
  });
}

/** Whether a rule keeps requests from its component that are for its host and path. */
function keepsOut({ policy, ...conditions }: EffectiveHttp): boolean {
  const { allow, deny, basicAuth, externalAuth, rateLimit } = policy;
  const { headers, cookies, methods, query, exactPath } = conditions;
  return (
    [allow, deny, basicAuth, externalAuth, rateLimit, exactPath].some((guard) => guard !== undefined) ||
    methods.length > 0 ||
    [headers, cookies, query].some((each) => Object.keys(each).length > 0)
  );
}

/** A case whose rules with guards are served by HTTPS, without asking for a redirect, and the others by plain HTTP. */
function partlySecured(one: Case): Case {
  const guarded = httpRulesOf(one).filter(({ policy }) => protects(policy));
  const isGuarded = (host: string, path: string) =>
    guarded.some((rule) => rule.host === host && rule.path === path);
  const secure = (body: RuleBody): RuleBody =>
    body.http !== undefined && isGuarded(body.http.domain_name, placeOf(body).path)
      ? { ...body, http: { ...body.http, certificate_id: 1 } }
      : body;
  const requests = one.requests.map((request) => {
    const rule = 'host' in request ? longestFor(one, request) : undefined;
    return rule !== undefined && isGuarded(rule.host, rule.path)
      ? { ...request, scheme: 'https' as const }
      : request;
  });
  const certificates = { '1': [...new Set(guarded.map(({ host }) => host))] };
  return { ...one, certificates, with: one.with.map(secure), rule: secure(one.rule), requests };
}

/** The rule of a case with the longest path that a request is below. */
function longestFor(one: Case, { host, path }: HttpRequest): EffectiveHttp | undefined {
  const [asked] = path.split('?');
  return httpRulesOf(one)
    .filter((rule) => rule.host === host && `${asked}/`.startsWith(rule.path.replace(/\/?$/, '/')))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

function placeOf({ http }: RuleBody): { readonly path: string; readonly key: string } {
  const path = String(http?.domain_path ?? '/');
  return { path, key: `${http?.domain_name}${path}` };
}

/** A case whose rules are all served by HTTPS, and redirect plain requests where no other rule has their host and path. */
function secured(one: Case): Case {
  const places = Map.groupBy(rulesOf(one), (body) => placeOf(body).key);
  const secure = (body: RuleBody): RuleBody => {
    const isAlone = places.get(placeOf(body).key)?.length === 1;
    const extensions = isAlone ? { rule_extensions: [{ key: 'httptohttps', value: 'true' }] } : {};
    return { ...body, ...(body.http && { http: { ...body.http, certificate_id: 1, ...extensions } }) };
  };
  const hosts = new Set(rulesOf(one).flatMap(({ http }) => (http === undefined ? [] : [http.domain_name])));
  const requests = one.requests.map((request) =>
    'host' in request ? { ...request, scheme: 'https' as const } : request,
  );
  return {
    ...one,
    certificates: { '1': [...hosts] },
    with: one.with.map(secure),
    rule: secure(one.rule),
    requests,
  };
}

/** Requests of a case that one answer decides on. */
function simpleRequests({ requests }: Case): readonly HttpRequest[] {
  return requests.flatMap((request) =>
    'host' in request && request.repeat === 1 && request.body_mib === 0 && request.unless_lost === undefined
      ? [request]
      : [],
  );
}

function rawOf({ scheme, method = 'GET', path, host, headers }: HttpRequest): RawRequest {
  return { scheme, method, target: path, host, headers };
}

/** Waits until the simple requests of a case are answered as it says: the rules work. */
async function rightfulUse(one: Case): Promise<void> {
  for (const request of simpleRequests(one)) {
    const { status, backend } = request.expect;
    await eventually(async () => {
      const answer = await sendRaw(rawOf(request));
      expect([status].flat()).toContain(answer.status);
      expect(answer.seen?.component).toBe(backend ?? answer.seen?.component);
    });
  }
}

/** The requests of a case that its rules refuse, and those that they limit, without what would let them through. */
function refusedRequests(one: Case): readonly RawRequest[] {
  const requests = one.requests.flatMap((request) => ('host' in request ? [request] : []));
  return requests
    .filter(({ expect: { status, backend, some_status } }) => {
      return some_status === 429 || (backend === undefined && ![status].flat().includes(200));
    })
    .map(rawOf);
}

/** Host that a request is for: that of an absolute target counts, not the header (RFC 9112, section 3.2.2). */
function hostOf({ target, host }: RawRequest): string {
  return /^https?:/.test(target) ? new URL(target).host : host;
}

/** Whether a component answers a request that the rules keep from it; of those that they limit, all of many. */
async function getsThrough(request: RawRequest, rules: readonly EffectiveHttp[], asked: ReadonlySet<string>) {
  for (let sent = 0; sent < BEYOND_LIMIT; sent += 1) {
    const { seen } = await sendRaw(request);
    const isOfAsked = seen === undefined || asked.has(seen.component);
    const permission = isOfAsked ? 'permitted' : permissionOf(seen, hostOf(request), rules);
    if (permission !== 'limited') {
      return permission === 'forbidden';
    }
  }
  return true;
}

/** Plays a case, and then sends what its rules refuse in all forms that are meant to go around them. */
async function attack(original: Case): Promise<void> {
  const team = await Team.open(stage.client);
  const one = relocate(original, { suffix: `${team.id}.test`, ...stage.gateway });
  try {
    await team.deploy(componentsOf(one), stage.image);
    await establish({ stage, team, one, differences: [] });
    await team.ready();
    await rightfulUse(one);
    const rules = httpRulesOf(one);
    const asked = new Set(rules.flatMap(({ policy: { externalAuth } }) => externalAuth?.serviceId ?? []));
    const through: string[] = [];
    for (const refused of refusedRequests(one)) {
      for (const request of waysAround(refused)) {
        if (await getsThrough(request, rules, asked)) {
          through.push(JSON.stringify(request));
        }
      }
    }
    expect(through).toEqual([]);
    await rightfulUse(one);
  } finally {
    await team.clear();
  }
}

const GUARDED = allCases().filter(
  (one) =>
    one.vary === undefined &&
    one.parse === undefined &&
    httpRulesOf(one).some(keepsOut) &&
    refusedRequests(one).length > 0,
);

/** Cases among them with guards of a policy. */
const PROTECTED = GUARDED.filter((one) => httpRulesOf(one).some(({ policy }) => protects(policy)));

function attemptsAt(cases: readonly Case[], where: string): readonly AttemptsOf[] {
  return cases.map((one) => ({
    mustNotHappen: `what the rules of ${one.name} keep out does not reach a component ${where}`,
    does: 'asks for the same in other words, on both listeners',
    run: () => attack(one),
  }));
}

attacks('A guard holds on every path', [
  ...by('stranger', 'no rights', attemptsAt(GUARDED, 'by plain HTTP')),
  ...by('stranger', 'no rights', attemptsAt(GUARDED.map(secured), 'by HTTPS, or by the redirect to it')),
  ...by(
    'stranger',
    'no rights',
    attemptsAt(PROTECTED.map(partlySecured), 'by HTTPS, or by the plain rules beside it'),
  ),
]);
