import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, connect as tcpConnect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { COMPONENT_LABEL } from '../../src/monitor/promql.ts';
import { NAMESPACES, SECRETS, SERVICE_ACCOUNTS } from '../../src/objects/core.ts';
import { ROLE_BINDINGS } from '../../src/objects/installable.ts';
import { GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { recordLeftovers } from '../cluster/support/leftovers.ts';
import { member } from '../cluster/support/member.ts';
import { type RestCall, rest } from '../cluster/support/traffic.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { ApiGate } from './support/apigate.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember, withToken } from './support/member.ts';
import { type RestProcess, startRest } from './support/restprocess.ts';

let administrator: KubeClient;
let victim: Member;
let hog: Member;
let gate: ApiGate;
/** REST API with the chart's rights, whose calls go through the gate. */
let server: RestProcess;

beforeAll(async () => {
  administrator = await connect();
  [victim, hog] = await Promise.all([newMember(administrator), newMember(administrator)]);
  await Promise.all([victim.team.component('web'), hog.team.component('web')]);
  gate = await ApiGate.open();
  server = await startRest({ server: gate.url });
});

afterAll(async () => {
  gate.close();
  await server.close();
});

function appOf({ team }: Pick<Member, 'team'>, id = '1'): string {
  return `/teams/${team.id}/regions/local/apps/${id}`;
}

function call(path: string, { token }: Pick<Member, 'token'>, more: RestCall = {}) {
  return rest(path, { base: server.base, token, ...more });
}

function rulesOf(caller: Member) {
  return call(`${appOf(caller)}/domains`, caller, { method: 'GET' });
}

function ruleFor(domain_name: string) {
  const http = { service_id: 'web', container_port: 8080, domain_name, whether_open: true };
  return { protocol: 'http', http };
}

/** Token that looks like one of the API server's, and that nobody has signed. */
function forged(index: number): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const iss = 'https://kubernetes.default.svc';
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const sub = `system:serviceaccount:default:nobody-${index}`;
  const claims = { iss, sub, aud: [iss], exp, iat: exp - 7_200, nbf: exp - 7_200 };
  const signature = Buffer.from(crypto.randomUUID().repeat(8)).toString('base64url');
  return `${encode({ alg: 'RS256', kid: 'x' })}.${encode(claims)}.${signature}`;
}

/** Number of bad tokens: more than the REST API lets an address try in a minute. */
const BAD_TOKENS = 100;

/** A stranger who tries one bad token after the other, of both kinds that the REST API tells apart. */
class Stranger {
  tried = 0;
  #stopped = false;
  readonly #ended = Promise.all([this.#guess(forged), this.#guess((index) => `guess-${index}`)]);

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  async #guess(token: (index: number) => string): Promise<void> {
    for (let index = 0; !this.#stopped; index += 1) {
      const { status } = await call(`${appOf(victim)}/domains`, { token: token(index) }, { method: 'GET' });
      expect([401, 429]).toContain(status);
      this.tried += 1;
    }
  }
}

attacks(
  'A stranger does not keep callers out',
  by('stranger', 'no rights', [
    {
      mustNotHappen: 'a caller whom the REST API does not know yet is not turned away',
      does: 'tries tokens from the same address until it is told to wait',
      async run() {
        const { namespace } = victim.team;
        const names = ['fresh-1', 'fresh-2', 'fresh-3'];
        const fresh = await Promise.all(
          names.map((name) => member(administrator, { namespace, name }, { name: 'edit' })),
        );
        for (const token of fresh) {
          const client = await withToken(token);
          await eventually(() => client.list(GATEWAY_RULES, { namespace }));
        }
        const stranger = new Stranger();
        try {
          await eventually(() => expect(stranger.tried).toBeGreaterThan(BAD_TOKENS));
          for (const token of fresh) {
            const answer = await call(`${appOf(victim)}/domains`, { token }, { method: 'GET' });
            expect(answer.status).toBe(200);
          }
        } finally {
          await stranger.stop();
        }
      },
    },
  ]),
);

