import { describe, expect, it } from 'vitest';
import type { BackendChoice } from '../../../src/api/backend.ts';
import type { ChangeHandler } from '../../../src/controller/cache.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { startWatches } from '../../../src/controller/watches.ts';
import { httpsListenerName } from '../../../src/gateway/listeners/name.ts';
import { ruleWatches } from '../../../src/gateway/watches/rule.ts';
import type { Service } from '../../../src/objects/core.ts';
import type { Gateway, GatewayClass } from '../../../src/objects/gatewayapi.ts';
import { secretData } from '../../../src/objects/secret.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { trimWorkload, type Workload } from '../../../src/objects/workload.ts';
import { certificateOfParts, dnsName, PARTS_KEY, pemOf } from '../../support/certificateparts.ts';
import { namespaceOf, settingsOf } from '../../support/names.ts';

import { drain } from '../../support/queue.ts';
import { openServiceOf, ruleOf, secretOf, serviceOf } from '../../support/rules.ts';
import { CONFIG, Simulation, WITH_SETS } from '../../support/simulation.ts';
import { workloadOf } from '../../support/workloads.ts';

/** Caches that a queue listens to. */
function listening(config = CONFIG) {
  const simulation = new Simulation({ served: WITH_SETS, config });
  simulation.team('other');
  simulation.team('third');
  const { caches, from } = simulation;
  const queue = new WorkQueue();
  startWatches(ruleWatches(from), queue);
  let version = 100;
  const stamped = (rule: GatewayRule) => {
    version += 1;
    return { ...rule, metadata: { ...rule.metadata, resourceVersion: String(version), generation: version } };
  };
  return {
    /** Names of the rules that a write makes due. */
    async afterWrite(rule: GatewayRule): Promise<string[]> {
      caches.rules.wrote(stamped(rule));
      return names(queue);
    },
    /** Names of the rules that the beginning end of a Namespace makes due. */
    async afterEnd(name: string): Promise<string[]> {
      const namespace = caches.namespaces.store.get(name);
      if (namespace === undefined) {
        throw new Error(`no Namespace ${name}`);
      }
      const deletionTimestamp = '2026-06-01T12:00:00Z';
      version += 1;
      caches.namespaces.wrote({
        ...namespace,
        metadata: { ...namespace.metadata, resourceVersion: String(version), deletionTimestamp },
      });
      return names(queue);
    },
    /** Names of the rules that a Namespace with the label of a team makes due. */
    async afterLabel(name: string, team: string): Promise<string[]> {
      version += 1;
      const { metadata, ...rest } = namespaceOf(name, {}, { team });
      caches.namespaces.wrote({ ...rest, metadata: { ...metadata, resourceVersion: String(version) } });
      return names(queue);
    },
    /** Names of the rules that a write of the GatewayClass makes due. */
    async afterClass(resourceVersion: string, status: GatewayClass['status']): Promise<string[]> {
      caches.classes?.wrote({
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'GatewayClass',
        metadata: { name: 'engine', uid: 'class', resourceVersion, creationTimestamp: 't' },
        spec: { controllerName: 'example.com/engine' },
        ...(status === undefined ? {} : { status }),
      });
      return names(queue);
    },
    /** Names of the rules that a write of the Gateway makes due. */
    async afterGateway(gateway: Pick<Gateway, 'spec' | 'status'>, generation: number): Promise<string[]> {
      const [stored] = caches.gateways.store.list();
      version += 1;
      const metadata = { ...(stored as Gateway).metadata, resourceVersion: String(version), generation };
      caches.gateways.wrote({ ...(stored as Gateway), ...gateway, metadata });
      return names(queue);
    },
    /** Names of the rules that a ListenerSet with a name makes due. */
    async afterSet(name: string): Promise<string[]> {
      caches.sets?.wrote({
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'ListenerSet',
        metadata: { name, namespace: 'stoa-system', uid: name, resourceVersion: '1', creationTimestamp: 't' },
        spec: { parentRef: { name: 'stoa' }, listeners: [] },
      });
      return names(queue);
    },
    /** Names of the rules that a write of a workload makes due. */
    async afterWorkload(workload: Workload): Promise<string[]> {
      const watched = from.components.workloads.find(({ resource }) => resource.kind === workload.kind);
      version += 1;
      const metadata = { ...workload.metadata, resourceVersion: String(version) };
      watched?.cache.wrote(trimWorkload({ ...workload, metadata }));
      return names(queue);
    },
    /** Names of the rules that a Secret with a number and a certificate for names makes due. */
    async afterSecret(id: number, hosts: readonly string[]): Promise<string[]> {
      version += 1;
      const certificate = pemOf(certificateOfParts({ names: hosts.map(dnsName) }));
      const data = secretData({ 'tls.crt': certificate, 'tls.key': PARTS_KEY });
      const stored = secretOf(id, hosts, { resourceVersion: String(version) });
      caches.secrets.wrote({ ...stored, ...{ type: 'kubernetes.io/tls', data } });
      return names(queue);
    },
    /** Names of the rules that a write of a Service makes due. */
    async afterService(service: Service): Promise<string[]> {
      from.components.services.wrote(service);
      return names(queue);
    },
    /** Names of the rules that an HTTPRoute of others for a host and path makes due. */
    async afterRoute(host: string, path: string): Promise<string[]> {
      version += 1;
      caches.foreignRoutes.wrote({
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: {
          name: 'own',
          namespace: 'team',
          uid: 'own',
          resourceVersion: String(version),
          creationTimestamp: 't',
        },
        spec: { hostnames: [host], rules: [{ matches: [{ path: { type: 'PathPrefix', value: path } }] }] },
      });
      return names(queue);
    },
    async afterDeletion(rule: GatewayRule): Promise<string[]> {
      caches.rules.deleted(rule);
      return names(queue);
    },
  };
}

