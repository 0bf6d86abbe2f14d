import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import type { Migration } from '../../../src/migrate/migration.ts';
import { PREFIX } from '../../../src/migrate/row.ts';
import {
  DEFAULT,
  type ModelAnnotations,
  type ModelAnswer,
  ModelController,
  type ModelIngress,
  type ModelPath,
  type ModelRequest,
  type ModelSecrets,
} from './model/ingressnginx.ts';
import { answerOf, type RulesAnswer } from './model/rulesanswer.ts';
import { migrated } from './support.ts';

/** Sets of Ingresses; more with STOA_MIGRATE_SETS. */
const SETS = Number(process.env.STOA_MIGRATE_SETS ?? 100);

const A = 'a.example.com';
const B = 'b.example.com';
const WILD = '*.example.com';
const ALIAS = 'alias.example.com';
const HOSTS = [A, B, WILD, `www.${A}`];

/** Secrets with the names that their certificates are for. */
const SECRETS: ModelSecrets = {
  'of-a': [A],
  'of-both': [A, B, 'alias.example.com'],
  'of-www': [A, `www.${A}`],
  'of-all': [WILD],
  'of-others': ['other.example.org'],
};

let secrets: readonly object[];

beforeAll(async () => {
  const authority = await createAuthority();
  secrets = await Promise.all(
    Object.entries(SECRETS).map(async ([name, names]) => {
      const { certificate } = await issueServer(authority, 'subject.invalid', names);
      return {
        kind: 'Secret',
        metadata: { name, namespace: 'shop' },
        stringData: { 'tls.crt': certificate },
      };
    }),
  );
}, 60_000);

const PLAIN = ['/', '/', '/api', '/api/', '/api/v2', '/app', '/static/'];
const REGULAR = [
  '/user/[a-z]+',
  '/user/setting',
  '/api(/|$)(.*)',
  '/(.*)',
  '/items/[0-9]+',
  '/api/(.*)',
  '/items/new',
];

const service = fc.constantFrom('front', 'api', 'old');

function paths(texts: readonly string[]): fc.Arbitrary<ModelPath[]> {
  const pathType = fc.constantFrom('Prefix', 'Prefix', 'Exact', 'ImplementationSpecific' as const);
  const path = fc.record({ path: fc.constantFrom(...texts), pathType, service });
  return fc.uniqueArray(path, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => `${each.path} ${each.pathType === 'Exact'}`,
  });
}

function sometimes(values: readonly string[], weight = 4): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );
}

const annotations: fc.Arbitrary<ModelAnnotations> = fc
  .record({
    'ssl-redirect': sometimes(['false', 'true']),
    'force-ssl-redirect': sometimes(['true'], 8),
    'app-root': sometimes(['/start'], 8),
    'from-to-www-redirect': sometimes(['true'], 8),
    'server-alias': sometimes(['alias.example.com', `${B},alias.example.com`], 8),
    'permanent-redirect': sometimes(['https://new.example.org/x'], 10),
    'server-snippet': sometimes(['deny all;'], 16),
    'auth-tls-secret': sometimes(['shop/clients'], 16),
  })
  .map(defined);