attacks(
  'One token is not many',
  by('caller', 'edit in its own namespace', [
    {
      mustNotHappen: 'variants of a token that the cluster has signed count as rejected tokens',
      does: 'adds signs to its token that decoders ignore',
      async run() {
        await eventually(async () => expect((await rulesOf(hog)).status).toBe(200));
        const variants = Array.from({ length: 2 * BAD_TOKENS }, (_, index) => {
          const signs = index.toString(2).replaceAll('0', '!').replaceAll('1', '~');
          return `${hog.token}${signs}`;
        });
        const answers = await Promise.all(
          variants.map((token) => call(`${appOf(hog)}/domains`, { token }, { method: 'GET' })),
        );
        const statuses = new Set(answers.map(({ status }) => status));
        expect([...statuses].filter((status) => ![401, 429].includes(status))).toEqual([]);
        expect(statuses).toContain(429);
        expect((await rulesOf(hog)).status).toBe(200);
      },
    },
  ]),
);

/** Connections of the REST API to an API server, and more requests of one caller at once. */
const CONNECTIONS = 64;
const MANY = 300;

function isOf({ team, token }: Member) {
  return ({ headers }: IncomingMessage) =>
    `${headers.authorization}`.includes(token) ||
    `${headers['impersonate-user']}`.includes(`:${team.namespace}:`);
}

attacks(
  'A caller does not take the share of others',
  by('caller', 'edit in its own namespace', [
    {
      mustNotHappen: 'a rule of another caller does not wait',
      does: 'sends requests that the API server takes long for, by the hundred',
      async run() {
        await eventually(async () => expect((await rulesOf(hog)).status).toBe(200));
        gate.hold(isOf(hog));
        const sent = Array.from({ length: MANY }, (_, index) =>
          call(`${appOf(hog)}/domains`, hog, { body: ruleFor(`h${index}.${hog.team.host}`) }),
        );
        let refused = 0;
        const settled = Promise.all(
          sent.map(async (answer) => {
            refused += (await answer).status === 429 ? 1 : 0;
          }),
        );
        try {
          await eventually(() => expect(gate.held + refused).toBeGreaterThanOrEqual(CONNECTIONS));
          const body = ruleFor(`beside-the-hog.${victim.team.host}`);
          const answer = await eventually(() => call(`${appOf(victim)}/domains`, victim, { body }), 15_000);
          expect(answer.status).toBe(200);
        } finally {
          gate.release();
        }
        await settled;
        expect((await rulesOf(hog)).status).toBe(200);
        // The gateway would compute their routes anew at each change of the tests that follow.
        const { namespace } = hog.team;
        const left = await administrator.list(GATEWAY_RULES, { namespace });
        await Promise.all(
          left.map(({ metadata: { name, uid } }) =>
            administrator.delete(GATEWAY_RULES, { namespace, name, uid }),
          ),
        );
      },
    },
  ]),
);

/** Stream of changes of a team; undefined where the REST API refuses one. */
function openStream({ team }: Pick<Member, 'team'>, token: string): Promise<ClientRequest | undefined> {
  const url = `${server.base}/openapi/v1/teams/${team.id}/regions/local/changes`;
  const { promise, resolve, reject } = Promise.withResolvers<ClientRequest | undefined>();
  const sent = plainRequest(url, { headers: { authorization: token }, agent: false });
  sent.on('response', (answer) => {
    answer.on('error', () => undefined).resume();
    resolve(answer.statusCode === 200 ? sent : undefined);
  });
  sent.on('error', reject).end();
  return promise;
}

const RBAC = 'rbac.authorization.k8s.io';

/** Namespaces whose accounts have together as many streams as a process has places for. */
const STREAMING = 125;
const EACH = 8;

/** Tokens of accounts in namespaces of their own, all of which may read the team of the hog. */
async function streamers(): Promise<readonly string[]> {
  const { namespace } = hog.team;
  const names = Array.from({ length: STREAMING }, (_, index) => `kube-${hog.team.id}-${index}`);
  const binding = {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'streamers', namespace },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
    subjects: names.map((name) => ({
      apiGroup: RBAC,
      kind: 'Group',
      name: `system:serviceaccounts:${name}`,
    })),
  };
  await administrator.apply(ROLE_BINDINGS, binding, TESTER);
  recordLeftovers(...names.map((name) => `namespace/${name}`));
  return await Promise.all(
    names.map(async (name) => {
      const draft = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await administrator.create(NAMESPACES, draft, TESTER);
      return await member(administrator, { namespace: name, name: 'streamer' });
    }),
  );
}

