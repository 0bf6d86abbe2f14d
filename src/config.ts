import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parse } from 'yaml';
import { z } from 'zod';
import { hostSchema, labelKeySchema, labelValueSchema } from './api/grammar.ts';
import { problemsOf } from './api/issue.ts';
import { monitoringSchema } from './monitor/settings.ts';
import { issuerSchema, nameSettings, portsSchema, teamsSchema } from './names/settings.ts';
import { consoleSchema } from './rest/console/settings.ts';
import { limitsSchema } from './rest/settings.ts';
import type { AddressRange, Allowed } from './store/guard.ts';
import { verifySchema } from './store/signature/policy.ts';
import { registryPlace } from './store/signature/policyof.ts';

const listenSchema = z
  .string()
  .regex(/^[^:\s]+:\d{1,5}$/, 'must be <address>:<port>')
  .transform((text) => {
    const colon = text.lastIndexOf(':');
    return { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
  });

/** Host name or address, without a port. */
const addressSchema = z
  .string()
  .max(253)
  .regex(/^[a-zA-Z0-9]([-a-zA-Z0-9.:]*[a-zA-Z0-9])?$/, 'must be a host name or an address, without a port');

const PORT = z.int().min(1).max(65535);

const tcpSchema = z.strictObject({
  /**
   * Ports that TCP and UDP rules may use; the engine must be able to listen on each. If absent, default ports where the
   * engine opens the ports of listeners by itself, and none elsewhere.
   */
  ports: portsSchema.optional(),
  /** Host name or address at which clients reach the ports; records of the REST API show it. */
  address: addressSchema.optional(),
});

const gatewaySchema = z.strictObject({
  namespace: z.string().min(1),
  name: z.string().min(1),
  /** Class of the Gateway. With it, Stoa creates a missing Gateway. */
  className: z.string().min(1).optional(),
  /** Controller name of the class; read from the GatewayClass by default. */
  controllerName: z.string().min(1).optional(),
  http: z
    .strictObject({
      /** Name of the Gateway's listener for plain HTTP. */
      listener: z.string().min(1).default('http'),
      port: PORT.default(80),
    })
    .prefault({}),
  https: z
    .strictObject({
      port: PORT.default(443),
      /** Port in redirects, if clients use another one than `port`. */
      publicPort: PORT.optional(),
      /** Name of Traefik's entry point with `port`; TLS rules need it. */
      entryPoint: z.string().min(1).optional(),
    })
    .prefault({}),
  /** Requests to the gateway by which the operator proves that it serves the routes. */
  probe: z
    .strictObject({
      mode: z.enum(['auto', 'off']).default('auto'),
      /** Address that is asked at the ports of the listeners; the replicas of the gateway, or those in its status, by default. */
      address: addressSchema.optional(),
    })
    .prefault({}),
  tcp: tcpSchema.prefault({}),
  autoSsl: z
    .strictObject({
      /** Default issuer of certificates: `clusterissuer/<name>` or `issuer/<name>`. */
      issuer: issuerSchema.optional(),
      /** Issuers that rules may name; only the default one by default. */
      issuers: z.array(issuerSchema).optional(),
    })
    .prefault({}),
  ...nameSettings,
});

/** Address in `market.stores`: `public`, an address or range, or an origin. */
const addressOfStoresSchema = z.string().transform((text, context): Allowed => {
  const allowed = text === 'public' ? { type: 'public' as const } : (rangeOf(text) ?? originOf(text));
  if (allowed !== undefined) {
    return allowed;
  }
  context.addIssue(
    'must be public, an address or range such as 10.20.0.0/16, or an origin such as http://store:8080',
  );
  return z.NEVER;
});

const NO_REGISTRY =
  'must be a registry such as oci://registry.example.com/team: signatures of cosign are in registries alone, so HTTP repositories have none';

/** Registry in `market.stores` whose charts must be signed. */
const signedRegistrySchema = z
  .strictObject({
    url: z
      .string()
      .max(255)
      .regex(/^oci:\/\/[a-z0-9.:[\]-]+(\/[a-z0-9._-]+)*\/?$/, NO_REGISTRY)
      .transform((text, context) => {
        // The host as installs name it: an address has several forms.
        const url = URL.parse(text.replace('oci:', 'https:'));
        if (url !== null) {
          return registryPlace(`${url.host}${url.pathname}`);
        }
        context.addIssue(NO_REGISTRY);
        return z.NEVER;
      }),
    verify: verifySchema,
  })
  .transform(({ url, verify }): Allowed => ({ type: 'registry', place: url, policy: verify }));

const storesSchema = z.array(z.union([addressOfStoresSchema, signedRegistrySchema])).refine((stores) => {
  const places = stores.flatMap((each) => (each.type === 'registry' ? [each.place] : []));
  return new Set(places).size === places.length;
}, 'must have one entry for each registry or path in one');

/** Address or range of addresses. */
const rangeSchema = z.string().transform((text, context): AddressRange => {
  const range = rangeOf(text);
  if (range !== undefined) {
    return range;
  }
  context.addIssue('must be an address or range such as 10.20.0.0/16');
  return z.NEVER;
});

function rangeOf(text: string): (AddressRange & { readonly type: 'range' }) | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = prefix === undefined ? bits : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? Number.NaN);
  return bits > 0 && length <= bits && rest.length === 0
    ? { type: 'range', address, prefix: length }
    : undefined;
}

