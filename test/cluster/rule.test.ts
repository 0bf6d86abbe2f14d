import { createHash } from 'node:crypto';
import { request } from 'undici';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { basicAuthorization } from '../../src/base/basic.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { SECRETS, SERVICES } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

function answers(host: string, component: string, path = '/'): Promise<void> {
  return eventually(async () => {
    expect(await throughGateway(host, path)).toMatchObject({ status: 200, body: { component } });
  });
}

/** Path attribute of the cookie in a response. */
async function cookiePath(host: string, path: string): Promise<string | undefined> {
  const { headers, body } = await request(inject('cluster').gatewayHttpUrl + path, { headers: { host } });
  await body.dump();
  return /; Path=([^;]*)/i.exec(String(headers['set-cookie']))?.[1];
}

function answersNot(host: string): Promise<void> {
  return eventually(async () => expect((await throughGateway(host)).status).toBe(404));
}

describe('a rule', () => {
  it('carries traffic to its component, and its deletion ends that', async () => {
    const team = await Team.create(client);
    await team.component('web');
    const rule = await team.rule('r');
    expect(await team.condition('r', 'Ready', 'True')).toMatchObject({ reason: 'Ready' });
    await answers(team.host, 'web');
    const [route] = await client.list(HTTP_ROUTES, { namespace: team.namespace });
    expect(route?.metadata.ownerReferences).toMatchObject([
      { kind: 'GatewayRule', name: 'r', uid: rule.metadata.uid },
    ]);
    expect(route?.status?.parents?.[0]?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Accepted', status: 'True' }),
    );
    await client.delete(GATEWAY_RULES, { namespace: team.namespace, name: 'r', uid: rule.metadata.uid });
    await answersNot(team.host);
    await eventually(async () =>
      expect(await client.list(HTTP_ROUTES, { namespace: team.namespace })).toEqual([]),
    );
  });

  it('follows an edit of its host, path and component', async () => {
    const team = await Team.create(client);
    await Promise.all([team.component('web'), team.component('other')]);
    await team.rule('r');
    await answers(team.host, 'web');
    const moved = `new.${team.host}`;
    await team.rule('r', { domainName: moved, domainPath: '/api', serviceId: 'other' });
    await answers(moved, 'other', '/api/x');
    await answersNot(team.host);
    await answersNot(moved);
    await team.condition('r', 'Ready', 'True');
    expect(await client.list(HTTP_ROUTES, { namespace: team.namespace })).toHaveLength(1);
  });

  it('reports that its component is missing, and becomes ready when the component appears', async () => {
    const team = await Team.create(client);
    await team.rule('r');
    await team.condition('r', 'ResolvedRefs', 'False', 'ComponentNotFound');
    await team.condition('r', 'Ready', 'False', 'ComponentNotFound');
    await team.component('web');
    await team.condition('r', 'Ready', 'True');
    await answers(team.host, 'web');
    await eventually(async () => {
      const events = await kubectl(['events', '-n', team.namespace, '--for=gatewayrule/r']);
      expect(events.stdout).toMatch(/Warning\s+ComponentNotFound/);
      expect(events.stdout).toMatch(/Normal\s+Pending/);
    });
  });

  it('lists the existing ports if its own does not exist', async () => {
    const team = await Team.create(client);
    await team.component('web', 9999);
    await team.rule('r');
    const { message } = await team.condition('r', 'ResolvedRefs', 'False', 'PortNotFound');
    expect(message).toContain('9999');
  });

  it('leads by either number to a port that the Service targets by the name in the pods', async () => {
    const team = await Team.create(client);
    await team.component('web', 80, { name: 'web-in', containerPort: 8080 });
    await team.rule('by-container', { domainName: `a.${team.host}`, whetherOpen: false });
    await team.rule('by-service', { domainName: `b.${team.host}`, containerPort: 80 });
    for (const name of ['by-container', 'by-service']) {
      await team.condition(name, 'Ready', 'True');
    }
    await answers(`a.${team.host}`, 'web');
    await answers(`b.${team.host}`, 'web');
    await team.rule('by-service', { domainName: `b.${team.host}`, containerPort: 80, whetherOpen: false });
    for (const name of ['by-container', 'by-service']) {
      await team.condition(name, 'Ready', 'False', 'PortNotOpen');
    }
    await team.component('web', 80, { name: 'other', containerPort: 8080 }, 'web-in');
    const { message } = await team.condition('by-container', 'ResolvedRefs', 'False', 'PortNotFound');
    expect(message).toMatch(/it has 80 \(by name .*web-in\)/);
  });

  it('loses its route when the component is deleted', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    await answers(team.host, 'web');
    const service = await client.get(SERVICES, { namespace: team.namespace, name: 'web' });
    await client.delete(SERVICES, { namespace: team.namespace, name: 'web', uid: service.metadata.uid });
    await team.condition('r', 'ResolvedRefs', 'False');
    await answersNot(team.host);
  });

  it('answers with errors and says so while the Secret of its passwords is missing', async () => {
    const team = await Team.create(client);
    await Promise.all([team.component('web'), team.component('open')]);
    await team.rule('open', { serviceId: 'open' });
    await team.rule('r', { domainPath: '/admin', policy: { basicAuth: { secretName: 'users' } } });
    const { message } = await team.condition('r', 'ResolvedRefs', 'False', 'SecretNotFound');
    expect(message).toContain('basicAuth.secretName: this namespace has no Secret users');
    await answers(team.host, 'open');
    const statusOf = async (headers = {}) => (await throughGateway(team.host, '/admin', headers)).status;
    await eventually(async () => expect(await statusOf()).toBe(500));
    const hash = createHash('sha1').update('enigma').digest('base64');
    const metadata = { name: 'users', namespace: team.namespace };
    const stringData = { users: `ada:{SHA}${hash}` };
    await client.create(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, stringData }, TESTER);
    await team.condition('r', 'Ready', 'True');
    await eventually(async () => expect(await statusOf()).toBe(401));
    expect(await statusOf({ authorization: basicAuthorization('ada:enigma') })).toBe(200);
  });

  it('with externalAuth asks a component, and lets nobody in while that is missing', async () => {
    const team = await Team.create(client);
    await Promise.all([team.component('web'), team.component('auth')]);
    const externalAuth = { serviceId: 'auth', port: 8080, path: '/check', requestHeaders: ['X-Echo-Status'] };
    await team.rule('all');
    await team.rule('guarded', { domainPath: '/a', policy: { externalAuth } });
    await team.condition('guarded', 'Ready', 'True');
    await answers(team.host, 'web', '/a');
    const refused = { 'x-echo-status': '403', cookie: 'a=b', 'x-forwarded-uri': '/forged' };
    const { status, body } = await throughGateway(team.host, '/a?b=c', refused);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: {
        component: 'auth',
        path: '/check',
        headers: { 'x-forwarded-uri': '/a?b=c', 'x-forwarded-host': team.host, 'x-forwarded-method': 'GET' },
      },
    });
    expect(JSON.stringify(body)).not.toContain('a=b');
    const service = await client.get(SERVICES, { namespace: team.namespace, name: 'auth' });
    await client.delete(SERVICES, { namespace: team.namespace, name: 'auth', uid: service.metadata.uid });
    const { message } = await team.condition('guarded', 'ResolvedRefs', 'False', 'ComponentNotFound');
    expect(message).toContain('spec.http.policy.externalAuth');
    await eventually(async () => expect((await throughGateway(team.host, '/a')).status).toBe(500));
    await answers(team.host, 'web');
    await team.component('auth');
    await team.condition('guarded', 'Ready', 'True');
    await answers(team.host, 'web', '/a');
  });

  it('outside a team namespace is not served, and reports that', async () => {
    const team = await Team.createLeaving(client);
    await team.component('web');
    await team.rule('r');
    await answers(team.host, 'web');
    await team.leave();
    await team.condition('r', 'Accepted', 'False', 'NamespaceWithoutTeam');
    await answersNot(team.host);
  });

  it('names the fields that have no effect, and works without them', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r', { configuration: { proxyReadTimeout: 5 } });
    const { message } = await team.condition('r', 'FullyExpressed', 'False');
    expect(message).toContain('configuration.proxyReadTimeout');
    await team.condition('r', 'Ready', 'True');
    await answers(team.host, 'web');
  });
});

