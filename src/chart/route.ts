import { z } from 'zod';
import type { HttpRule } from '../api/gatewayrule.ts';
import { type InputProblem, problemsOf } from '../api/issue.ts';

/** Route of a host and path to a Service. */
export interface Route {
  /** Field of the object that says it. */
  readonly at: string;
  readonly host: string;
  readonly path: string;
  /** Whether `path` is the whole path, and not a prefix by segments. */
  readonly exact: boolean;
  readonly backend: { readonly name: string; readonly port: number | string };
  readonly certificate: Pick<HttpRule, 'certificateName' | 'issuerRef'>;
}

/** Routes of an object, or the fields that no rule says in the same way. */
export type ReadRoute =
  | { readonly type: 'read'; readonly routes: readonly Route[] }
  | { readonly type: 'refused'; readonly problems: readonly InputProblem[] };

/** Most entries of each list. */
const MOST = 100;

/** Map without fields that no rule says. */
function exactly<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has ${issue.keys.join(', ').slice(0, 200)}, which no rule says`
        : undefined,
  });
}

/** Annotations that say which program reads an Ingress, and who issues its certificates. */
const annotationsSchema = exactly({
  'kubernetes.io/ingress.class': z.string().optional(),
  'cert-manager.io/issuer': z.string().optional(),
  'cert-manager.io/cluster-issuer': z.string().optional(),
}).default({});

const backendSchema = exactly({
  service: exactly({
    name: z.string(),
    port: z.union([exactly({ number: z.int() }), exactly({ name: z.string() })]),
  }),
});

const ingressPathSchema = exactly({
  path: z.string().default('/'),
  pathType: z.enum(['Prefix', 'Exact', 'ImplementationSpecific']),
  backend: backendSchema,
}).refine(({ path, pathType }) => pathType !== 'ImplementationSpecific' || path === '/', {
  path: ['pathType'],
  message: 'must be Prefix or Exact: what ImplementationSpecific means, the controller decides',
});

const ingressSchema = z.object({
  apiVersion: z.literal('networking.k8s.io/v1'),
  metadata: z.object({ annotations: annotationsSchema }),
  spec: exactly({
    ingressClassName: z.string().optional(),
    rules: z
      .array(
        exactly({
          // In an Ingress, *.x has the names with one more label; in a rule, all below x.
          host: z
            .string()
            .refine(
              (host) => !host.startsWith('*'),
              'must be one name: in a rule, *. has more names than in an Ingress',
            ),
          http: exactly({ paths: z.array(ingressPathSchema).min(1).max(MOST) }),
        }),
      )
      .min(1)
      .max(MOST),
    tls: z
      .array(exactly({ hosts: z.array(z.string()).min(1).max(MOST), secretName: z.string().optional() }))
      .max(MOST)
      .default([]),
  }),
});

type Ingress = z.infer<typeof ingressSchema>;

/** Routes of an Ingress. Pure. */
export function readIngress(content: object): ReadRoute {
  const parsed = ingressSchema.safeParse(content, { reportInput: true });
  if (!parsed.success) {
    return { type: 'refused', problems: problemsOf(parsed.error) };
  }
  const { metadata, spec } = parsed.data;
  const hosts = new Set(spec.rules.map(({ host }) => host));
  const issuer = issuerOf(metadata.annotations);
  const problems = spec.tls.flatMap((tls, index): readonly InputProblem[] => {
    const path = `spec.tls.${index}`;
    const foreign = tls.hosts.filter((host) => !hosts.has(host));
    return [
      ...(foreign.length > 0 ? [{ path, message: `has ${foreign[0]}, which no rule has` }] : []),
      ...(tls.secretName === undefined && issuer === undefined
        ? [{ path, message: 'has no secretName: a rule names its certificate' }]
        : []),
    ];
  });
  if (problems.length > 0) {
    return { type: 'refused', problems };
  }
  return {
    type: 'read',
    routes: spec.rules.flatMap(({ host, http }, rule) =>
      http.paths.map(({ path, pathType, backend: { service } }, index): Route => {
        const { name, port } = service;
        const exact = pathType === 'Exact';
        return {
          at: `spec.rules.${rule}.http.paths.${index}`,
          host,
          path: exact ? path : prefixOf(path),
          exact,
          backend: { name, port: 'name' in port ? port.name : port.number },
          certificate: certificateOf(spec.tls, host, issuer),
        };
      }),
    ),
  };
}

function issuerOf(annotations: Ingress['metadata']['annotations']): HttpRule['issuerRef'] {
  const { 'cert-manager.io/issuer': issuer, 'cert-manager.io/cluster-issuer': cluster } = annotations;
  if (issuer !== undefined) {
    return { kind: 'Issuer', name: issuer };
  }
  return cluster === undefined ? undefined : { kind: 'ClusterIssuer', name: cluster };
}

function certificateOf(
  tls: Ingress['spec']['tls'],
  host: string,
  issuerRef: HttpRule['issuerRef'],
): Route['certificate'] {
  const found = tls.find(({ hosts }) => hosts.includes(host));
  if (found === undefined) {
    return {};
  }
  return issuerRef === undefined ? { certificateName: found.secretName } : { issuerRef };
}

const matchSchema = exactly({
  path: exactly({
    type: z.enum(['PathPrefix', 'Exact']).default('PathPrefix'),
    value: z.string().default('/'),
  }).default({ type: 'PathPrefix', value: '/' }),
});

const httpRouteSchema = z.object({
  apiVersion: z.literal(['gateway.networking.k8s.io/v1', 'gateway.networking.k8s.io/v1beta1']),
  metadata: z.object({ annotations: exactly({}).default({}) }),
  spec: exactly({
    parentRefs: z.array(z.unknown()).optional(),
    hostnames: z.array(z.string()).min(1).max(MOST),
    rules: z
      .array(
        exactly({
          name: z.string().optional(),
          matches: z
            .array(matchSchema)
            .max(MOST)
            .default([{ path: { type: 'PathPrefix', value: '/' } }]),
          backendRefs: z
            .array(
              exactly({
                kind: z.literal('Service').optional(),
                name: z.string(),
                port: z.int(),
                weight: z.literal(1).optional(),
              }),
            )
            .length(1, 'must have one entry'),
        }),
      )
      .min(1)
      .max(MOST),
  }),
});

/** Routes of an HTTPRoute. Pure. */
export function readHttpRoute(content: object): ReadRoute {
  const parsed = httpRouteSchema.safeParse(content, { reportInput: true });
  if (!parsed.success) {
    return { type: 'refused', problems: problemsOf(parsed.error) };
  }
  const { hostnames, rules } = parsed.data.spec;
  return {
    type: 'read',
    routes: rules.flatMap(({ matches, backendRefs }, rule) =>
      matches.flatMap(({ path: { type, value } }) =>
        hostnames.flatMap((host) =>
          backendRefs.map(({ name, port }): Route => {
            const exact = type === 'Exact';
            const path = exact ? value : prefixOf(value);
            const backend = { name, port };
            return { at: `spec.rules.${rule}`, host, path, exact, backend, certificate: {} };
          }),
        ),
      ),
    ),
  };
}

/** Prefix by segments, for which a slash at its end says nothing. */
function prefixOf(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