attacks(
  'Streams of changes do not run out for others',
  by('caller', 'view in one team, by accounts of many namespaces', [
    {
      mustNotHappen: 'no team is left without a stream',
      does: 'opens as many streams as there are places for',
      async run() {
        const tokens = await streamers();
        const [first = ''] = tokens;
        await eventually(
          async () => (await openStream(hog, first))?.destroy() ?? expect.fail('no stream yet'),
        );
        const sent = await Promise.all(
          tokens.flatMap((token) => Array.from({ length: EACH }, () => openStream(hog, token))),
        );
        const open = sent.filter((each) => each !== undefined);
        try {
          expect(open).toHaveLength(STREAMING * EACH);
          const own = await openStream(victim, victim.token);
          expect(own).toBeDefined();
          own?.destroy();
        } finally {
          for (const each of open) {
            each.destroy();
          }
        }
      },
    },
  ]),
);

/** The part of a refusal that could tell something, without names and hosts, which differ with the request. */
function told({ status, body }: { readonly status: number; readonly body: Record<string, unknown> }) {
  const { code, type, msg } = body;
  return { status, code, type, msg: `${msg}`.replaceAll(/\S*[.\d]\S*/g, '…') };
}

attacks(
  'An answer tells nothing of other teams',
  by('caller', 'no role in the team', [
    {
      mustNotHappen: 'nobody learns which teams there are',
      does: 'asks for the rules of a team that exists, and of one that does not',
      async run() {
        const there = await call(`${appOf(victim)}/domains`, hog, { method: 'GET' });
        const path = '/teams/t00000000/regions/local/apps/1/domains';
        const none = await call(path, hog, { method: 'GET' });
        expect(there.status).toBeGreaterThanOrEqual(400);
        expect(told(there)).toEqual(told(none));
      },
    },
    {
      mustNotHappen: 'nobody learns which applications a team has',
      does: 'asks for the rules of an application that exists, and of one that does not',
      async run() {
        const there = await call(`${appOf(victim)}/domains`, hog, { method: 'GET' });
        const none = await call(`${appOf(victim, '99')}/domains`, hog, { method: 'GET' });
        expect(told(there)).toEqual(told(none));
      },
    },
    {
      mustNotHappen: 'nobody learns which hosts are taken',
      does: 'posts rules as a viewer, who may create none',
      async run() {
        const { namespace } = hog.team;
        const viewer = await member(administrator, { namespace, name: 'viewer' }, { name: 'view' });
        const post = (host: string) =>
          call(`${appOf(hog)}/domains`, { token: viewer }, { body: ruleFor(host) });
        await eventually(async () =>
          expect((await call(`${appOf(hog)}/domains`, { token: viewer }, { method: 'GET' })).status).toBe(
            200,
          ),
        );
        await victim.team.rule('taken', { domainName: `taken.${victim.team.host}` });
        await victim.team.condition('taken', 'Ready', 'True');
        const taken = await post(`taken.${victim.team.host}`);
        const free = await post(`free.${hog.team.host}`);
        expect(told(taken)).toEqual(told(free));
        expect(taken.status).toBe(403);
      },
    },
  ]),
);

attacks(
  'A team is one namespace',
  by('accident', 'no matter which rights', [
    {
      mustNotHappen: 'no request is served from one of two namespaces of a team',
      does: 'labels a second namespace, whose name comes first',
      async run() {
        const twin = await newMember(administrator);
        expect((await rulesOf(twin)).status).toBe(200);
        const name = `a-${twin.team.namespace}`;
        recordLeftovers(`namespace/${name}`);
        const metadata = { name, labels: { 'stoa.dev/team': twin.team.id } };
        await administrator.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
        await eventually(async () => {
          const { status, body } = await rulesOf(twin);
          expect(status).not.toBe(200);
          expect(JSON.stringify(body)).toMatch(/two|several|more than one|namespaces/);
        });
      },
    },
  ]),
);