function defined(all: Readonly<Record<string, string | undefined>>): ModelAnnotations {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const tls: fc.Arbitrary<ModelIngress['tls']> = fc.array(
  fc
    .record({
      hosts: fc.option(fc.uniqueArray(fc.constantFrom(...HOSTS), { minLength: 1, maxLength: 2 }), {
        nil: undefined,
      }),
      secretName: fc.option(fc.constantFrom(...Object.keys(SECRETS)), { nil: undefined, freq: 8 }),
    })
    .map(({ hosts, secretName }) => ({
      ...(hosts === undefined ? {} : { hosts }),
      ...(secretName === undefined ? {} : { secretName }),
    })),
  { maxLength: 2 },
);

const anyIngress = fc.boolean().chain((isRegular) =>
  fc
    .record({
      namespace: fc.constant('shop'),
      name: fc.constantFrom('one', 'two', 'three', 'four', 'five', 'six'),
      age: fc.integer({ min: 0, max: 2 }),
      annotations: fc
        .tuple(
          annotations,
          fc.constantFrom<ModelAnnotations>(
            { 'use-regex': 'true' },
            { 'rewrite-target': '/$2' },
            { 'rewrite-target': '/new' },
          ),
        )
        .map(([own, regular]) => (isRegular ? { ...own, ...regular } : own)),
      rules: fc.uniqueArray(
        fc.record({
          host: fc.constantFrom(...HOSTS),
          paths: paths(isRegular ? [...REGULAR, '/api'] : PLAIN),
        }),
        { minLength: 1, maxLength: 2, selector: ({ host }) => host },
      ),
      tls: fc.oneof(fc.constant<ModelIngress['tls']>([]), tls),
      more: fc.option(fc.record({ defaultBackend: service }), { nil: {}, freq: 5 }),
    })
    .map(({ more, ...ingress }): ModelIngress => ({ ...ingress, ...more })),
);

/** Most hosts have paths as they are; regular ones make others of the host regular too. */
const sets = fc.uniqueArray(anyIngress, { minLength: 1, maxLength: 6, selector: ({ name }) => name });

function objectOf({
  namespace,
  name,
  age,
  annotations: own,
  rules,
  tls: entries,
  defaultBackend,
}: ModelIngress) {
  const backend = (to: string) => ({ service: { name: to, port: { number: 80 } } });
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      namespace,
      name,
      creationTimestamp: `2026-01-01T00:00:0${age}Z`,
      annotations: Object.fromEntries(Object.entries(own).map(([key, value]) => [`${PREFIX}${key}`, value])),
    },
    spec: {
      ingressClassName: 'nginx',
      ...(defaultBackend === undefined ? {} : { defaultBackend: backend(defaultBackend) }),
      rules: rules.map(({ host, paths: given }) => ({
        host,
        http: {
          paths: given.map((each) => ({
            path: each.path,
            pathType: each.pathType,
            backend: backend(each.service),
          })),
        },
      })),
      tls: entries,
    },
  };
}

const ASKED_HOSTS = [A, B, 'other.example.com', `www.${A}`, `www.${B}`, ALIAS, 'none.example.org'];
const ASKED_PATHS = [
  ...[
    '/',
    '/api',
    '/api/',
    '/api/v2',
    '/api/v2/x',
    '/api/x',
    '/apix',
    '/app',
    '/app/x',
    '/static',
    '/static/',
    '/static/x',
  ],
  ...[
    '/user',
    '/user/setting',
    '/user/setting/x',
    '/user/anna',
    '/user/anna/x',
    '/items/1',
    '/items/new',
    '/other',
    '/API/x',
  ],
];

const REQUESTS: readonly ModelRequest[] = ASKED_HOSTS.flatMap((host) =>
  (['http', 'https'] as const).flatMap((scheme) => ASKED_PATHS.map((path) => ({ scheme, host, path }))),
);

/** Words for an answer that both sides have in common. */
function wordsOf(answer: ModelAnswer | RulesAnswer, scheme: string): string {
  const shown = scheme === 'https' && 'certificate' in answer ? ` by ${answer.certificate}` : '';
  switch (answer.type) {
    case 'service':
      return `${answer.service} sees ${answer.path}${shown}`;
    case 'redirect':
      return `${answer.code} to ${answer.location}${shown}`;
    case 'guarded':
      return `guarded by ${answer.of}`;
    case 'none':
      return 'none';
  }
}

/** Difference of two answers, and what the output says. */
interface Differing {
  readonly request: ModelRequest;
  readonly old: ModelAnswer;
  readonly recent: RulesAnswer;
  /** Notes on the migration, and on the Ingresses of the host with their rules. */
  readonly all: string;
  readonly notes: string;
  /** Ingresses without rules, as the output says. */
  readonly refused: readonly string[];
}

