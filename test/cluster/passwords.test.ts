import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { basicAuthorization } from '../../src/base/basic.ts';
import { passwordReadings } from '../../src/content/passwords.ts';
import { MIDDLEWARES } from '../../src/engines/traefik/middlewares.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { eventually } from '../support/eventually.ts';
import { passwordLine, secretData } from '../support/passwords.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

const ADA = passwordLine('ada', 'enigma');
const LOGIN = { authorization: basicAuthorization('ada:enigma') };

/** Secrets in each of which ada has the password enigma, as far as Traefik can read it; their texts, and their types. */
const CASES: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string?]>> = {
  one: [{ users: ADA }],
  'any-key': [{ '.htpasswd': `${ADA}\n` }],
  windows: [{ users: `${ADA}\r\n${passwordLine('bob', 'x')}\r\n` }],
  mixed: [{ users: `${ADA}\nbob:word\ncy:$6$salt$hash` }],
  repeated: [{ users: `${passwordLine('ada', 'other')}\n${ADA}` }],
  pair: [{ username: 'ada', password: 'enigma' }, 'kubernetes.io/basic-auth'],
  untyped: [{ username: 'ada', password: 'enigma' }],
  twice: [{ users: ADA, auth: ADA }],
  empty: [{ users: '' }],
  none: [{}],
  commented: [{ users: `# editors\n${ADA}` }],
  third: [{ users: `${ADA}:editor` }],
  plain: [{ users: 'ada:enigma' }],
  text: [{ users: 'not htpasswd at all' }],
};

async function store(team: Team, name: string, [texts, type]: (typeof CASES)[string]): Promise<void> {
  const metadata = { name, namespace: team.namespace };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, ...secretData(texts, type) };
  await client.apply(SECRETS, secret, TESTER);
}

async function remove(team: Team, name: string): Promise<void> {
  const { namespace } = team;
  const { metadata } = await client.get(SECRETS, { namespace, name });
  await client.delete(SECRETS, { namespace, name, uid: metadata.uid });
}

/** A route with a Middleware for a Secret, as somebody else writes it. */
async function writeRoute(team: Team, name: string): Promise<void> {
  const metadata = { name: `own-${name}`, namespace: team.namespace };
  const { apiVersion, kind } = { apiVersion: 'traefik.io/v1alpha1', kind: MIDDLEWARES.kind };
  await client.apply(
    MIDDLEWARES,
    { apiVersion, kind, metadata, spec: { basicAuth: { secret: name } } },
    TESTER,
  );
  const extensionRef = { group: MIDDLEWARES.group, kind, name: metadata.name };
  const spec = {
    parentRefs: [{ namespace: 'stoa-system', name: 'stoa', sectionName: 'http' }],
    hostnames: [`${name}.own-${team.host}`],
    rules: [
      {
        filters: [{ type: 'ExtensionRef', extensionRef }],
        backendRefs: [{ name: 'web', port: 8080 }],
      },
    ],
  };
  const { kind: route } = HTTP_ROUTES;
  await client.apply(
    HTTP_ROUTES,
    { apiVersion: 'gateway.networking.k8s.io/v1', kind: route, metadata, spec },
    TESTER,
  );
}

it('what is told of a Secret of passwords is what Traefik makes of it', async () => {
  const team = await Team.create(client);
  await team.component('web');
  for (const [name, each] of Object.entries(CASES)) {
    await store(team, name, each);
    await writeRoute(team, name);
  }
  await eventually(async () => {
    const entries = Object.keys(CASES).map(async (name) => {
      const { status } = await throughGateway(`${name}.own-${team.host}`, '/', LOGIN);
      return [name, status === 200] as const;
    });
    const told = Object.entries(CASES).map(([name, [texts, type]]) => {
      const { traefik } = passwordReadings(secretData(texts, type));
      return [name, traefik.type === 'usable'] as const;
    });
    expect(await Promise.all(entries)).toEqual(told);
  });
});

it('a Secret that Traefik cannot use keeps the host closed, also beside a wildcard without a password', async () => {
  const team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('open')]);
  await team.rule('all', { serviceId: 'open', domainName: `*.${team.host}` });
  await team.condition('all', 'Ready', 'True');
  await Promise.all(
    Object.entries(CASES).map(async ([name, each]) => {
      await store(team, name, each);
      await team.rule(name, {
        domainName: `${name}.${team.host}`,
        policy: { basicAuth: { secretName: name } },
      });
    }),
  );
  for (const [name, [texts, type]] of Object.entries(CASES)) {
    const usable = passwordReadings(secretData(texts, type)).traefik.type === 'usable';
    await (usable
      ? team.condition(name, 'Ready', 'True')
      : team.condition(name, 'Ready', 'False', 'SecretInvalid'));
    const host = `${name}.${team.host}`;
    await eventually(async () => {
      expect([name, (await throughGateway(host)).status]).toEqual([name, usable ? 401 : 500]);
      expect([name, (await throughGateway(host, '/', LOGIN)).status]).toEqual([name, usable ? 200 : 500]);
    });
  }
  expect(await throughGateway(`free.${team.host}`)).toMatchObject({
    status: 200,
    body: { component: 'open' },
  });
});

it('a Secret is read again when it changes, and at no moment somebody gets in without a password', async () => {
  const team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('open')]);
  await team.rule('all', { serviceId: 'open', domainName: `*.${team.host}` });
  await store(team, 'users', CASES.one ?? [{}]);
  await team.rule('r', {
    domainName: `guarded.${team.host}`,
    policy: { basicAuth: { secretName: 'users' } },
  });
  await team.condition('r', 'Ready', 'True');
  const statusOf = async (headers = {}) =>
    (await throughGateway(`guarded.${team.host}`, '/', headers)).status;
  await eventually(async () => expect(await statusOf()).toBe(401));
  const passed = strangers(`guarded.${team.host}`);
  for (const [change, reason] of [
    [() => store(team, 'users', [{ users: ADA, more: ADA }]), 'SecretInvalid'],
    [() => remove(team, 'users'), 'SecretNotFound'],
    [() => store(team, 'users', [{ users: 'ada:enigma' }]), 'SecretInvalid'],
  ] as const) {
    await change();
    await team.condition('r', 'Ready', 'False', reason);
    await eventually(async () => expect(await statusOf(LOGIN)).toBe(500));
    await remove(team, 'users').catch(() => undefined);
    await store(team, 'users', CASES.one ?? [{}]);
    await team.condition('r', 'Ready', 'True');
    await eventually(async () => expect([await statusOf(), await statusOf(LOGIN)]).toEqual([401, 200]));
  }
  expect(await passed()).toEqual(['401', '500']);
});

/** Asks for a host without a password all the time; the returned function ends that and tells which answers came. */
function strangers(host: string): () => Promise<readonly string[]> {
  const seen = new Set<string>();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const asked = (async () => {
    while (!stop.signal.aborted) {
      const { status, body } = await throughGateway(host);
      const answer = [status, body.component].filter(Boolean).join(' ');
      seen.add(answer);
    }
  })();
  return async () => {
    stop.abort();
    await asked;
    return [...seen].toSorted();
  };
}
