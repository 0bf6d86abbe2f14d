import type { GatewayClass } from '../objects/gatewayapi.ts';

/** Features of the Gateway API that an engine claims by the GatewayClass of the Gateway; nobody verifies a claim. */
export type Claims =
  | { readonly type: 'listed'; readonly engine: string; readonly names: ReadonlySet<string> }
  /** The engine says nothing of its features, or the operator cannot read it. */
  | { readonly type: 'not-told'; readonly why: string };

/** Most features that a GatewayClass can name (GatewayClassStatus). */
const MOST_FEATURES = 64;

/** The claims of a GatewayClass; undefined where the operator does not have it. */
export function claimsOf(name: string, engine: GatewayClass | undefined): Claims {
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
