import { z } from 'zod';
import { withoutTrailing } from '../base/text.ts';
import { isTemplate } from './tenant.ts';

/** Path of a file, such as one of a mounted Secret. */
const fileSchema = z.string().min(1).max(4096);

const plainUrlSchema = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const plain =
    url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (plain && /^https?:$/.test(url.protocol)) {
    return url.href;
  }
  context.addIssue('must be a URL such as http://prometheus:9090, without user, query and fragment');
  return z.NEVER;
});

const urlSchema = plainUrlSchema.transform((url) => withoutTrailing(url, '/'));

/** Client credentials grant of OAuth 2.0. */
const oauth2Schema = z.strictObject({
  tokenUrl: plainUrlSchema,
  clientId: z.string().min(1).max(256),
  /** File with the secret of the client. */
  clientSecretFile: fileSchema,
  scopes: z
    .array(
      z
        .string()
        .max(256)
        .regex(/^[!#-[\]-~]+$/, 'must be a scope: visible characters except " and \\'),
    )
    .max(20)
    .default([]),
  /** File with the certificate authorities of the token URL, in PEM; those of Node by default. */
  caFile: fileSchema.optional(),
});

/** Forms of credentials. */
const authFormsSchema = z.strictObject({
  /** File with a token. */
  bearer: z.strictObject({ tokenFile: fileSchema }).optional(),
  /** Name of a user, and a file with the password. */
  basic: z
    .strictObject({
      username: z
        .string()
        .min(1)
        .max(256)
        .regex(/^[^:\p{Cc}]+$/u, 'must have no colon and no control characters'),
      passwordFile: fileSchema,
    })
    .optional(),
  /** Files with a certificate chain and its key, in PEM. */
  clientCertificate: z.strictObject({ certFile: fileSchema, keyFile: fileSchema }).optional(),
  oauth2: oauth2Schema.optional(),
});

/** Credentials by which a source of metrics knows Stoa: one of the forms. */
const authSchema = authFormsSchema.transform((forms, context) => {
  const { bearer, basic, clientCertificate, oauth2 } = forms;
  if (Object.values(forms).filter((form) => form !== undefined).length === 1) {
    if (bearer !== undefined) {
      return { type: 'bearer', ...bearer } as const;
    }
    if (basic !== undefined) {
      return { type: 'basic', ...basic } as const;
    }
    if (clientCertificate !== undefined) {
      return { type: 'clientCertificate', ...clientCertificate } as const;
    }
    if (oauth2 !== undefined) {
      return { type: 'oauth2', ...oauth2 } as const;
    }
  }
  context.addIssue(`must have exactly one of ${Object.keys(authFormsSchema.shape).join(', ')}`);
  return z.NEVER;
});

/** Settings of the credentials. */
export type Auth = z.output<typeof authSchema>;

/** Headers that HTTP or Stoa itself sets. */
const RESERVED =
  /^(authorization|proxy-[a-z-]+|cookie|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|accept|accept-encoding|content-[a-z-]+)$/;

const headerNameSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header: letters, digits and -')
  .refine((name) => !RESERVED.test(name.toLowerCase()), 'must be none of the headers that Stoa sets itself');

const headerValueSchema = z
  .string()
  .max(1024)
  .regex(/^[!-~]([ -~]*[!-~])?$/, 'must be visible ASCII characters')
  .refine(isTemplate, 'must have no $, except that of $team or $namespace');

const headersSchema = z
  .record(headerNameSchema, headerValueSchema)
  .refine((headers) => Object.keys(headers).length <= 20, 'must be at most 20 headers')
  .refine((headers) => {
    const names = Object.keys(headers);
    return new Set(names.map((name) => name.toLowerCase())).size === names.length;
  }, 'must have each header once, whatever its case');

/** Parameters of a query that Stoa itself sends. */
const OWN_PARAMETERS = ['query', 'time', 'timeout', 'start', 'end', 'step'];

const parametersSchema = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'must be the name of a parameter')
      .refine(
        (name) => !OWN_PARAMETERS.includes(name),
        'must be none of the parameters that Stoa sends itself',
      ),
    z.union([z.string().max(1024), z.number(), z.boolean()]).transform(String),
  )
  .refine((parameters) => Object.keys(parameters).length <= 20, 'must be at most 20 parameters');

/** Settings of the access to a source of metrics. */
export const sourceSettings = {
  /** Base URL of Prometheus; without one, the status of every item is `not-configured`. */
  url: urlSchema.optional(),
  /** File with the certificate authorities of the source, in PEM; those of Node by default. */
  caFile: fileSchema.optional(),
  auth: authSchema.optional(),
  /** Headers of every query, such as the tenant of Mimir; `$team` and `$namespace` stand for those of the application. */
  headers: headersSchema.optional(),
  /** Parameters of every query, such as `partial_response` of Thanos. */
  query: parametersSchema.optional(),
} as const;

const sourceSchema = z.object(sourceSettings);

/** Settings of the access to a source of metrics, as parsed. */
export type SourceSettings = z.output<typeof sourceSchema>;

/** Problem of settings that do not go together. */
interface SourceProblem {
  readonly path: readonly (keyof SourceSettings)[];
  readonly message: string;
}

/** Problems of settings that do not go together: what needs TLS, and what needs a URL. Pure. */
export function sourceProblems({
  url,
  caFile,
  auth,
  headers,
  query,
}: SourceSettings): readonly SourceProblem[] {
  if (url === undefined) {
    const given = Object.entries({ caFile, auth, headers, query }).filter(([, value]) => value !== undefined);
    return given.map(([name]) => ({
      path: [name as keyof SourceSettings],
      message: 'needs monitoring.url in the same place',
    }));
  }
  const needing = [
    ...(caFile === undefined ? [] : (['caFile'] as const)),
    ...(auth?.type === 'clientCertificate' ? (['auth'] as const) : []),
  ];
  return url.startsWith('https:')
    ? []
    : needing.map((name) => ({ path: [name], message: 'needs a url with https' }));
}
