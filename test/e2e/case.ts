import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const httpBody = z.looseObject({ service_id: z.string(), container_port: z.int(), domain_name: z.string() });
const tcpBody = z.looseObject({ service_id: z.string(), container_port: z.int(), end_point: z.string() });

const ruleBody = z.strictObject({
  protocol: z.enum(['http', 'tcp', 'udp']),
  http: httpBody.optional(),
  tcp: tcpBody.optional(),
});

/** Request body of the operation that creates a rule. */
export type RuleBody = Readonly<z.infer<typeof ruleBody>>;

const headerValue = z.union([z.string(), z.string().array(), z.null()]);

const httpRequest = z.strictObject({
  host: z.string(),
  path: z.string(),
  method: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  scheme: z.enum(['http', 'https']).default('http'),
  repeat: z.int().min(1).default(1),
  body_mib: z.int().min(0).default(0),
  /** Delay of the component's response. */
  upstream_delay_s: z.number().default(0),
  /** Headers that the component's response has. */
  upstream_sets: z.record(z.string(), z.string()).optional(),
  /** First tries of the request that the component fails: with a status, or by closing the connection. */
  upstream_fails: z
    .strictObject({ times: z.int().min(1), status: z.int().optional(), delay_s: z.number().default(0) })
    .optional(),
  /** Whether the request sends the cookies of earlier responses of the case. */
  cookies_kept: z.boolean().default(false),
  /** Field without whose exact form another response is right: a rule that reports its loss is not asked. */
  unless_lost: z.string().optional(),
  expect: z.strictObject({
    status: z.union([z.int(), z.int().array()]).default(200),
    /** Component of every response. */
    backend: z.string().optional(),
    /** Share of the responses by component, within `tolerance`. */
    share: z.record(z.string(), z.number()).optional(),
    tolerance: z.number().default(0),
    distinct_pods: z.int().optional(),
    /** Status that one of the responses to a repeated request must have. */
    some_status: z.int().optional(),
    /** Headers that the component receives, and headers of the response: a value, one of several, or null for none. */
    upstream_headers: z.record(z.string(), headerValue).optional(),
    response_headers: z.record(z.string(), headerValue).optional(),
    /** Path with query that the component receives. */
    upstream_path: z.string().optional(),
    /** Least number of requests with the header X-Echo-Count that the pod has got. */
    counted: z.int().optional(),
    location: z.string().optional(),
    /** Name of a cookie that the response sets. */
    set_cookie: z.string().optional(),
    /** Minimum and maximum duration of the response. */
    after_s: z.number().default(0),
    within_s: z.number().optional(),
  }),
});

/** An http request of a case, with its expected response. */
export type HttpRequest = z.infer<typeof httpRequest>;

const tcpRequest = z.strictObject({
  port: z.int(),
  protocol: z.enum(['tcp', 'udp']).default('tcp'),
  expect: z.strictObject({ connect: z.literal(true), backend: z.string() }),
});

/** A connection or datagram of a case, with the expected component. */
export type TcpRequest = z.infer<typeof tcpRequest>;

const vary = z.strictObject({ member: z.string(), accept: z.unknown().array(), reject: z.unknown().array() });

const parse = z.strictObject({
  member: z.string(),
  rows: z.strictObject({ value: z.string(), pairs: z.record(z.string(), z.string()) }).array(),
});

const caseSchema = z.strictObject({
  name: z.string(),
  source: z.string(),
  note: z.string().optional(),
  components: z
    .record(
      z.string(),
      z.strictObject({
        replicas: z.int().min(1).default(1),
        /** Whether its pods accept connections. */
        accepts: z.enum(['connections', 'nothing']).default('connections'),
        /** Protocol of its port, if it differs from that of the rule. */
        protocol: z.literal('udp').optional(),
      }),
    )
    .default({}),
  /** Host names by certificate id. */
  certificates: z.record(z.string(), z.string().array()).default({}),
  /** Lines of htpasswd by the name of their Secret. */
  passwords: z.record(z.string(), z.string()).default({}),
  with: ruleBody.array().default([]),
  rule: ruleBody,
  create: z.strictObject({ status: z.int() }).default({ status: 200 }),
  requests: z.union([httpRequest, tcpRequest]).array().default([]),
  /** Gateway settings, in nginx terms. */
  effective: z.record(z.string(), z.string()).optional(),
  vary: vary.optional(),
  parse: parse.optional(),
});

/** One case. `test/cases/README.md` explains its members. */
export type Case = z.infer<typeof caseSchema>;

const fileSchema = z.strictObject({ note: z.string(), cases: caseSchema.array() });

const root = join(import.meta.dirname, '../cases');

/** Sources of cases: unchanged cases of other gateways, the conformance tests of the Gateway API, and Stoa's own. */
export const CASE_FOLDERS = ['gateway', 'conformance', 'stoa'] as const;

/** The cases of a folder, by file name without extension. */
export function readCases(folder: (typeof CASE_FOLDERS)[number]): Record<string, readonly Case[]> {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      fileSchema.parse(JSON.parse(readFileSync(join(root, folder, file), 'utf8'))).cases,
    ]),
  );
}

/** All cases of all folders. */
export function allCases(): readonly Case[] {
  return CASE_FOLDERS.flatMap((folder) => Object.values(readCases(folder)).flat());
}

/** All rules that a case creates, in order. */
export function rulesOf(one: Pick<Case, 'with' | 'rule'>): readonly RuleBody[] {
  return [...one.with, one.rule];
}
