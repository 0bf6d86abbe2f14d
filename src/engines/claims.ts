import type { GatewayClass } from '../objects/gatewayapi.ts';
import type { EffectiveHttp } from '../rule/effective.ts';
import {
  API_USES,
  type ApiUse,
  type ClaimedField,
  type Feature,
  type HttpsPort,
  REDIRECT,
} from './fields.ts';

/** Features of the Gateway API that an engine claims by the GatewayClass of the Gateway; nobody verifies a claim. */
export type Claims =
  | { readonly type: 'listed'; readonly engine: string; readonly names: ReadonlySet<string> }
  /** The engine says nothing of its features, or the operator cannot read it. */
  | { readonly type: 'not-told'; readonly why: string };

/** Most features that a GatewayClass can name (GatewayClassStatus). */
const MOST_FEATURES = 64;

/** The claims of a GatewayClass; undefined where the operator does not have it. */
export function featureClaims(name: string, engine: GatewayClass | undefined): Claims {
  if (engine === undefined) {
    return { type: 'not-told', why: `the operator cannot read GatewayClass ${name}` };
  }
  const { supportedFeatures = [] } = engine.status ?? {};
  const names = supportedFeatures
    .slice(0, MOST_FEATURES)
    .map((each) => (typeof each === 'string' ? each : each.name));
  return names.length === 0
    ? { type: 'not-told', why: `GatewayClass ${name} lists no supportedFeatures` }
    : { type: 'listed', engine: `GatewayClass ${name}`, names: new Set(names) };
}

/** Word of an engine on a feature of the Gateway API that a field of a rule uses. */
export type FieldClaim =
  | ({ readonly type: 'claimed' } & NamedUse)
  | ({ readonly type: 'not-claimed' } & NamedUse)
  | { readonly type: 'not-told'; readonly field: ClaimedField; readonly why: string };

/** Feature of the Gateway API that a field uses, and the engine that would name it. */
interface NamedUse {
  readonly field: ClaimedField;
  readonly engine: string;
  readonly feature: string;
}

/** The word of the engine on all that the fields of a rule, which request features, use of the Gateway API beyond its Core. */
export function fieldClaims(
  rule: EffectiveHttp,
  requested: readonly Feature[],
  https: HttpsPort,
  claims: Claims,
): readonly FieldClaim[] {
  const fields: readonly ClaimedField[] = [...requested, ...(rule.redirect ? ([REDIRECT] as const) : [])];
  return fields.flatMap((field) =>
    API_USES[field]
      .filter(({ only }) => only === undefined || only.holds(rule, https))
      .map((use) => claimOn(field, use, claims)),
  );
}

function claimOn(field: ClaimedField, use: ApiUse, claims: Claims): FieldClaim {
  if (use.type === 'nameless') {
    return {
      type: 'not-told',
      field,
      why: `the Gateway API has no name by which an engine claims ${use.what}`,
    };
  }
  const [feature] = use.names;
  if (claims.type === 'not-told') {
    return { type: 'not-told', field, why: `it needs ${feature}, and ${claims.why}` };
  }
  const { engine, names } = claims;
  const claimed = use.names.some((name) => names.has(name));
  return { type: claimed ? 'claimed' : 'not-claimed', field, engine, feature };
}