/** A Deployment of a component whose container gives a name to a port. */
function naming(id: string, containerPort: number): Workload {
  const containers = [
    { name: 'main', image: `i:${containerPort}`, ports: [{ name: 'http', containerPort }] },
  ];
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id };
  return workloadOf('Deployment', { template: { spec: { containers } } }, {}, { name: id, labels });
}

/** Keys of a queue after rules were listed, in the order in which they are taken. */
function afterList(rules: readonly GatewayRule[]): Promise<string[]> {
  const { from } = new Simulation();
  const handlers: ChangeHandler<GatewayRule>[] = [];
  const listed: Pick<typeof from.caches.rules, 'onChange'> = {
    onChange: (handler) => void handlers.push(handler),
  };
  const queue = new WorkQueue();
  const caches = { ...from.caches, rules: Object.assign(Object.create(from.caches.rules), listed) };
  startWatches(ruleWatches({ ...from, caches }), queue);
  for (const after of rules) {
    for (const handler of handlers) {
      handler({ after }, 'list');
    }
  }
  return drain(queue);
}

/** A rule that was accepted. */
function standing(rule: GatewayRule): GatewayRule {
  return { ...rule, status: { name: rule.spec.http?.domainName ?? '' } };
}

async function names(queue: WorkQueue): Promise<string[]> {
  const due = await drain(queue);
  return due.map((key) => key.replace('team/', '')).toSorted();
}

it('takes rules without a status of their version first after a list', async () => {
  const reported = (name: string, generation: number) => {
    const rule = ruleOf({}, { name, uid: name });
    return {
      ...rule,
      metadata: { ...rule.metadata, generation },
      status: { observedGeneration: 2 },
    };
  };
  const fresh = ruleOf({}, { name: 'new', uid: 'new' });
  const due = await afterList([reported('same', 2), reported('edited', 3), reported('same-too', 2), fresh]);
  expect(due).toEqual(['team/edited', 'team/new', 'team/same', 'team/same-too']);
});

it('wakes the rules that wait for a name when a Namespace begins to be deleted, and no others', async () => {
  const { afterWrite, afterEnd } = listening();
  await afterWrite(standing(ruleOf({}, { name: 'stands' })));
  await afterWrite(ruleOf({}, { name: 'waits', uid: 'waits', namespace: 'third' }));
  expect(await afterEnd('other')).toEqual(['third/waits']);
});

it('wakes all rules when a Namespace becomes a team with names in the configuration, and not for other labels', async () => {
  const teams = { shop: { hosts: ['shop.example.com'] } };
  const { afterWrite, afterLabel } = listening({ ...CONFIG, teams: settingsOf({ teams }).teams });
  await afterWrite(standing(ruleOf({}, { name: 'stands' })));
  expect(await afterLabel('third', 'books')).toEqual([]);
  expect(await afterLabel('fourth', 'books')).toEqual([]);
  expect(await afterLabel('third', 'shop')).toEqual(['stands']);
});

it('wakes the rules that lead to a port when the first opens it and when the last closes it', async () => {
  const { afterWrite, afterDeletion } = listening();
  const on = (name: string, http: Parameters<typeof ruleOf>[0] = {}) =>
    standing(ruleOf({ domainName: `${name}.example.com`, ...http }, { name, uid: name }));
  const opening = { whetherOpen: true };
  await afterWrite(on('needs'));
  await afterWrite(on('elsewhere', { containerPort: 9090 }));
  expect(await afterWrite(on('one', opening))).toEqual(['needs', 'one']);
  expect(await afterWrite(on('two', opening))).toEqual(['two']);
  expect(await afterWrite(on('one', { ...opening, theWeight: 7 }))).toEqual(['one']);
  expect(await afterDeletion(on('one', opening))).toEqual(['one']);
  expect(await afterWrite(on('two'))).toEqual(['needs', 'two']);
});