/** An account that is deleted while its request is under way. */
async function dismissed(name: string): Promise<Pick<Member, 'token'> & { end(): Promise<void> }> {
  const { namespace } = victim.team;
  const token = await member(administrator, { namespace, name }, { name: 'edit' });
  await eventually(async () =>
    expect((await call(`${appOf(victim)}/domains`, { token }, { method: 'GET' })).status).toBe(200),
  );
  const client = await withToken(token);
  return {
    token,
    async end() {
      const { uid } = (await administrator.get(SERVICE_ACCOUNTS, { namespace, name })).metadata;
      await administrator.delete(SERVICE_ACCOUNTS, { namespace, name, uid });
      await eventually(async () => {
        const heard = await client.list(GATEWAY_RULES, { namespace }).then(
          () => 'still valid',
          (error: Error) => error.message,
        );
        expect(heard).toMatch(/Unauthorized|401/);
      });
    },
  };
}

/** Holds the writes to a path of the victim's namespace. */
function holdWrites(kind: string): void {
  const { namespace } = victim.team;
  gate.hold(({ method, url = '' }) => method !== 'GET' && url.includes(`/namespaces/${namespace}/${kind}`));
}

attacks(
  'A token that ends in the middle of a request leaves nothing half-done',
  by('accident', 'edit in its own namespace', [
    {
      mustNotHappen: 'no rule is created in the name of an account that is gone',
      does: 'posts a rule, and is dismissed before it is written',
      async run() {
        const { namespace } = victim.team;
        const late = await dismissed('late');
        holdWrites('gatewayrules');
        const domainName = `late.${victim.team.host}`;
        const sent = call(`${appOf(victim)}/domains`, late, { body: ruleFor(domainName) });
        try {
          await eventually(() => expect(gate.held).toBeGreaterThan(0));
          await late.end();
        } finally {
          gate.release();
        }
        expect((await sent).status).toBe(401);
        const rules = await administrator.list(GATEWAY_RULES, { namespace });
        expect(rules.map(({ spec }) => spec.http?.domainName)).not.toContain(domainName);
      },
    },
  ]),
);

/** Value that only series without a namespace have. */
const LOOT = '4711';

