import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeError } from '../../../src/kube/error.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { authorityOf, serverOf } from '../../support/authorities.ts';
import { buildClientGo, readByClientGo } from '../../support/clientgo.ts';
import {
  type KubeconfigCase,
  type KubeconfigOptions,
  kubeconfigCases,
  type Material,
} from '../../support/kubeconfigcases.ts';
import { type Arrival, type Recorders, startRecorders } from '../../support/recorders.ts';

/** Cases of a run; more by the environment. */
const CASES = Number(process.env.STOA_KUBECONFIGS ?? 60);
const REQUESTS = 2;
const BUILD_MS = 300_000;

let program: string;
let recorders: Recorders;
let material: Material;

beforeAll(async () => {
  program = await buildClientGo();
  const authority = await authorityOf('kubeconfigs');
  const server = await serverOf(authority, { hosts: ['localhost', 'api.behind.invalid'] });
  const clients = [
    await serverOf(authority, { hosts: ['client-one'], usage: 'client' }),
    await serverOf(authority, { hosts: ['client-two'], usage: 'client' }),
  ];
  recorders = await startRecorders({ cert: server.pem, key: server.key, ca: authority.pem });
  material = { ports: recorders.ports, ca: authority.pem, clients };
}, BUILD_MS);

afterAll(async () => {
  recorders?.close();
  await rm(dirname(program), { recursive: true, force: true });
});

/** Credential plugin whose first argument says how it answers; it writes down what it gets to know. */
const LOGIN = (folder: string) => `#!/bin/sh
echo "$KUBERNETES_EXEC_INFO" >>'${folder}/infos'
echo run >>'${folder}/runs'
count=$(wc -l <'${folder}/runs' | tr -d ' ')
version=$(echo "$KUBERNETES_EXEC_INFO" | sed 's/.*"apiVersion":"\\([^"]*\\)".*/\\1/')
token="token$count$SUFFIX"
status() { printf '{"apiVersion":"%s","kind":"ExecCredential","status":{%s}}' "$version" "$1"; }
crt=$(cat '${folder}/one/pki/one.json')
case $1 in
  good) status "\\"token\\":\\"$token\\"" ;;
  beta) version=client.authentication.k8s.io/v1beta1; status "\\"token\\":\\"$token\\"" ;;
  certificate) status "$crt" ;;
  both) status "\\"token\\":\\"$token\\",$crt" ;;
  expired) status "\\"token\\":\\"$token\\",\\"expirationTimestamp\\":\\"2001-01-01T00:00:00Z\\"" ;;
  refused) if [ "$count" = 1 ]; then token=refuse-me; fi; status "\\"token\\":\\"$token\\",\\"expirationTimestamp\\":null" ;;
  wrongVersion) version=client.authentication.k8s.io/v9; status "\\"token\\":\\"$token\\"" ;;
  noKind) printf '{"status":{"token":"%s"}}' "$token" ;;
  empty) status '' ;;
  half) status '"token":"t","clientKeyData":"key"' ;;
  yaml) printf 'apiVersion: %s\\nkind: ExecCredential\\nstatus: {token: %s}\\n' "$version" "$token" ;;
  number) status '"token":17' ;;
  noStatus) printf '{"apiVersion":"%s","kind":"ExecCredential"}' "$version" ;;
  *) echo broken >&2; exit 3 ;;
esac
`;

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Writes the files of a case, and what its kubeconfigs name. */
async function prepare(folder: string, { files }: KubeconfigCase): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await write(join(folder, path), content);
    const beside = (name: string) => join(folder, dirname(path), name);
    const [one] = material.clients;
    await write(beside('pki/ca.crt'), material.ca);
    await write(beside('pki/one.crt'), one?.pem ?? '');
    await write(beside('pki/one.key'), one?.key ?? '');
    await write(beside('secret/token'), `of ${path}\n`);
    await write(beside('empty.crt'), '');
    const credential = { clientCertificateData: one?.pem, clientKeyData: one?.key };
    await write(beside('pki/one.json'), JSON.stringify(credential).slice(1, -1).replaceAll('\\n', '\\\\n'));
  }
  await write(join(folder, 'bin/login'), LOGIN(folder));
  await chmod(join(folder, 'bin/login'), 0o755);
}

/** Outcome of a case: the choice, and what was seen of it. */
interface Result {
  readonly server?: string | undefined;
  readonly proxy?: string | undefined;
  readonly namespace?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly statuses: readonly number[];
  readonly seen: readonly Arrival[];
  readonly infos: readonly unknown[];
}

async function infosIn(folder: string): Promise<readonly unknown[]> {
  const written = await readFile(join(folder, 'infos'), 'utf8').catch(() => '');
  await Promise.all(['infos', 'runs'].map((name) => rm(join(folder, name), { force: true })));
  return [...new Set(written.split('\n').filter((line) => line !== ''))].map((line) => JSON.parse(line));
}