it('wakes the rules for a component when one states another protocol of a port than all others, and when none states it any more', async () => {
  const { afterWrite, afterDeletion, afterService } = listening();
  const service = serviceOf('web', [{ port: 8080 }]);
  await afterService(service);
  const on = (name: string, backend?: BackendChoice, http: Parameters<typeof ruleOf>[0] = {}) =>
    standing(
      ruleOf(
        { domainName: `${name}.example.com`, ...http, ...(backend && { policy: { backend } }) },
        { name, uid: name },
      ),
    );
  const secure = { protocol: 'https', serverName: 'web.internal' } as const;
  await afterWrite(on('silent'));
  await afterWrite(on('elsewhere', undefined, { serviceId: 'other' }));
  const copying = { mirror: { serviceId: 'web', port: 8080 } };
  await afterWrite(on('copying', undefined, { serviceId: 'other', policy: copying }));
  expect(await afterWrite(on('one', secure))).toEqual(['copying', 'one', 'silent']);
  expect(await afterWrite(on('two', secure))).toEqual(['two']);
  expect(await afterDeletion(on('one', secure))).toEqual(['one']);
  expect(await afterWrite(on('three', { protocol: 'h2c' }))).toEqual(['copying', 'silent', 'three', 'two']);
  expect(await afterWrite(on('three'))).toEqual(['copying', 'silent', 'three', 'two']);
  expect(await afterDeletion(on('two', secure))).toEqual(['copying', 'silent', 'three', 'two']);
});

it('wakes the rules for a port that is opened by another of its numbers', async () => {
  const { afterWrite, afterService } = listening();
  await afterService(serviceOf('web', [{ port: 80, targetPort: 8080 }]));
  await afterWrite(standing(ruleOf({}, { name: 'needs' })));
  const opener = ruleOf({ domainPath: '/o', containerPort: 80, whetherOpen: true }, { name: 'opener' });
  expect(await afterWrite(standing(opener))).toEqual(['needs', 'opener']);
});

it('wakes the rules of a component when its containers name another port, and not when the rest of them changes', async () => {
  const { afterWrite, afterWorkload } = listening();
  await afterWrite(ruleOf({}, { name: 'leads' }));
  await afterWrite(
    ruleOf(
      { serviceId: 'api', domainName: 'b.example.com', policy: { mirror: { serviceId: 'web', port: 1 } } },
      { name: 'copies' },
    ),
  );
  await afterWrite(ruleOf({ serviceId: 'api', domainName: 'c.example.com' }, { name: 'beside' }));
  await afterWorkload(workloadOf('Deployment'));
  expect(await afterWorkload(naming('web', 8080))).toEqual(['copies', 'leads']);
  const named = naming('web', 8080);
  expect(await afterWorkload({ ...named, spec: { ...named.spec, replicas: 3 } })).toEqual([]);
  expect(await afterWorkload(naming('web', 8081))).toEqual(['copies', 'leads']);
  expect(await afterWorkload(workloadOf('Deployment'))).toEqual(['copies', 'leads']);
});

it('wakes the rules that the listener in a ListenerSet may serve, and no others', async () => {
  const { afterWrite, afterSet } = listening();
  const secure = (name: string) =>
    ruleOf({ domainName: `${name}.example.com`, certificateId: 1 }, { name, uid: name });
  await afterWrite(secure('a'));
  await afterWrite(secure('b'));
  await afterWrite(ruleOf({ domainName: 'c.example.com' }, { name: 'c', uid: 'c' }));
  expect(await afterSet(httpsListenerName('a.example.com'))).toEqual(['a']);
  expect(await afterSet(httpsListenerName('*.example.com'))).toEqual(['a', 'b']);
  expect(await afterSet(httpsListenerName('other.example.com'))).toEqual([]);
});

it.each(['mirror', 'externalAuth'])(
  'wakes the rules whose %s names a component when one of its Services comes, of their namespace alone',
  async (member) => {
    const { afterWrite, afterService } = listening();
    const policy = { [member]: { serviceId: 'copies', port: 8080 } };
    await afterWrite(ruleOf({ policy }, { name: 'mirrors' }));
    await afterWrite(ruleOf({ domainName: 'a.example.com' }, { name: 'beside' }));
    await afterWrite(ruleOf({ policy }, { name: 'third', uid: 'third', namespace: 'third' }));
    expect(await afterService(openServiceOf('copies'))).toEqual(['mirrors']);
  },
);