function originOf(text: string): Allowed | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin
    ? { type: 'origin', origin: url.origin }
    : undefined;
}

/** Label of nodes as `<key>=<value>`, as a selector. */
const nodeLabelSchema = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const label = z.tuple([labelKeySchema, labelValueSchema]).safeParse(text.split('='));
  if (label.success) {
    const [key, value] = label.data;
    return { [key]: value };
  }
  context.addIssue('must be a label of nodes such as disk=ssd');
  return z.NEVER;
});

/** Name of a StorageClass. */
const className = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/, 'must be the name of a StorageClass');

/** Registry of images, with or without a path in it. */
const registrySchema = z
  .string()
  .max(255)
  .regex(
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?(:[0-9]{1,5})?(\/[a-z0-9]([-a-z0-9._]*[a-z0-9])?)*$/,
    'must be a registry such as registry.example.com:5000, or a path in one',
  );

/** Settings for the volumes of models. */
const storageSchema = z.strictObject({
  /** StorageClasses by the type of volume in a model, such as share-file. */
  classes: z.record(z.string().min(1), className).default({}),
  /** StorageClasses whose volumes several nodes can mount for writing, beside those with a known provisioner. */
  readWriteMany: z.array(className).default([]),
});

const operatorSchema = z.strictObject({
  metrics: listenSchema.prefault('0.0.0.0:8081'),
  /** Namespace of the operator's lease. */
  namespace: z.string().min(1).default('stoa-system'),
  /** Watched namespaces; the whole cluster if empty. */
  watchNamespaces: z
    .array(z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be the name of a namespace'))
    .refine((names) => new Set(names).size === names.length, 'must name each namespace once')
    .default([]),
  /** Seconds for running reconciles after SIGTERM; less than the pod's terminationGracePeriodSeconds. */
  drainSeconds: z.number().min(0).max(3600).default(20),
  /** Leader election, by which one of several replicas works and the others stand by. */
  leaderElection: z
    .strictObject({
      enabled: z.boolean().default(true),
      leaseName: z.string().min(1).default('stoa-operator'),
      /** Duration of the lease, after which another replica takes over. */
      leaseSeconds: z.int().min(3).max(600).default(15),
    })
    .prefault({}),
});

/** Further cluster that the REST API serves. */
const regionSchema = z.strictObject({
  /** Context of the cluster in the kubeconfig. */
  context: z.string().min(1),
  /** Prometheus of the cluster; that of the first cluster by default. */
  monitoring: monitoringSchema.optional(),
  /** Gateway of the cluster; that of the first cluster by default. */
  gateway: z.strictObject({ tcp: tcpSchema }).optional(),
});

const tlsSchema = z
  .strictObject({
    /** File of the certificate chain (PEM), read again when it changes. */
    certFile: z.string().min(1).optional(),
    /** File of its key (PEM). */
    keyFile: z.string().min(1).optional(),
    /** Plain HTTP, in which everyone on the way can read the tokens of callers. */
    insecure: z.boolean().default(false),
  })
  .superRefine(({ certFile, keyFile, insecure }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if ((certFile === undefined) !== (keyFile === undefined)) {
      refuse(certFile === undefined ? 'certFile' : 'keyFile', 'is required beside the other file');
    }
    if (insecure && certFile !== undefined) {
      refuse('insecure', 'contradicts certFile: leave out one of them');
    }
  });

const restSchema = z.strictObject({
  listen: listenSchema.prefault('0.0.0.0:8080'),
  metrics: listenSchema.prefault('0.0.0.0:8081'),
  /** TLS of the API: with a certificate in files, or one that the process signs itself; plain HTTP only if insecure. */
  tls: tlsSchema.prefault({}),
  /** Accepted audiences of tokens; that of the API server if empty. */
  audiences: z.array(z.string().min(1)).default([]),
  /** Proxies whose header X-Forwarded-For is trusted. */
  trustedProxies: z
    .array(
      z
        .string()
        .refine((text) => rangeOf(text) !== undefined, 'must be an address or range such as 10.20.0.0/16'),
    )
    .default([]),
  /** Seconds for running requests after SIGTERM; less than the pod's terminationGracePeriodSeconds. */
  drainSeconds: z.number().min(0).max(3600).default(20),
  limits: limitsSchema.prefault({}),
  /** Console in the browser. */
  console: consoleSchema.prefault({}),
});

/** Schema of the configuration file. */
export const configSchema = z
  .strictObject({
    /** Name of the first cluster in REST paths. */
    region: z.string().min(1).default('local'),
    /** Further clusters of the REST API, by their names in REST paths. */
    regions: z.record(z.string().min(1), regionSchema).default({}),
    /** Namespaces that are teams. */
    teams: teamsSchema.prefault({}),
    /** Gateway of the rules. */
    gateway: gatewaySchema,
    operator: operatorSchema.prefault({}),
    market: z
      .strictObject({
        /** Allowed stores; Stoa sends no request to any other. */
        stores: storesSchema.prefault(['public']),
        /** Ranges that `public` does not include, such as those of nodes, pods and Services with public addresses. */
        notPublic: z.array(rangeSchema).default([]),
        /** Parent domain of the host names for outer HTTP ports of installs. */
        domain: hostSchema.optional(),
        /** Labels of nodes, such as `disk=ssd`, by the labels of components that select them. */
        nodeLabels: z.record(z.string().min(1).max(253), nodeLabelSchema).default({}),
        storage: storageSchema.prefault({}),
        /** Registries, with or without a path, and the mirrors from which nodes pull their images. */
        mirrors: z.record(registrySchema, registrySchema).default({}),
        /** Addresses of components that run elsewhere; without it, they are left out. */
        endpoints: z.strictObject({ allowed: z.array(rangeSchema) }).optional(),
      })
      .prefault({}),
    monitoring: monitoringSchema.prefault({}),
    rest: restSchema.prefault({}),
    log: z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']).default('info') }).prefault({}),
  })
  .refine(({ region, regions }) => !Object.hasOwn(regions, region), {
    path: ['regions'],
    message: 'must have names of their own: region is one already',
  });

/** Settings of a process, which are constant while it runs. */
export type Config = Readonly<z.output<typeof configSchema>>;

/** Configuration from the YAML file in STOA_CONFIG. Throws an Error that lists all problems. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const path = env.STOA_CONFIG;
  if (path === undefined) {
    throw new Error('STOA_CONFIG is not set: it names the configuration file, see docs/configuration.md');
  }
  return parseConfig(readFileSync(path, 'utf8'), path);
}

/** Configuration from YAML; `source` names it in errors. Throws an Error that lists all problems. */
export function parseConfig(text: string, source: string): Config {
  const parsed = configSchema.safeParse(parse(text) ?? {}, { reportInput: true });
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map(({ path, message }) => `${path || 'file'}: ${message}`);
    throw new Error(`${source}: ${problems.join('; ')}`);
  }
  return Object.freeze(parsed.data);
}
