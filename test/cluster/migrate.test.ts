import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freeport.ts';
import { silentProgress } from '../support/progress.ts';
import { deadReasons, differencesIn, explains, type Reason } from './support/differences.ts';
import { FAMILY_INGRESSES, type FamilyIngress } from './support/ingresses.ts';
import { applied, CLASS, ingressOf, migrate } from './support/migration.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let old: ChildProcess;
let entrance: { readonly http: string; readonly https: string };

/** Entrance of the test: Traefik, which serves Ingresses of ingress-nginx by a provider of its own. */
async function startOld(): Promise<void> {
  const { traefik } = await ensureBinaries({ names: ['traefik'], progress: silentProgress });
  const [http, https] = [await freePort(), await freePort()];
  const args = [
    `--entrypoints.web.address=127.0.0.1:${http}`,
    `--entrypoints.websecure.address=127.0.0.1:${https}`,
    '--providers.kubernetesingressnginx=true',
    `--providers.kubernetesingressnginx.watchnamespace=${team.namespace}`,
    // As in ingress-nginx: without this, no body is too large.
    '--providers.kubernetesingressnginx.proxyrequestbuffering=true',
    '--providers.kubernetesingressnginx.httpentrypoint=web',
    '--providers.kubernetesingressnginx.httpsentrypoint=websecure',
    '--global.checknewversion=false',
    '--global.sendanonymoususage=false',
  ];
  const { kubeconfig, podNetworkUrl } = inject('cluster');
  const env = {
    KUBECONFIG: kubeconfig,
    HTTP_PROXY: podNetworkUrl,
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
  old = spawn(traefik, args, { env, stdio: 'ignore' });
  entrance = { http: `http://127.0.0.1:${http}`, https: `https://127.0.0.1:${https}` };
}

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await Promise.all(
    [...new Set(['next', 'guard', ...FAMILY_INGRESSES.map(mainOf)])].map((id) => team.component(id, 80)),
  );
  await team.behave('guard', { 'stand-in.example.com/user': 'bob:password' });
  const data = { auth: Buffer.from('bob:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=').toString('base64') };
  const people = { name: 'people', namespace: team.namespace };
  await client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: people, data }, TESTER);
  const pair = await issueServer(await createAuthority(), team.host, [`*.${team.host}`]);
  const stringData = { 'tls.crt': pair.certificate, 'tls.key': pair.key };
  const metadata = { name: 'pair', namespace: team.namespace };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/tls', stringData };
  await client.apply(SECRETS, secret, TESTER);
  await applied([
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: CLASS },
      spec: { controller: 'k8s.io/ingress-nginx' },
    },
    ...FAMILY_INGRESSES.flatMap(ingressesOf),
  ]);
  await startOld();
}, 300_000);

afterAll(async () => {
  if (old.exitCode === null) {
    old.kill();
    await once(old, 'exit');
  }
  await kubectl(['delete', 'ingressclass', CLASS, '--ignore-not-found']);
});

/** Component of a family; one with a canary has its own, since the stand-in has one canary for each. */
function mainOf({ canary }: FamilyIngress, index: number): string {
  return canary === undefined ? 'web' : `main${index}`;
}

/** Ingress of a family, and its canary. */
function ingressesOf(whole: FamilyIngress, index: number): readonly object[] {
  const { canary, ...given } = whole;
  const main = familyIngress(`f${index}`, mainOf(whole, index), given, index);
  return canary === undefined
    ? [main]
    : [main, familyIngress(`f${index}-next`, 'next', { ...given, annotations: canary }, index)];
}

function familyIngress(
  name: string,
  service: string,
  { path, pathType, annotations, tls = false }: FamilyIngress,
  index: number,
): object {
  const { namespace } = team;
  const host = `f${index}.${team.host}`;
  const own = Object.entries(annotations).map(([key, value]) => [
    key,
    value.replace('HOST', host).replace('NAMESPACE', namespace),
  ]);
  return ingressOf({
    name,
    namespace,
    annotations: Object.fromEntries(own),
    routes: [{ host, path, pathType, service }],
    ...(tls ? { tls: { hosts: [host], secretName: 'pair' } } : {}),
  });
}