it('wakes the rules whose requests a route of others gets, or got, and no others', async () => {
  const { afterWrite, afterRoute } = listening();
  for (const path of ['/', '/cart', '/items']) {
    await afterWrite(ruleOf({ domainPath: path }, { name: path, uid: path }));
  }
  expect(await afterRoute('shop.example.com', '/cart/')).toEqual(['/cart']);
  expect(await afterRoute('shop.example.com', '/items')).toEqual(['/cart', '/items']);
  expect(await afterRoute('other.example.com', '/')).toEqual(['/items']);
});

it('wakes nobody for the many rules that open one port', async () => {
  const { afterWrite } = listening();
  const woken: string[] = [];
  for (let index = 0; index < 50; index += 1) {
    const http = { domainName: `h${index}.example.com`, whetherOpen: true };
    woken.push(...(await afterWrite(standing(ruleOf(http, { name: `r${index}`, uid: `r${index}` })))));
  }
  expect(woken).toHaveLength(50);
});

it('wakes a rule that waits for a name when what is in its way goes, and no other', async () => {
  const { afterWrite, afterDeletion } = listening();
  const inTeam = (name: string, domainName: string) => ruleOf({ domainName }, { name, uid: name });
  const wildcard = inTeam('holder', '*.example.com');
  const ofOther = ruleOf(
    { domainName: 'a.example.com', serviceId: 'api' },
    { name: 'waits', uid: 'waits', namespace: 'other' },
  );
  await afterWrite(standing(wildcard));
  await afterWrite(ofOther);
  await afterWrite(standing(inTeam('beside', 'a.example.net')));
  expect(await afterDeletion(standing(wildcard))).toEqual(['holder', 'other/waits']);
});

it('wakes the rules when the engine claims other features, and not when the rest of its class changes', async () => {
  const { afterWrite, afterClass } = listening();
  await afterWrite(ruleOf());
  expect(await afterClass('1', { supportedFeatures: ['HTTPRoute'] })).toEqual(['rule']);
  expect(await afterClass('2', { supportedFeatures: ['HTTPRoute'] })).toEqual([]);
  expect(await afterClass('3', { supportedFeatures: ['HTTPRoute', 'HTTPRouteCORS'] })).toEqual(['rule']);
});

describe('a write of the Gateway wakes', () => {
  const PLAIN = { name: 'http', port: 80, protocol: 'HTTP' as const };
  const OWN = { name: 'stoa-https-a', port: 443, protocol: 'HTTPS' as const };
  const spec = { gatewayClassName: 'engine', listeners: [PLAIN, OWN] };
  const says = (status: 'True' | 'False', observedGeneration: number) => [
    {
      type: 'Programmed',
      status,
      reason: 'Programmed',
      message: '',
      lastTransitionTime: 't',
      observedGeneration,
    },
  ];
  const seen = (generation: number, plain: 'True' | 'False' = 'True', own: 'True' | 'False' = 'True') => ({
    conditions: says('True', generation),
    listeners: [
      { name: 'http', conditions: says(plain, generation) },
      { name: 'stoa-https-a', conditions: says(own, generation) },
    ],
  });

  it.each<[string, Gateway['status'], number, readonly string[]]>([
    ['nobody where the engine only catches up with a generation', seen(2), 2, []],
    ['nobody where the Gateway gets a generation that the engine has yet to see', seen(1), 2, []],
    ['all where the listener for plain HTTP fails', seen(1, 'False'), 1, ['plain', 'secure']],
    ['those with a listener of their own where one of these fails', seen(1, 'True', 'False'), 1, ['secure']],
    [
      'those with a listener of their own where the engine has yet to report on one',
      { conditions: says('True', 1), listeners: [{ name: 'http', conditions: says('True', 1) }] },
      2,
      ['secure'],
    ],
  ])('%s', async (_, status, generation, expected) => {
    const { afterWrite, afterGateway } = listening();
    await afterWrite(ruleOf({}, { name: 'plain', uid: 'plain' }));
    const secure = { domainName: 'b.example.com', certificateId: 1 };
    await afterWrite(ruleOf(secure, { name: 'secure', uid: 'secure' }));
    await afterGateway({ spec, status: seen(1) }, 1);
    expect(await afterGateway({ spec, ...(status === undefined ? {} : { status }) }, generation)).toEqual(
      expected,
    );
  });
});

it('a certificate that gets a wildcard makes rules due whose certificates are for the wildcard above its host', async () => {
  const { afterWrite, afterSecret } = listening();
  await afterWrite(ruleOf({ domainName: 'a.example.org', certificateId: 1 }, { name: 'above' }));
  await afterWrite(ruleOf({ domainName: 'b.example.com', certificateId: 2 }, { name: 'below' }));
  expect(await afterSecret(1, ['a.example.org', '*.example.com'])).toEqual(['above']);
  expect(await afterSecret(2, ['b.example.com'])).toEqual(['below']);
  expect(await afterSecret(2, ['b.example.com', '*.b.example.com'])).toEqual(['above', 'below']);
});
