import { z } from 'zod';
import { present } from '../../base/fields.ts';
import { isLoopback } from '../../base/loopback.ts';

/** Whether nobody on the way to a URL can read the tokens that a browser exchanges with it. */
function isConfidential(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** URL of an issuer, as its tokens name it. */
const issuerUrlSchema = z
  .string()
  .max(1024)
  .refine((text) => {
    const url = URL.parse(text);
    return (
      url !== null && isConfidential(url) && `${url.username}${url.password}` === '' && !/[?#\s]/.test(text)
    );
  }, 'must be the https URL of the issuer as in its tokens, without a query; http only on this machine');

/** Origin of an endpoint of the issuer. */
const originSchema = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && isConfidential(url) && url.origin === text;
}, 'must be an origin such as https://login.example.com');

/** Scope, or the name of a claim (RFC 6749, 3.3). */
const scopeSchema = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/, 'must be one scope, without spaces');

const oidcSchema = z.strictObject({
  issuer: issuerUrlSchema,
  /** Client of the issuer, without a secret; the API server must accept ID tokens for it. */
  clientId: z.string().min(1).max(255),
  /** Scopes, such as those whose claims name the user and the groups; offline_access renews without a sign-in. */
  scopes: z
    .array(scopeSchema)
    .refine((scopes) => scopes.includes('openid'), 'must have openid: without it, there is no ID token')
    .default(['openid']),
  /** Origins of the issuer's endpoints, where they are not its own. */
  connect: z.array(originSchema).default([]),
});

/** Settings of `rest.console` in the configuration. */
export const consoleSchema = z.strictObject({
  /** Whether the REST API serves the console. */
  enabled: z.boolean().default(true),
  /** Sign-in at an issuer that the API server trusts; without it, callers sign in by tokens alone. */
  oidc: oidcSchema.optional(),
});

/** Settings of the console. */
export type ConsoleConfig = Readonly<z.output<typeof consoleSchema>>;

/** Ways to sign in, as the console reads them: public, since they hold no secret. */
export interface ConsoleSettings {
  readonly oidc?: { readonly issuer: string; readonly client_id: string; readonly scopes: readonly string[] };
}

/** Settings that the console gets. Pure. */
export function consoleSettings({ oidc }: Pick<ConsoleConfig, 'oidc'>): ConsoleSettings {
  return present({
    oidc: oidc && { issuer: oidc.issuer, client_id: oidc.clientId, scopes: oidc.scopes },
  });
}

/** Origins that the console sends requests to, beside its own. Pure. */
export function connectSources({ oidc }: Pick<ConsoleConfig, 'oidc'>): readonly string[] {
  return oidc === undefined ? [] : [...new Set([new URL(oidc.issuer).origin, ...oidc.connect])];
}
