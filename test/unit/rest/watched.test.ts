import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { KubeClient, WatchEvent, WatchOptions } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import type { GatewayRule } from '../../../src/objects/stoa.ts';
import { WatchedRegion } from '../../../src/rest/watched.ts';
import { effective } from '../../../src/rule/effective.ts';
import { eventually } from '../../support/eventually.ts';
import { silent } from '../../support/log.ts';
import { LEDGER, nameRules } from '../../support/namerules.ts';
import { ruleOf, serviceOf, tcpRuleOf } from '../../support/rules.ts';

const TEAM: KubeObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'team',
    uid: 'uid-team',
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { 'stoa.dev/team': 'shop' },
  },
};

const OPEN = { 'stoa.dev/outer-ports': '80' };

/** An API server in memory: what it lists, and a watch of rules that shows what it is told to. */
class Server {
  readonly objects: Record<string, readonly KubeObject[]>;
  #events: WatchEvent<KubeObject>[] = [];
  #told = new EventTarget();
  #broken = false;

  constructor(objects: Record<string, readonly KubeObject[]>) {
    this.objects = objects;
  }

  /** Sends a rule to all watches. */
  show(object: GatewayRule): void {
    this.#events.push({ type: 'ADDED', object });
    this.#told.dispatchEvent(new Event('told'));
  }

  /** Tells all watches that a rule is gone. */
  hide(object: GatewayRule): void {
    this.#events.push({
      type: 'DELETED',
      object: { ...object, metadata: { ...object.metadata, resourceVersion: '9' } },
    });
    this.#told.dispatchEvent(new Event('told'));
  }

  /** Ends all watches at once, and lets none begin. */
  break(): void {
    this.#broken = true;
    this.#told.dispatchEvent(new Event('told'));
  }

  get client(): Pick<KubeClient, 'pages' | 'versionOf' | 'watch'> {
    return {
      pages: (resource: Resource) => this.#pages(resource) as never,
      versionOf: async () => '1',
      watch: (resource: Resource, _version: string, options: WatchOptions = {}) =>
        this.#watch(resource, options) as never,
    };
  }

  async *#pages({ plural }: Resource) {
    yield { metadata: { resourceVersion: '1' }, items: this.objects[plural] ?? [] };
  }

  async *#watch({ plural }: Resource, { signal }: WatchOptions) {
    for (;;) {
      if (this.#broken) {
        throw new Error('the connection broke');
      }
      const event = plural === 'gatewayrules' ? this.#events.shift() : undefined;
      if (event === undefined) {
        await once(this.#told, 'told', signal === undefined ? {} : { signal });
      } else {
        yield event;
      }
    }
  }
}

async function watch(objects: Record<string, readonly KubeObject[]>) {
  const server = new Server({ namespaces: [TEAM], ...objects });
  const watched = new WatchedRegion(server.client, silent, nameRules());
  const stop = new AbortController();
  const running = watched.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  expect(watched.isCurrent()).toBe(false);
  await eventually(() => expect(watched.isCurrent()).toBe(true));
  return { server, watched };
}

const names = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.name);

it('knows teams, their applications, and what belongs to these', async () => {
  const application = { ...TEAM, kind: 'Application', metadata: { ...TEAM.metadata, namespace: 'team' } };
  const web = serviceOf('web', [{ port: 80 }]);
  const elsewhere = { ...web.metadata, name: 'elsewhere', namespace: 'other' };
  const { watched } = await watch({
    applications: [{ ...application, spec: { id: 1 } } as KubeObject],
    services: [web, { ...web, metadata: elsewhere }],
    gatewayrules: [ruleOf(), ruleOf({}, { name: 'foreign', namespace: 'other' })],
  });
  expect(names(watched.namespacesOf('shop'))).toEqual(['team']);
  expect(watched.namespacesOf('nobody')).toEqual([]);
  expect(names(watched.applicationsIn('team'))).toEqual(['team']);
  const { rules, services } = watched.applicationWith('team', 1);
  expect([names(rules), names(services)]).toEqual([['rule'], ['web']]);
  expect(names(watched.applicationWith('team', 2).rules)).toEqual([]);
});

it('knows the names that stay with their teams and the offered ports, of the ConfigMap of the operator alone', async () => {
  const ledger = (name: string, kept: string) => ({
    ...TEAM,
    kind: 'ConfigMap',
    metadata: { ...TEAM.metadata, ...LEDGER, name, uid: name },
    data: { other: `${kept} 2026-02-01T00:00:00.000Z` },
  });
  const { data, ...own } = ledger(LEDGER.name, 'shop.example.com');
  const configmaps = [
    { ...own, data: { ...data, _ports: '20000-20999' } },
    ledger('another', 'other.example.com'),
  ];
  const { watched } = await watch({ configmaps });
  await eventually(() =>
    expect(watched.released().list()).toEqual([
      { name: 'shop.example.com', namespace: 'other', until: new Date('2026-02-01T00:00:00Z') },
    ]),
  );
  expect(watched.offeredPorts()).toEqual([{ from: 20_000, to: 20_999 }]);
});