/** Differences that are known. */
const KNOWN: readonly Reason[] = [
  {
    why: 'a host without TLS has HTTPS there, by a certificate of the controller',
    scheme: 'https',
    tls: false,
    change: /^(status \d+ → 404|[a-z-]+ \S+ → -)$/,
  },
  {
    why: 'ingress-nginx sends this header, and its stand-in does not',
    scheme: 'https',
    tls: true,
    change: /^strict-transport-security - → max-age=31536000;includesubdomains$/,
  },
  {
    why: 'credentials for all origins, which no browser takes',
    families: ['cors of all origins'],
    scheme: 'http',
    change: /^access-control-allow-credentials true → -$/,
  },
  {
    why: 'ingress-nginx answers with *, and its stand-in with the origin of the request',
    families: ['cors of all origins'],
    scheme: 'http',
    change: /^access-control-allow-origin (-|https:\/\/(page\.example\.com|stranger\.invalid)) → \*$/,
  },
  {
    why: 'a redirect of the Gateway API keeps the query',
    families: ['permanent redirect', 'temporal redirect', 'app root', 'tls'],
    path: /\?a=b$/,
    change: /^location (\S+) → \1\?a=b$/,
  },
  {
    why: 'ingress-nginx answers for app-root before it sends requests to HTTPS, and its stand-in after it',
    families: ['tls'],
    scheme: 'http',
    path: /^\/(\?a=b)?$/,
    change: /^(status 308 → 302|location https:\/\/\S+\/(\?a=b)? → http:\/\/\S+\/start(\?a=b)?)$/,
  },
  {
    why: 'ingress-nginx redirects paths that no Ingress has too, and its stand-in does not',
    families: ['permanent redirect', 'temporal redirect'],
    scheme: 'http',
    path: /^\/(appbar|APP|stoa-proof\/unknown)$/,
    change: /^(status 404 → 30[128]|location - → https?:\/\/new\.example\.com\S*)$/,
  },
  {
    why: 'paths are the beginnings of others there, in any case, where a rule has whole segments',
    families: ['rewrite'],
    path: /^\/(oldbar|OLD)$/,
    change: /^(status 200 → 404|component web → -|content-type application\/json → -)$/,
  },
  {
    why: 'paths have any case there',
    families: ['rewrite of the rest', 'expression'],
    path: /^\/(API|ITEMS\/1A|TEA\/A|V1)$/,
    change: /^(status 200 → 404|component web → -|content-type application\/json → -)$/,
  },
];

/** Family of a host of the test. */
function familyAt(host: string): { readonly family: string; readonly tls: boolean } {
  const [, index] = /(?:^|\.)f(\d+)\./.exec(host) ?? [];
  const { family = 'unknown host', tls = false } = FAMILY_INGRESSES[Number(index)] ?? {};
  return { family, tls };
}

it('has at least 60 Ingresses of 27 families', () => {
  expect(FAMILY_INGRESSES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(FAMILY_INGRESSES.map(({ family }) => family)).size).toBeGreaterThanOrEqual(27);
});

it('writes rules that answer like the Ingresses, except for what is known', async () => {
  const written = await migrate(team.namespace, '--apply');
  expect(written).toMatchObject({ code: 0, stderr: '' });
  await eventually(async () => {
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    const open = rules.filter(
      ({ status }) => !status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True'),
    );
    expect(open.map(({ metadata, spec, status }) => [metadata.name, spec, status?.conditions])).toEqual([]);
  }, 120_000);
  const [http, https] = [inject('cluster').gatewayHttpUrl, inject('cluster').gatewayHttpsUrl];
  const places = ['--old', `${entrance.http},${entrance.https}`, '--new', `${http},${https}`];
  const { stdout, stderr } = await migrate(
    team.namespace,
    '--prove',
    '--bodies',
    '--user',
    'bob:password',
    ...places,
  );
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n').slice(0, -1);
  const seen = lines.flatMap((line) => differencesIn(line, familyAt));
  const unknown = seen.filter((each) => !KNOWN.some((reason) => explains(reason, each)));
  expect(unknown.map(({ family, change, line }) => `${family}, ${change}: ${line}`)).toEqual([]);
  expect(deadReasons(KNOWN, seen)).toEqual([]);
}, 400_000);