/** Stand-in for a Prometheus whose series of requests have no namespace. */
async function withoutNamespaces(): Promise<{ readonly url: string; close(): void }> {
  const prometheus = createServer(async (request, response) => {
    const metric = { [COMPONENT_LABEL]: '0' };
    const query = new URLSearchParams(await text(request)).get('query') ?? '';
    const result = query.includes('app_request') ? [{ metric, value: [0, LOOT] }] : [];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  prometheus.listen(0, '127.0.0.1');
  await once(prometheus, 'listening');
  const { port } = prometheus.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => prometheus.close() };
}

/** Listener on the way to a server: it passes all bytes on, and keeps those of the callers. */
async function listenerBefore(
  base: string,
): Promise<{ readonly port: number; heard(): string; close(): void }> {
  const heard: Buffer[] = [];
  const listener = createTcpServer((caller) => {
    const onward = tcpConnect(Number(new URL(base).port), '127.0.0.1');
    caller.on('data', (bytes) => heard.push(Buffer.from(bytes)));
    caller.pipe(onward).pipe(caller);
    for (const end of [caller, onward]) {
      end.on('error', () => end.destroy());
    }
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    heard: () => Buffer.concat(heard).toString('latin1'),
    close: () => void listener.close(),
  };
}

attacks(
  'Tokens are the caller’s',
  by('stranger', 'a place on the network between callers and the REST API', [
    {
      mustNotHappen: 'no token is heard, unless the platform chose plain HTTP',
      does: 'listens',
      async run() {
        const path = `/openapi/v1${appOf(victim)}/domains`;
        const headers = { authorization: `Bearer ${victim.token}` };
        const heardOf = async (tls: boolean) => {
          const process = await startRest({ tls });
          const listener = await listenerBefore(process.base);
          try {
            const at = { host: '127.0.0.1', port: listener.port, path, headers, agent: false };
            const asked = tls ? tlsRequest({ ...at, rejectUnauthorized: false }) : plainRequest(at);
            const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
            response.resume();
            expect(response.statusCode).toBe(200);
            return listener.heard();
          } finally {
            listener.close();
            await process.close();
          }
        };
        expect(await heardOf(false)).toContain(victim.token);
        expect(await heardOf(true)).not.toContain(victim.token);
      },
    },
  ]),
);

attacks(
  'Figures are of the caller’s namespace',
  by('caller', 'edit in its own namespace', [
    {
      mustNotHappen: 'no series without a namespace is shown, unless the platform chose them',
      does: 'names a component like one of another team',
      async run() {
        const prometheus = await withoutNamespaces();
        const shown = async (monitoring: object) => {
          const process = await startRest({ config: { monitoring: { url: prometheus.url, ...monitoring } } });
          try {
            const path = `${appOf(hog)}/monitor/query`;
            const { body } = await rest(path, { base: process.base, method: 'GET', token: hog.token });
            return JSON.stringify(body);
          } finally {
            await process.close();
          }
        };
        expect(await shown({ source: 'rainbond' })).toContain(LOOT);
        expect(await shown({})).not.toContain(LOOT);
        prometheus.close();
      },
    },
  ]),
);

attacks(
  'Writes of the REST API are the caller’s',
  by('caller', 'Stoa’s kinds alone, no Secrets', [
    {
      mustNotHappen: 'no key is written by a caller who may write no Secret',
      does: 'posts an install with an access key',
      async run() {
        const { namespace } = victim.team;
        const viewer = await member(administrator, { namespace, name: 'reader' }, { name: 'view' });
        await eventually(async () =>
          expect((await call(`${appOf(victim)}/domains`, { token: viewer }, { method: 'GET' })).status).toBe(
            200,
          ),
        );
        const body = {
          market_url: 'https://hub.example.com',
          market_domain: 'here',
          market_type: 'rainstore',
          market_access_key: 'loot',
          app_model_id: 'web',
          app_model_version: '1.0',
        };
        const answer = await call(`${appOf(victim)}/install`, { token: viewer }, { body });
        expect(answer.status).toBe(403);
        const [secrets, installs] = await Promise.all([
          administrator.list(SECRETS, { namespace }),
          administrator.list(MARKET_INSTALLS, { namespace }),
        ]);
        expect([secrets, installs]).toEqual([[], []]);
      },
    },
  ]),
);

attacks(
  'A word of a request that nobody reads changes what the request does',
  by('accident', 'edit in its own namespace', [
    {
      mustNotHappen: 'nothing is written by a request that was meant to be a dry run',
      does: 'spells the parameter or a header in another way',
      async run() {
        const { namespace, host } = victim.team;
        const install = {
          market_url: 'https://hub.example.com',
          market_domain: 'here',
          market_type: 'rainstore',
          app_model_id: 'web',
          app_model_version: '1.0',
        };
        const domain = ruleFor(`dry.${host}`);
        for (const query of ['dry_run=true', 'dryrun=true', 'DryRun=true', 'dryRun=true&dry-run=true']) {
          for (const [path, body] of [
            ['install', install],
            ['domains', domain],
          ] as const) {
            expect(await call(`${appOf(victim)}/${path}?${query}`, victim, { body })).toMatchObject({
              status: 400,
              body: { errors: [{ message: expect.stringContaining('use dryRun') }] },
            });
          }
        }
        const headers = { idempotency_key: 'once' };
        expect(await call(`${appOf(victim)}/install`, victim, { body: install, headers })).toMatchObject({
          status: 400,
          body: {
            errors: [{ field: 'idempotency_key', message: expect.stringContaining('idempotency-key') }],
          },
        });
        expect(await administrator.list(MARKET_INSTALLS, { namespace })).toEqual([]);
        const dry = await call(`${appOf(victim)}/domains?dryRun=true`, victim, { body: domain });
        expect(dry).toMatchObject({ status: 200, body: { dry_run: true } });
        const rules = await administrator.list(GATEWAY_RULES, { namespace });
        expect(rules.map(({ spec }) => spec.http?.domainName)).not.toContain(`dry.${host}`);
        const read = await call(`${appOf(victim)}/domains?pages=2`, victim, { method: 'GET' });
        expect([read.status, read.headers['x-stoa-ignored']]).toEqual([200, 'pages']);
      },
    },
  ]),
);