describe('rules of one host and path', () => {
  it('share one route, and the remaining rule keeps it', async () => {
    const team = await Team.create(client);
    await Promise.all([team.component('web'), team.component('other')]);
    const first = await team.rule('first', { theWeight: 0 });
    await team.rule('second', { serviceId: 'other' });
    await team.condition('second', 'Ready', 'True');
    await answers(team.host, 'other');
    expect(await client.list(HTTP_ROUTES, { namespace: team.namespace })).toHaveLength(1);
    await client.delete(GATEWAY_RULES, { namespace: team.namespace, name: 'first', uid: first.metadata.uid });
    await eventually(async () => {
      const [route] = await client.list(HTTP_ROUTES, { namespace: team.namespace });
      expect(route?.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['second']);
    });
    await answers(team.host, 'other');
  });
});

describe('rules that choose pods of one port by a cookie', () => {
  it('keep a cookie each', async () => {
    const team = await Team.create(client);
    await team.component('web');
    const ruleExtensions = [{ key: 'lb-type', value: 'cookie-session-affinity' }];
    await Promise.all(
      ['/a', '/b'].map((domainPath) => team.rule(domainPath.slice(1), { domainPath, ruleExtensions })),
    );
    await Promise.all([answers(team.host, 'web', '/a'), answers(team.host, 'web', '/b')]);
    expect([await cookiePath(team.host, '/a'), await cookiePath(team.host, '/b')]).toEqual(['/a', '/b']);
  });
});