/** Result of client-go, with the reason where it refuses. */
async function theirs(folder: string, env: NodeJS.ProcessEnv, options: KubeconfigOptions) {
  const { error, failure, ...reading } = await readByClientGo(program, argsOf(options), env, {
    requests: REQUESTS,
    cwd: folder,
  });
  const statuses = reading.statuses.map((status) => ([200, 401].includes(status) ? status : 0));
  const result = { ...reading, statuses, seen: recorders.taken(), infos: await infosIn(folder) };
  return { error, failure, result };
}

const FLAGS: Readonly<Record<keyof KubeconfigOptions, string>> = {
  kubeconfig: 'kubeconfig',
  context: 'context',
  cluster: 'cluster',
  user: 'user',
  namespace: 'namespace',
  server: 'server',
  tlsServerName: 'tls-server-name',
  insecure: 'insecure-skip-tls-verify',
  authority: 'certificate-authority',
  token: 'token',
  as: 'as',
  asUid: 'as-uid',
  asGroups: 'as-group',
  requestTimeout: 'request-timeout',
};

function argsOf(options: KubeconfigOptions): readonly string[] {
  return Object.entries(options).flatMap(([option, value]) =>
    [value ?? []].flat().map((each) => `--${FLAGS[option as keyof KubeconfigOptions]}=${each}`),
  );
}

async function ours(folder: string, env: NodeJS.ProcessEnv, options: KubeconfigOptions) {
  try {
    const access = loadAccess(options, env);
    const transport = await createTransport(access);
    const statuses: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) {
      statuses.push(await transport.call({ method: 'GET', path: '/version' }).then(() => 200, statusOf));
    }
    await transport.close();
    const { server, proxy, namespace, timeoutMs } = access;
    return {
      result: {
        server,
        proxy: proxy?.href,
        namespace: namespace || 'default',
        timeoutMs,
        statuses,
        seen: recorders.taken(),
        infos: await infosIn(folder),
      },
    };
  } catch (error) {
    return { error: (error as Error).message, seen: recorders.taken(), infos: await infosIn(folder) };
  }
}

function statusOf(error: unknown): number {
  return error instanceof KubeError && error.failure.type === 'unauthorized' ? 401 : 0;
}

/** Address to which kubectl falls back; Stoa says that there is no cluster. */
const FALLBACK = 'http://localhost:8080';

function comparable({ proxy, server, ...rest }: Result): object {
  return JSON.parse(
    JSON.stringify({ ...rest, server: server && new URL(server).href, proxy: proxy && new URL(proxy).href }),
  );
}

/** Number of comparisons that were taken each way, so that the cases are known to be about something. */
const ways = { refused: 0, fallback: 0, failed: 0, answered: 0 };

async function compare(each: KubeconfigCase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-kubeconfigs-'));
  try {
    await prepare(folder, each);
    const { kubeconfig, authority, ...rest } = each.options;
    const below = (path: string | undefined) => (path === undefined ? {} : join(folder, path));
    const options = {
      ...rest,
      ...(kubeconfig === undefined ? {} : { kubeconfig: String(below(kubeconfig)) }),
      ...(authority === undefined ? {} : { authority: String(below(authority)) }),
    };
    const env = {
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      HOME: folder,
      ...each.env,
      ...(each.list === undefined
        ? {}
        : { KUBECONFIG: each.list.map((file) => (file === '' ? '' : join(folder, file))).join(delimiter) }),
    };
    const their = await theirs(folder, env, options);
    const own = await ours(folder, env, options);
    const why = JSON.stringify({ their, own }, null, 1);
    if (their.error !== undefined) {
      ways.refused += 1;
      // A key of another certificate shows at the first connection.
      expect(own.error ?? own.result?.statuses, why).toEqual(own.error ?? [0, 0]);
      expect(own.seen ?? own.result?.seen, why).toEqual([]);
    } else if (their.result.server === FALLBACK) {
      ways.fallback += 1;
      expect(own.error, why).toContain('no Kubernetes cluster is configured');
    } else if (own.result === undefined) {
      ways.failed += 1;
      expect({ statuses: their.result.statuses, seen: their.result.seen }, why).toEqual({
        statuses: [0, 0],
        seen: own.seen,
      });
    } else {
      ways.answered += Number(own.result.statuses.includes(200));
      expect(comparable(own.result), why).toEqual(comparable(their.result));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it(
  'reads kubeconfigs, environments and options as client-go does, and asks as the same user',
  async () => {
    await fc.assert(fc.asyncProperty(kubeconfigCases(material), compare), {
      numRuns: CASES,
      endOnFailure: true,
    });
    expect(ways.answered).toBeGreaterThan(CASES / 20);
  },
  BUILD_MS,
);