/** Differences that the output may tell, each as narrow as what it tells. */
const NAMED: Readonly<Record<string, (differing: Differing) => boolean>> = {
  // A guard that no rule carries is told, but its host must not be open.
  'a guarded host has no rules': ({ old, recent }) => old.type === 'guarded' && recent.type === 'none',
  'names below a wildcard': ({ request, notes, recent }) =>
    recent.type !== 'none' &&
    recent.rule.http?.domainName === WILD &&
    /all names below the domain/.test(notes) &&
    request.host.split('.').length > WILD.split('.').length,
  'an Ingress without rules': ({ old, refused }) => 'of' in old && refused.includes(old.of),
  'the certificate of the controller': ({ request, old, recent, all, notes }) =>
    request.scheme === 'https' &&
    recent.type === 'none' &&
    'certificate' in old &&
    old.certificate === DEFAULT &&
    (/answers HTTPS for hosts without TLS/.test(all) || /HTTPS for .* has no rule/.test(notes)),
  'a slash at the end of a redirect': ({ request, old, recent, all }) =>
    old.type === 'redirect' &&
    old.code === 308 &&
    recent.type === 'redirect' &&
    request.path.endsWith('/') &&
    old.location === recent.location.replace(/\/$/, '') &&
    /keep a slash at the end/.test(all),
  'paths that no Ingress has': ({ old, recent, all }) =>
    old.type === 'redirect' && old.rest && recent.type === 'none' && /a path that no Ingress has/.test(all),
  'paths of a wildcard host': ({ request, old, recent, notes }) =>
    (old.type === 'none' || (old.type === 'redirect' && old.rest)) &&
    recent.type !== 'none' &&
    recent.rule.http?.domainName === WILD &&
    notes.includes(`requests for ${request.host} with other paths may be answered by rules for ${WILD}`),
  'a regular path without the slash at its end': ({ request, notes }) =>
    notes.includes(`${request.path} itself is answered too`),
  'paths that nginx does not take both': ({ notes }) => notes.includes('nginx takes no configuration with'),
  'regular paths by whole segments and case': ({ request, notes }) =>
    /^\/(API\/x|apix|user\/setting.*|items\/new)$/.test(request.path) &&
    /by whole segments|in this case only/.test(notes),
  'regular paths in another order': ({ notes, old }) =>
    old.type !== 'guarded' && /a gateway may give them to|its rule would be that of/.test(notes),
};

function isNamed(
  { request, old, recent }: Pick<Differing, 'request' | 'old' | 'recent'>,
  migration: Migration,
  ingresses: readonly ModelIngress[],
): boolean {
  const keys = ingresses
    .filter((each) => isOfHost(each, request.host))
    .map(({ namespace, name }) => `${namespace}/${name}`);
  const own = migration.ingresses.filter(({ ingress }) => keys.includes(ingress));
  const differing: Differing = {
    request,
    old,
    recent,
    all: migration.notes.join('\n'),
    notes: own.flatMap((each) => [...each.notes, ...each.rules.flatMap((rule) => rule.notes)]).join('\n'),
    refused: migration.ingresses.flatMap(({ ingress, problems }) => (problems.length > 0 ? [ingress] : [])),
  };
  return Object.values(NAMED).some((tells) => tells(differing));
}

/** Whether an Ingress is for a host: by a rule, by a wildcard above it, or by another name that it gives the host. */
function isOfHost({ rules, annotations: own }: ModelIngress, host: string): boolean {
  const isAt = (name: string) =>
    name === host ||
    host === `www.${name}` ||
    name === `www.${host}` ||
    (name === WILD && host.endsWith(WILD.slice(1)));
  return host === ALIAS || own['server-alias'] !== undefined || rules.some((rule) => isAt(rule.host));
}

it('no request is answered otherwise by the rules than by ingress-nginx, unless the output tells it', () => {
  fc.assert(
    fc.property(sets, (ingresses) => {
      const controller = new ModelController(ingresses, SECRETS);
      const migration = migrated([...ingresses.map(objectOf), ...secrets]);
      const rules = migration.ingresses.flatMap((each) => each.rules);
      expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
      const wrong = REQUESTS.flatMap((request) => {
        const [old, recent] = [controller.answer(request), answerOf(rules, request)];
        const [before, now] = [wordsOf(old, request.scheme), wordsOf(recent, request.scheme)];
        const isSame = before === now;
        return isSame || isNamed({ request, old, recent }, migration, ingresses)
          ? []
          : [`${request.scheme}://${request.host}${request.path}: ${before} → ${now}`];
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: SETS, seed: 65 },
  );
}, 600_000);
