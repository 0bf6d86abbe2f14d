import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { BUILT_IN } from '../../src/monitor/items.ts';
import { createMonitor } from '../../src/monitor/monitor.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import type { Limits } from '../../src/rest/settings.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection } from '../support/socket.ts';
import { readableLog } from './support/lines.ts';
import { member } from './support/member.ts';
import { type Between, type OpenRest, openRest, region } from './support/restserver.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let token: string;
/** The API under attack. */
let attacked: OpenRest;

const pass: Between = (_, carryOut) => carryOut();

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await team.component('web');
  await team.rule('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  await eventually(async () => expect((await call('/domains', { method: 'GET' })).status).toBe(200));
});

/** The API must serve after every attack. */
afterEach(async () => {
  await eventually(async () =>
    expect((await call('/domains', { method: 'GET', base: attacked.base })).status).toBe(200),
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

async function attack(limits: Partial<Limits> = {}): Promise<OpenRest> {
  attacked = await openRest(pass, { limits });
  return attacked;
}

const path = () => `/teams/${team.id}/regions/local/apps/1`;

function call(operation: string, more: RestCall = {}) {
  return rest(`${path()}${operation}`, { token, ...more });
}

function portOf({ server }: OpenRest): number {
  return (server.address() as AddressInfo).port;
}

/** Head of an owner's request to create a rule; `more` are additional headers. */
function head(more: string, operation = '/domains'): string {
  return [
    `POST /openapi/v1${path()}${operation} HTTP/1.1`,
    'host: stoa',
    `authorization: ${token}`,
    'content-type: application/json',
    `${more}\r\n\r\n`,
  ].join('\r\n');
}

describe('a request body', () => {
  it('whose announced length is too large is rejected before it arrives', async () => {
    const connection = await RawConnection.to(portOf(await attack()));
    connection.send(head('content-length: 10000000000'));
    await eventually(() => expect(connection.statuses).toEqual([413]));
    connection.socket.destroy();
  });

  it('that never ends is not stored, and its connection is cut', async () => {
    const connection = await RawConnection.to(portOf(await attack({ headersSeconds: 1, requestSeconds: 1 })));
    connection.send(head('transfer-encoding: chunked'));
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
    const more = () => {
      while (connection.socket.writable && connection.socket.write(chunk)) {
        // Until the buffer is full.
      }
    };
    connection.socket.on('drain', more);
    more();
    await connection.closed;
    // Bytes in transit may arrive first; the reset then discards the response.
    expect([[], [408]]).toContainEqual(connection.statuses);
  });

  it('that is compressed is rejected, however large it would be', async () => {
    const { base } = await attack();
    const { statusCode, body } = await request(`${base}/openapi/v1${path()}/domains`, {
      method: 'POST',
      headers: {
        authorization: token,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(Buffer.alloc(50_000_000, ' ')),
    });
    await body.dump();
    expect(statusCode).toBe(415);
  });

  it.each([
    ['nested deeply', '['.repeat(32_000) + ']'.repeat(32_000)],
    ['nested deeply, by names', `${'{"http":'.repeat(7_000)}1${'}'.repeat(7_000)}`],
    ['of another kind', '"protocol"'],
    ['of bytes that are no text', '\u0000\ufffd'],
  ])('%s is rejected', async (_, raw) => {
    const { base } = await attack();
    expect((await call('/domains', { base, raw })).status).toBe(400);
  });

  it('that arrives too slowly is rejected in time', async () => {
    const connection = await RawConnection.to(portOf(await attack({ headersSeconds: 1, requestSeconds: 1 })));
    connection.send(head('content-length: 1000'));
    const timer = setInterval(() => connection.send(' '), 100);
    onTestFinished(() => clearInterval(timer));
    await connection.closed;
    expect(connection.statuses).toEqual([408]);
  });

  it('of an unauthenticated caller is not read', async () => {
    const { base } = await attack();
    const answer = await rest(`${path()}/domains`, { base, token: 'nonsense', raw: '{' });
    expect(answer.status).toBe(401);
  });
});

describe('headers', () => {
  it('that arrive too slowly are rejected in time, on many connections at once', async () => {
    const port = portOf(await attack({ headersSeconds: 1 }));
    const slow = await Promise.all(Array.from({ length: 200 }, () => RawConnection.to(port)));
    const timer = setInterval(() => {
      for (const connection of slow) {
        connection.send('x');
      }
    }, 100);
    onTestFinished(() => clearInterval(timer));
    for (const connection of slow) {
      connection.send('GET / HTTP/1.1\r\nx-slow: ');
    }
    expect((await call('/domains', { method: 'GET', base: attacked.base })).status).toBe(200);
    await Promise.all(slow.map(({ closed }) => closed));
    expect(new Set(slow.flatMap(({ statuses }) => statuses))).toEqual(new Set([408]));
  });

  it.each([
    ['too many', Array.from({ length: 101 }, (_, index) => `x-${index}: 1`).join('\r\n')],
    ['too large', `x: ${'x'.repeat(17_000)}`],
    ['thousands', Array.from({ length: 3_000 }, () => 'x: 1').join('\r\n')],
  ])('%s are refused', async (_, bomb) => {
    const connection = await RawConnection.to(portOf(await attack()));
    connection.send(`GET / HTTP/1.1\r\nhost: stoa\r\nconnection: close\r\n${bomb}\r\n\r\n`);
    await connection.closed;
    expect(connection.statuses).toEqual([431]);
    expect(connection.received).toContain('https://stoa.dev/problems/headers-too-large');
  });

  it('that never end are cut', async () => {
    const connection = await RawConnection.to(portOf(await attack()));
    connection.send('GET / HTTP/1.1\r\n');
    const more = () => {
      while (connection.socket.writable && connection.socket.write(`x: ${'x'.repeat(1_000)}\r\n`)) {
        // Until the buffer is full.
      }
    };
    connection.socket.on('drain', more);
    more();
    await connection.closed;
  });
});

describe('ten thousand connections', () => {
  /** Starts a process that holds connections to the attacked API until the test ends; resolves when all are open. */
  async function crowd(count: number): Promise<void> {
    const script = join(import.meta.dirname, 'support/openconnections.ts');
    const child = spawn(process.execPath, [script, String(portOf(attacked)), String(count)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      child.stdin.end();
      await once(child, 'exit');
    });
    const [opened] = await once(child.stdout, 'data');
    expect(Number(opened)).toBe(count);
  }

  function connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      attacked.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  it('of idle clients leave room for others', async () => {
    await attack({ connections: 12_000, headersSeconds: 120, requestSeconds: 120 });
    await crowd(10_000);
    await eventually(async () => expect(await connections()).toBeGreaterThanOrEqual(10_000));
    expect((await call('/domains', { method: 'GET', base: attacked.base })).status).toBe(200);
  });

  it('stay below the limit, and are cut after a short time', async () => {
    await attack({ connections: 2_000, headersSeconds: 3 });
    await crowd(10_000);
    expect(await connections()).toBeLessThanOrEqual(2_000);
    await eventually(async () => expect(await connections()).toBe(0));
  });
});

describe('prototype pollution', () => {
  const http = { service_id: 'web', container_port: 8080, whether_open: true };
  const poison = '{"polluted":"yes","toString":"x"}';

  it.each([
    ['a body', `{"__proto__":${poison},"constructor":{"prototype":${poison}},"protocol":"http","http":HTTP}`],
    ['a half', `{"protocol":"http","http":{"__proto__":${poison},"constructor":1,REST}}`],
    [
      'a configuration',
      `{"protocol":"http","http":{"configuration":{"__proto__":${poison},"constructor":1},REST}}`,
    ],
  ])('by %s is not stored', async (name, form) => {
    const { base } = await attack();
    const half = JSON.stringify({
      ...http,
      domain_name: team.host,
      domain_path: `/${name.replace(' ', '-')}`,
    });
    const raw = form.replace('HTTP', half).replace('REST', half.slice(1, -1));
    expect((await call('/domains', { base, raw })).status).toBe(200);
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    expect(JSON.stringify(rules)).not.toMatch(/polluted|constructor|__proto__/);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    'by the name %s in all places that contain names',
    async (name) => {
      const { base } = await attack();
      const pairs = { domain_cookie: `${name}=1`, domain_header: `${name}=1` };
      const half = { ...http, ...pairs, domain_name: `x.${team.host}`, domain_path: `/${name}` };
      const made = await call('/domains', { base, body: { protocol: 'http', http: half } });
      if (name === '__proto__') {
        expect(made).toMatchObject({ status: 400, body: { errors: expect.any(Array) } });
      } else {
        // A rule without its condition would match more requests than intended.
        const record = { domain_cookie: `${name}=1`, domain_heander: `${name}=1` };
        expect(made.body.http).toContainEqual(expect.objectContaining(record));
      }
      for (const query of [`?${name}=1`, `?query=${name}`, `?${name}[polluted]=yes&is_outer[${name}]=1`]) {
        expect((await call(`/domains${query}`, { method: 'GET', base })).status).toBe(200);
      }
      expect((await call(`/domains/${name}`, { method: 'GET', base })).status).toBe(404);
      expect((await call(`/monitor/query?is_outer=${name}`, { method: 'GET', base })).status).toBe(400);
      expect((await call(`/install?is_deploy=${name}`, { base })).status).toBe(400);
    },
  );
});

describe('path traversal', () => {
  const steps = [
    '..',
    '../../../../api/v1/namespaces/kube-system/secrets',
    '..\\..\\secrets',
    '....//',
    '/etc/passwd',
    'a\u0000b',
    'a;b',
    'a?labelSelector=x',
    'a#b',
    'a,b=c',
    '%2e%2e',
    '%252e%252e%252f',
  ];
  const places: [string, (value: string) => string, number, number?][] = [
    ['team_id', (value) => `/teams/${value}/regions/local/apps/1/domains`, 403],
    ['region_name', (value) => `/teams/${team.id}/regions/${value}/apps/1/domains`, 404],
    ['app_id', (value) => `/teams/${team.id}/regions/local/apps/${value}/domains`, 404],
    // Above these is the application itself.
    ['rule_id', (value) => `${path()}/domains/${value}`, 404, 200],
    ['rule_id of http', (value) => `${path()}/httpdomains/${value}`, 404, 200],
    ['install_id', (value) => `${path()}/installs/${value}`, 404, 200],
  ];

  it.each(places)('through %s reaches nothing', async (_, place, status, resolved = 404) => {
    const asked: string[] = [];
    attacked = await openRest((request, carryOut) => {
      asked.push(request.path);
      return carryOut();
    });
    for (const step of steps) {
      const wire = step.startsWith('%2e') ? step : encodeURIComponent(step);
      const answer = await rest(place(wire), { method: 'GET', token, base: attacked.base });
      // The client itself resolves these, so that the path is that of another operation, or of none.
      const isResolved = ['..', '%2e%2e'].includes(step);
      expect([answer.status, step]).toEqual([isResolved ? resolved : status, step]);
      if (isResolved) {
        // What that operation reads is its own affair.
        asked.splice(0);
      }
    }
    // In place of the Namespace of a team that does not exist, the same is asked of one that nobody has.
    const own = new RegExp(
      `^/apis/stoa\\.dev/v1alpha1/namespaces/(${team.namespace}|stoa-absent-[0-9a-f]{32})/[a-z]+$`,
    );
    const known = [
      '/api/v1/namespaces',
      '/openid/v1/jwks',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      ...['selfsubjectrulesreviews', 'selfsubjectaccessreviews'].map(
        (review) => `/apis/authorization.k8s.io/v1/${review}`,
      ),
    ];
    const services = `/api/v1/namespaces/${team.namespace}/services`;
    const strange = asked.filter((each) => !own.test(each) && ![...known, services].includes(each));
    expect(strange).toEqual([]);
  });

  it('in the raw request is no operation', async () => {
    const connection = await RawConnection.to(portOf(await attack()));
    connection.send(
      `GET /openapi/v1/../../etc/passwd HTTP/1.1\r\nhost: stoa\r\nauthorization: ${token}\r\nconnection: close\r\n\r\n`,
    );
    await connection.closed;
    expect(connection.statuses).toEqual([404]);
  });

  it('by an undecodable path is no operation', async () => {
    const { base } = await attack();
    const answer = await rest('/teams/%E0%A4%A/regions/local/apps/1/domains', { method: 'GET', token, base });
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|node_modules| at /);
  });
});

describe('PromQL injection', () => {
  /** An API whose queries to the cluster's Prometheus are recorded in transit. */
  async function overheard(): Promise<{ readonly base: string; readonly asked: URLSearchParams[] }> {
    const asked: URLSearchParams[] = [];
    const between = createServer(async (incoming, outgoing) => {
      const body = await text(incoming);
      asked.push(new URLSearchParams(body));
      const { 'content-type': type = '' } = incoming.headers;
      const answer = await request(inject('cluster').prometheusUrl + incoming.url, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json' });
      outgoing.end(await answer.body.text());
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    onTestFinished(() => {
      between.close();
      between.closeAllConnections();
    });
    const { port } = between.address() as AddressInfo;
    const monitor = createMonitor(
      { url: `http://127.0.0.1:${port}`, items: [], cacheSeconds: 0 },
      'stoa-system',
    );
    attacked = await openRest(pass, { regions: [{ ...(await region('local', pass)), monitor }] });
    return { base: attacked.base, asked };
  }

  const queriesOf = (asked: readonly URLSearchParams[]) => asked.map((each) => each.get('query')).toSorted();

  it.each(['"} or vector(1) #', '1) or up{', '`', '\\', '$__all', '.*|.*', '{__name__=~".+"}', '\n or up'])(
    'by %j in any parameter does not reach Prometheus',
    async (bad) => {
      const { base, asked } = await overheard();
      const wire = encodeURIComponent(bad);
      const ask = (where: string) => rest(where, { method: 'GET', token, base });
      expect((await ask(`${path()}/monitor/query`)).status).toBe(200);
      const usual = queriesOf(asked.splice(0));
      expect(usual).toHaveLength(BUILT_IN.length);

      for (const [where, status] of [
        [`/teams/${wire}/regions/local/apps/1/monitor/query`, 403],
        [`/teams/${team.id}/regions/${wire}/apps/1/monitor/query`, 404],
        [`/teams/${team.id}/regions/local/apps/${wire}/monitor/query`, 404],
        [`${path()}/monitor/query?is_outer=${wire}`, 400],
        [`${path()}/monitor/query?exact=${wire}`, 400],
        [`${path()}/monitor/query?rule=${wire}`, 404],
        [`${path()}/monitor/query?install=${wire}`, 404],
        [`${path()}/monitor/query_range?start=1&end=61&step=60&is_outer=${wire}`, 400],
        [`${path()}/monitor/query_range?start=${wire}&end=61&step=60`, 400],
        [`${path()}/monitor/query_range?start=1&end=${wire}&step=60`, 400],
        [`${path()}/monitor/query_range?start=1&end=61&step=${wire}`, 400],
      ] as const) {
        expect([(await ask(where)).status, where]).toEqual([status, where]);
      }
      expect(asked).toEqual([]);

      for (const more of [`query=${wire}`, `service_id=${wire}`, `namespace=${wire}`, `${wire}=1`]) {
        expect((await ask(`${path()}/monitor/query?${more}`)).status).toBe(200);
        expect(queriesOf(asked.splice(0))).toEqual(usual);
      }
    },
  );
});

describe('log injection', () => {
  const forged = 'x\r\n{"level":30,"user":"admin","msg":"request"}\u001b[2J';

  it('creates no line of its own, and no line contains a token', async () => {
    const { log, lines } = readableLog();
    attacked = await openRest(pass, { log });
    const { base } = attacked;
    const wire = encodeURIComponent(forged);
    const ask = (where: string, more: RestCall = {}) => rest(where, { method: 'GET', token, base, ...more });
    const id = { 'x-request-id': 'log-injection-1' };
    expect((await ask(`${path()}/domains?query=${wire}`, { headers: id })).status).toBe(200);
    const statuses = [
      await ask(`/teams/${wire}/regions/local/apps/1/domains`),
      await ask(`/teams/${team.id}/regions/${wire}/apps/1/domains`),
      await ask(`${path()}/domains/${wire}`),
      await ask(`/${wire}`),
      await ask(`${path()}/domains`, { token: 'secret-of-nobody' }),
      await ask(`${path()}/domains`, {
        method: 'POST',
        raw: `{"secret-of-a-body": ${JSON.stringify(forged)}`,
      }),
      await ask(`${path()}/domains`, {
        headers: { 'user-agent': 'a\tb', 'x-forwarded-for': '1, {"level":60}' },
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 404, 404, 404, 401, 400, 200]);

    await eventually(() => expect(lines).toHaveLength(8));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(entries.every(({ msg, level }) => msg === 'request' && level === 30)).toBe(true);
    expect(entries[0]).toMatchObject({
      method: 'GET',
      route: '/openapi/v1/teams/:team_id/regions/:region_name/apps/:app_id/domains',
      status: 200,
      ms: expect.any(Number),
      user: `system:serviceaccount:${team.namespace}:owner`,
      region: 'local',
      request_id: 'log-injection-1',
      address: '127.0.0.1',
    });
    expect(lines.join('')).not.toContain(token);
    expect(lines.join('')).not.toMatch(/secret-of|admin|\\u001b|\[2J/);
  });

  it('by a failing request creates no line of its own', async () => {
    const { log, lines } = readableLog();
    attacked = await openRest(
      ({ method }, carryOut) => {
        if (method === 'DELETE') {
          throw new Error(forged);
        }
        return carryOut();
      },
      { log },
    );
    const { base } = attacked;
    const [rule] = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    const id = rule?.metadata.uid.replaceAll('-', '');
    const answer = await call(`/domains/${id}`, { method: 'DELETE', base });
    expect(answer).toMatchObject({ status: 500, body: { code: 10401 } });
    expect(JSON.stringify(answer.body)).not.toMatch(/level|\.ts:|stack/);
    await eventually(() => expect(lines).toHaveLength(2));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ msg, request_id: each }) => [msg, each])).toEqual([
      ['request failed', answer.body.request_id],
      ['request', answer.body.request_id],
    ]);
  });
});
