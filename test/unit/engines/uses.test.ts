import { describe, expect, it } from 'vitest';
import type { HttpRule } from '../../../src/api/gatewayrule.ts';
import { type Claims, fieldClaims } from '../../../src/engines/claims.ts';
import { requestedByRule } from '../../../src/engines/fields.ts';
import { type EffectiveHttp, effective } from '../../../src/rule/effective.ts';
import { ruleOf } from '../../support/rules.ts';
import { CONFIG } from '../../support/simulation.ts';

const UNTOLD: Claims = { type: 'not-told', why: 'GatewayClass wide lists no supportedFeatures' };

function listing(...names: readonly string[]): Claims {
  return { type: 'listed', engine: 'GatewayClass wide', names: new Set(names) };
}

function claimsOn(http: Partial<HttpRule>, claims: Claims, config = CONFIG) {
  const rule = effective(ruleOf(http).spec) as EffectiveHttp;
  return fieldClaims(rule, requestedByRule(rule), config.https, claims);
}

const HOST = { configuration: { setHeaders: [{ key: 'HOST', value: 'other.example.com' }] } };
const REDIRECT = { certificateId: 1, ruleExtensions: [{ key: 'httptohttps', value: 'true' }] };

describe('what an engine says of the features that a rule uses', () => {
  it.each<[string, Partial<HttpRule>, Claims, readonly string[]]>([
    ['nothing beyond Core', { domainHeader: { 'x-a': 'b' } }, UNTOLD, []],
    ['a header beside Host', { configuration: { setHeaders: [{ key: 'X-A', value: 'b' }] } }, UNTOLD, []],
    ['a claimed feature', HOST, listing('HTTPRouteHostRewrite'), ['claimed HTTPRouteHostRewrite']],
    ['a feature that is not in the list', HOST, listing('HTTPRoute'), ['not-claimed HTTPRouteHostRewrite']],
    [
      'a feature, without a list',
      HOST,
      UNTOLD,
      ['not-told it needs HTTPRouteHostRewrite, and GatewayClass wide lists no supportedFeatures'],
    ],
    [
      'a feature without a name, beside a list',
      { domainCookie: { a: 'b' } },
      listing('HTTPRoute'),
      ['not-told the Gateway API has no name by which an engine claims regular expressions on headers'],
    ],
    [
      'a mirror',
      { policy: { mirror: { serviceId: 'copies', port: 8080 } } },
      listing('HTTPRouteRequestMirror'),
      ['claimed HTTPRouteRequestMirror'],
    ],
    [
      'a mirror of a share',
      { policy: { mirror: { serviceId: 'copies', port: 8080, percent: 10 } } },
      listing('HTTPRouteRequestMirror'),
      ['claimed HTTPRouteRequestMirror', 'not-claimed HTTPRouteRequestPercentageMirror'],
    ],
    ['a redirect', REDIRECT, listing('HTTPRouteSchemeRedirect'), ['claimed HTTPRouteSchemeRedirect']],
  ])('%s', (_, http, claims, expected) => {
    const said = claimsOn(http, claims).map((claim) =>
      claim.type === 'not-told' ? `not-told ${claim.why}` : `${claim.type} ${claim.feature}`,
    );
    expect(said).toEqual(expected);
  });

  it('a redirect to another port than 443 needs one feature more', () => {
    const config = { ...CONFIG, https: { port: 8443 } };
    const claims = listing('HTTPRouteSchemeRedirect');
    expect(claimsOn(REDIRECT, claims, config).map(({ type }) => type)).toEqual(['claimed', 'not-claimed']);
    const behind = { ...config, https: { port: 8443, publicPort: 443 } };
    expect(claimsOn(REDIRECT, claims, behind)).toHaveLength(1);
  });
});
