import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { portOf } from '../../deploy/local/cluster/address.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient, type WatchEvent } from '../../src/kube/client.ts';
import { pathOf } from '../../src/kube/resource.ts';
import { createTransport, type Transport } from '../../src/kube/transport.ts';
import { createThings, failure, type Thing, type Things } from './support/things.ts';
import { connect, TESTER } from './support/world.ts';

let transport: Transport;
let client: KubeClient;
let things: Things;

beforeAll(async () => {
  await connect();
  transport = await createTransport(loadAccess());
  client = new KubeClient(transport);
  things = await createThings(client);
  return () => transport.close();
});

function apply(name: string, colour: string): Promise<Thing> {
  return client.apply(things.resource, things.draft(name, { colour }), TESTER);
}

/** Reads a watch until `enough` events have arrived. */
async function follow(
  version: string,
  enough: (events: readonly WatchEvent<Thing>[]) => boolean,
): Promise<WatchEvent<Thing>[]> {
  const events: WatchEvent<Thing>[] = [];
  const { namespace, resource } = things;
  for await (const event of client.watch(resource, version, { namespace })) {
    events.push(event);
    if (enough(events)) {
      break;
    }
  }
  return events;
}

function summaryOf(event: WatchEvent<Thing>): string {
  return event.type === 'BOOKMARK' ? event.type : `${event.type} ${event.object.metadata.name}`;
}

describe('a watch', () => {
  it('starts after the version of the list, and resumes at the version where it broke', async () => {
    await apply('w1', 'red');
    const [page] = await Array.fromAsync(client.pages(things.resource, { namespace: things.namespace }));
    const w2 = await apply('w2', 'red');
    const changed = await apply('w1', 'blue');
    await client.delete(things.resource, {
      namespace: things.namespace,
      name: 'w2',
      uid: w2.metadata.uid,
    });
    const version = page?.metadata.resourceVersion ?? '';
    const all = await follow(version, (events) => events.some(({ type }) => type === 'DELETED'));
    expect(all.map(summaryOf)).toEqual(['ADDED w2', 'MODIFIED w1', 'DELETED w2']);
    const rest = await follow(changed.metadata.resourceVersion, (events) => events.length === 1);
    expect(rest.map(summaryOf)).toEqual(['DELETED w2']);
  });

  it('of an expired version fails with gone', async () => {
    expect(await failure(follow('1', () => true))).toEqual({ type: 'gone' });
  });

  it('ends without an error when its caller aborts', async () => {
    const stop = new AbortController();
    const watch = client.watch(things.resource, '', { signal: stop.signal });
    await watch.next();
    const rest = Array.fromAsync(watch);
    const others = await Promise.all(Array.from({ length: 12 }, () => client.list(things.resource)));
    expect(others).toHaveLength(12);
    stop.abort('enough');
    await expect(rest).rejects.toBe('enough');
  });
});

describe('a list', () => {
  it('has pages of one version, and its objects have kind and apiVersion', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `p${index}`);
    for (const some of [names.slice(0, 250), names.slice(250)]) {
      await Promise.all(some.map((name) => apply(name, 'red')));
    }
    const pages = await Array.fromAsync(client.pages(things.resource, { namespace: things.namespace }));
    expect(pages).toHaveLength(2);
    expect(new Set(pages.map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
    const items = pages.flatMap((page) => page.items);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(names));
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['Thing']));
  });

  it('can select one object by a field, and contain metadata only', async () => {
    await Promise.all([apply('m1', 'red'), apply('m2', 'red')]);
    const { namespace } = things;
    const [only, ...more] = await client.listMetadata(things.resource, {
      namespace,
      fieldSelector: 'metadata.name=m1',
    });
    expect(only?.metadata.name).toBe('m1');
    expect(only).not.toHaveProperty('spec');
    expect(more).toEqual([]);
    expect(await client.listMetadata(things.resource, { namespace: 'nobody' })).toEqual([]);
  });

  it('whose next page needs a compacted version fails with gone', async () => {
    const { metadata } = await apply('now', 'red');
    await compactEtcd(Number(metadata.resourceVersion));
    const token = { v: 'meta.k8s.io/v1', rv: 1, start: 'a\u0000' };
    const call = transport.call({
      method: 'GET',
      path: pathOf(things.resource, { namespace: things.namespace }),
      query: { limit: '1', continue: Buffer.from(JSON.stringify(token)).toString('base64url') },
    });
    expect(await failure(call)).toEqual({ type: 'gone' });
  });
});

/** Compacts etcd up to a revision; its port derives from the API server's port. */
async function compactEtcd(revision: number): Promise<void> {
  const server = new URL(loadAccess().server);
  const at = { host: server.hostname, portBase: 0 };
  const port = Number(server.port) - portOf(at, 'apiserver') + portOf(at, 'etcdClient');
  const { statusCode, body } = await request(`http://${server.hostname}:${port}/v3/kv/compaction`, {
    method: 'POST',
    body: JSON.stringify({ revision: String(revision), physical: true }),
  });
  expect([statusCode, await body.text()]).toEqual([200, expect.any(String)]);
}