describe('the controller', () => {
  it('repairs a route that another client has changed or deleted', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    await answers(team.host, 'web');
    const [route] = await client.list(HTTP_ROUTES, { namespace: team.namespace });
    const name = route?.metadata.name ?? '';
    const target = { namespace: team.namespace, name };
    const metadata = { name, namespace: team.namespace };
    const draft = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata };
    await client.apply(HTTP_ROUTES, { ...draft, spec: { hostnames: ['evil.example.com'] } }, TESTER);
    await eventually(async () => {
      expect((await client.get(HTTP_ROUTES, target)).spec.hostnames).toEqual([team.host]);
    });
    await client.delete(HTTP_ROUTES, { ...target, uid: route?.metadata.uid ?? '' });
    await eventually(async () => {
      expect((await client.get(HTTP_ROUTES, target)).metadata.uid).not.toBe(route?.metadata.uid);
    });
    await answers(team.host, 'web');
  });

  it('writes nothing while nothing changes', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    await team.condition('r', 'Ready', 'True');
    const { namespace } = team;
    const [
      {
        metadata: { name },
      } = { metadata: { name: '' } },
    ] = await client.list(HTTP_ROUTES, { namespace });
    const written = async () => {
      const rule = await client.get(GATEWAY_RULES, { namespace, name: 'r' });
      const route = await client.get(HTTP_ROUTES, { namespace, name });
      return { status: rule.status, rule: writesOfStoa(rule), route: writesOfStoa(route) };
    };
    const before = await written();
    // A label makes the rule due again; when a second, later rule is ready, its reconcile has ended.
    const metadata = { name: 'web', namespace, annotations: { touched: 'yes' } };
    await client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata }, 'somebody');
    await team.rule('later', { domainPath: '/later' });
    await team.condition('later', 'Ready', 'True');
    expect(await written()).toEqual(before);
  });

  it('publishes the conditions that GitOps tools and kubectl wait for', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    const waited = await kubectl([
      'wait',
      '--for=condition=Ready',
      '-n',
      team.namespace,
      'gr/r',
      '--timeout=20s',
    ]);
    expect(waited).toMatchObject({ code: 0 });
    const shown = await kubectl(['get', 'gr', '-n', team.namespace]);
    expect(shown.stdout).toMatch(/NAME\s+URL\s+COMPONENT\s+READY\s+REASON\s+AGE/);
    expect(shown.stdout).toContain(team.host);
  });

  it('appears in the columns of kubectl with its host or port, and its component', async () => {
    const team = await Team.create(client);
    const metadata = { name: 'db', namespace: team.namespace };
    const endPoint = { ip: '0.0.0.0', port: 1 };
    const tcp = { serviceId: 'dns', containerPort: 53, endPoint, transport: 'UDP' as const };
    await client.create(
      GATEWAY_RULES,
      { ...GATEWAY_RULE_TYPE, metadata, spec: { appId: 1, protocol: 'tcp', tcp } },
      TESTER,
    );
    await team.rule('site', { domainPath: '/a' });
    await team.condition('db', 'Accepted', 'False');
    await team.condition('site', 'Accepted', 'True');
    const { stdout } = await kubectl(['get', 'gr', '-n', team.namespace, '-o', 'wide', '--no-headers']);
    expect(stdout).toMatch(/^db\s+udp:\/\/\S+:1\s+1\s+udp\s+dns\s/m);
    expect(stdout).toMatch(
      new RegExp(`^site\\s+http://${team.host}\\S*/a\\s+${team.host}\\s+http\\s+web\\s`, 'm'),
    );
  });

  it('uses its shipped permissions, and no more', async () => {
    const { stdout } = await kubectl([
      'auth',
      'can-i',
      '--list',
      '--as=system:serviceaccount:stoa-system:stoa-operator',
    ]);
    expect(stdout).toMatch(/httproutes\.gateway\.networking\.k8s\.io\s.*\[list watch create patch delete\]/);
    expect(verbsOn('secrets', stdout)).toEqual(['list', 'watch']);
    expect(verbsOn('pods', stdout)).toEqual(['list', 'watch']);
    expect(verbsOn('marketinstalls.stoa.dev', stdout)).toEqual(['get', 'list', 'patch', 'watch']);
    for (const kind of ['roles', 'rolebindings']) {
      expect(verbsOn(`${kind}.rbac.authorization.k8s.io`, stdout)).toEqual(['list', 'watch']);
    }
    expect(stdout).not.toMatch(/\*\.\*|clusterrole|serviceaccounts\/token|pods\/exec/);
  });
});

/** Writes of Stoa that show in an object, with their times: an engine writes the status of its routes, too. */
function writesOfStoa({ metadata: { managedFields = [] } }: KubeObject): readonly object[] {
  return managedFields.filter(({ manager = '' }) => manager.startsWith('stoa'));
}

/** Verbs on a resource in the output of `kubectl auth can-i --list`. */
function verbsOn(resource: string, printed: string): string[] {
  const lines = printed.split('\n').filter((line) => line.startsWith(`${resource} `));
  return [
    ...new Set(lines.flatMap((line) => /\[([a-z ]+)\]$/.exec(line.trim())?.[1]?.split(' ') ?? [])),
  ].toSorted();
}
