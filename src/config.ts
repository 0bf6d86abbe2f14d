import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parse } from 'yaml';
import { z } from 'zod';
import { hostSchema } from './api/grammar.ts';
import { problemsOf } from './api/issue.ts';
import { monitoringSchema } from './monitor/settings.ts';
import { limitsSchema } from './rest/settings.ts';
import type { Allowed } from './store/guard.ts';

const listenSchema = z
  .string()
  .regex(/^[^:\s]+:\d{1,5}$/, 'must be <address>:<port>')
  .transform((text) => {
    const colon = text.lastIndexOf(':');
    return { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
  });

const PORT = z.int().min(1).max(65535);

/** Ranges such as `30000-30099, 31000`. */
const portsSchema = z
  .string()
  .regex(
    /^\s*(\d{1,5}(\s*-\s*\d{1,5})?(\s*,\s*|\s*$))*$/,
    'must be ports and ranges such as 30000-30099, 31000',
  )
  .transform((text) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [from = 0, to = from] = part.split('-').map(Number);
        return { from, to };
      }),
  )
  .refine(
    (ranges) => ranges.every(({ from, to }) => from >= 1 && from <= to && to <= 65535),
    'must be ports from 1 to 65535, the lower one first',
  );

/** Ports that TCP and UDP rules may have; the engine must be able to listen at each. */
const tcpSchema = z.strictObject({ ports: portsSchema });

const gatewaySchema = z.strictObject({
  namespace: z.string().min(1),
  name: z.string().min(1),
  /** Class of the Gateway; with it, Stoa creates the Gateway where there is none. */
  className: z.string().min(1).optional(),
  /** What that class calls its engine; the class itself is asked where nothing is said. */
  controllerName: z.string().min(1).optional(),
  http: z
    .strictObject({
      /** The Gateway's listener for plain HTTP. */
      listener: z.string().min(1).default('http'),
      port: PORT.default(80),
    })
    .prefault({}),
  https: z
    .strictObject({
      port: PORT.default(443),
      /** The port that clients see, where it is another: what redirects name. */
      publicPort: PORT.optional(),
    })
    .prefault({}),
  tcp: tcpSchema.prefault({ ports: '' }),
  autoSsl: z
    .strictObject({
      /** Who issues certificates where a rule does not say: `clusterissuer/<name>` or `issuer/<name>`. */
      issuer: z
        .string()
        .regex(
          /^(clusterissuer|issuer)\/[a-z0-9][-a-z0-9.]*$/,
          'must be clusterissuer/<name> or issuer/<name>',
        )
        .optional(),
    })
    .prefault({}),
});

/** An entry of `market.stores`: `public`, an address or range, or an origin. */
const storeSchema = z.string().transform((text, context): Allowed => {
  const allowed = text === 'public' ? { type: 'public' as const } : (rangeOf(text) ?? originOf(text));
  if (allowed !== undefined) {
    return allowed;
  }
  context.addIssue(
    'must be public, an address or range such as 10.20.0.0/16, or an origin such as http://store:8080',
  );
  return z.NEVER;
});

function rangeOf(text: string): Allowed | undefined {
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

const operatorSchema = z.strictObject({
  metrics: listenSchema.prefault('0.0.0.0:8081'),
  /** Where the operator's own objects are: its lease. */
  namespace: z.string().min(1).default('stoa-system'),
  /** The namespaces whose rules, installs and applications it looks after; all of the cluster without any. */
  watchNamespaces: z
    .array(z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be the name of a namespace'))
    .refine((names) => new Set(names).size === names.length, 'must name each namespace once')
    .default([]),
  /** How long work under way may go on after SIGTERM; less than the pod's terminationGracePeriodSeconds. */
  drainSeconds: z.number().min(0).max(3600).default(20),
  /** Of several operators with the same lease, one works and the others stand by. */
  leaderElection: z
    .strictObject({
      enabled: z.boolean().default(true),
      leaseName: z.string().min(1).default('stoa-operator'),
      /** How long the lease of an operator that has vanished holds. */
      leaseSeconds: z.int().min(3).max(600).default(15),
    })
    .prefault({}),
});

/** A cluster beside the first that the REST API stands for. */
const regionSchema = z.strictObject({
  /** Its context in the kubeconfig. */
  context: z.string().min(1),
  /** Its Prometheus, where it is not that of the first. */
  monitoring: monitoringSchema.optional(),
  /** What its gateway offers, where that is not what the first does. */
  gateway: z.strictObject({ tcp: tcpSchema }).optional(),
});

const restSchema = z.strictObject({
  listen: listenSchema.prefault('0.0.0.0:8080'),
  metrics: listenSchema.prefault('0.0.0.0:8081'),
  /** Whom tokens must be meant for, any of them; the API server itself where there is none. */
  audiences: z.array(z.string().min(1)).default([]),
  /** Proxies in front, whose header X-Forwarded-For is believed. */
  trustedProxies: z
    .array(
      z
        .string()
        .refine((text) => rangeOf(text) !== undefined, 'must be an address or range such as 10.20.0.0/16'),
    )
    .default([]),
  /** How long requests under way may go on after SIGTERM; less than the pod's terminationGracePeriodSeconds. */
  drainSeconds: z.number().min(0).max(3600).default(20),
  limits: limitsSchema.prefault({}),
});

/** The configuration file. */
export const configSchema = z
  .strictObject({
    /** Name of this cluster in REST paths. */
    region: z.string().min(1).default('local'),
    /** Other clusters that the REST API stands for, by their names in its paths. */
    regions: z.record(z.string().min(1), regionSchema).default({}),
    /** The Gateway that rules attach to. */
    gateway: gatewaySchema,
    operator: operatorSchema.prefault({}),
    market: z
      .strictObject({
        /** Stores that installs may name; no request ever goes anywhere else. */
        stores: z.array(storeSchema).prefault(['public']),
        /** Domain below which the outer HTTP ports of what is installed get host names. */
        domain: hostSchema.optional(),
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

/** Settings of a process of Stoa; nothing changes them while it runs. */
export type Config = Readonly<z.output<typeof configSchema>>;

/** Reads the YAML file that STOA_CONFIG names. Throws an error that lists every problem of it at once. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const path = env.STOA_CONFIG;
  if (path === undefined) {
    throw new Error('STOA_CONFIG is not set: it names the configuration file, see docs/configuration.md');
  }
  return parseConfig(readFileSync(path, 'utf8'), path);
}

/** Parses a configuration; `source` is what errors call it. */
export function parseConfig(text: string, source: string): Config {
  const parsed = configSchema.safeParse(parse(text) ?? {}, { reportInput: true });
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map(({ path, message }) => `${path || 'file'}: ${message}`);
    throw new Error(`${source}: ${problems.join('; ')}`);
  }
  return Object.freeze(parsed.data);
}