it('knows competing rules of a namespace by host or port, of teams alone, the oldest first', async () => {
  const { server, watched } = await watch({
    gatewayrules: [
      ruleOf({}, { name: 'z-first' }),
      ruleOf({ domainName: 'other.example.com' }, { name: 'other' }),
      ruleOf({}, { name: 'teamless', namespace: 'kube-system' }),
      tcpRuleOf({}, { name: 'tcp' }),
    ],
  });
  const late = ruleOf({}, { name: 'a-late', resourceVersion: '5' });
  server.show(late);
  expect(await watched.waitFor(late)).toBe(true);
  const competingWith = (rule: GatewayRule) =>
    names(watched.competingRules(effective(rule.spec), rule.metadata.namespace).map(({ object }) => object));
  expect(competingWith(late)).toEqual(['z-first', 'a-late']);
  expect(competingWith(tcpRuleOf())).toEqual(['tcp']);
  expect(competingWith(ruleOf({}, { namespace: 'kube-system' }))).toEqual([]);
});

it('waits briefly for a rule to appear', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, watched } = await watch({ gatewayrules: [ruleOf()] });
  expect(await watched.waitFor(ruleOf())).toBe(true);
  const anew = ruleOf({}, { uid: 'uid-anew', resourceVersion: '7' });
  expect(watched.has(anew)).toBe(false);
  const late = watched.waitFor(anew);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await late).toBe(false);
  const waiting = watched.waitFor(anew);
  server.show(anew);
  expect(await waiting).toBe(true);
});

it('is not current while a watch is broken', async () => {
  const { server, watched } = await watch({ gatewayrules: [ruleOf()] });
  server.break();
  await eventually(() => expect(watched.isCurrent()).toBe(false));
});

it('keeps no more of a status than the name of a rule', async () => {
  const conditions: never[] = [];
  const named = { ...ruleOf({}, { name: 'named' }), status: { name: 'shop.example.com', conditions } };
  const { watched } = await watch({
    gatewayrules: [{ ...ruleOf(), status: { conditions } } as KubeObject, named],
  });
  const { rules } = watched.applicationWith('team', 1);
  expect(rules.map(({ status }) => status)).toEqual([undefined, { name: 'shop.example.com' }]);
});

it('tells of every change of a status, which it does not keep', async () => {
  const { server, watched } = await watch({ gatewayrules: [ruleOf()] });
  const told: string[] = [];
  watched.changes().listen('team', ({ resource, name }) => told.push(`${resource} ${name}`));
  const status = { conditions: [] };
  server.show({ ...ruleOf({}, { resourceVersion: '5' }), status });
  await eventually(() => expect(told).toEqual(['rule rule']));
});

it('follows who claims which name, of teams alone', async () => {
  const teamless = ruleOf({}, { name: 'teamless', namespace: 'kube-system' });
  const { server, watched } = await watch({ gatewayrules: [ruleOf(), teamless] });
  const claimed = (id: string) => watched.names().claims.get(id)?.name;
  expect([claimed('team/rule'), claimed('kube-system/teamless')]).toEqual(['shop.example.com', undefined]);
  const late = ruleOf({ domainName: 'late.example.com' }, { name: 'late', resourceVersion: '5' });
  server.show(late);
  expect(await watched.waitFor(late)).toBe(true);
  expect(claimed('team/late')).toBe('late.example.com');
  server.hide(late);
  await eventually(() => expect(claimed('team/late')).toBeUndefined());
});

it('keeps what Services and Namespaces declare', async () => {
  const { metadata } = serviceOf('web', [{ port: 80 }]);
  const web = { ...serviceOf('web', [{ port: 80 }]), metadata: { ...metadata, annotations: OPEN } };
  const declaring = { ...TEAM, metadata: { ...TEAM.metadata, annotations: { 'stoa.dev/hosts': 'a.org' } } };
  const { watched } = await watch({ services: [web], namespaces: [declaring] });
  expect(watched.applicationWith('team', 1).services[0]?.metadata.annotations).toEqual(OPEN);
  expect(watched.names().declarations.check('b.org', 'team')).toMatchObject({
    type: 'outside-own-declaration',
  });
});
