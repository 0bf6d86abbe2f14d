import { describe, expect, it } from 'vitest';
import { LABELS } from '../../../../src/api/group.ts';
import { JobRuns } from '../../../../src/install/inventory.ts';
import { takenNames, trialOf, tryOut } from '../../../../src/install/rollout/trial.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import { type KubeObject, keyOf, type ObjectDraft } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { CONFIG_MAPS, SERVICES } from '../../../../src/objects/core.ts';
import { DEPLOYMENTS } from '../../../../src/objects/workload.ts';
import { Cluster, component, installOf, plannedObject, planOf } from '../../../support/plans.ts';

const INSTALL = installOf({ deploy: false });
const PLAN = {
  ...planOf([[component('a'), component('b')]]),
  shared: [plannedObject(CONFIG_MAPS, 'platform', {})],
};
const NOTHING = new Cluster();

/** API server with the names of some Services, which fails the apply of one object. */
class Server {
  /** `Kind name` of the objects that the account has created, in order, and of those that exist. */
  readonly created: string[] = [];
  readonly stored = new Map<string, KubeObject>();
  readonly writer: Writer;

  constructor(foreign: readonly string[] = [], failing: Readonly<Record<string, KubeError>> = {}) {
    const made = [CONFIG_MAPS, SERVICES, DEPLOYMENTS].map((resource) => ({
      resource,
      cache: {
        store: { get: (key: string) => this.stored.get(`${resource.kind} ${key}`) },
        writing: (_: string, apply: () => Promise<KubeObject>) => apply(),
        wrote: (object: KubeObject) => this.stored.set(`${resource.kind} ${keyOf(object)}`, object),
        storedForm: (object: KubeObject) => object,
        deleted: (object: KubeObject) => this.stored.delete(`${resource.kind} ${keyOf(object)}`),
      },
    }));
    const account = {
      apply: async ({ kind }: Resource, draft: ObjectDraft) => {
        const name = `${kind} ${draft.metadata.name}`;
        if (failing[name] !== undefined) {
          throw failing[name];
        }
        this.created.push(name);
        return { ...draft, metadata: { ...draft.metadata, uid: name, resourceVersion: '1' } };
      },
      delete: async () => undefined,
    };
    const listMetadata = async ({ kind }: Resource) =>
      kind === SERVICES.kind ? foreign.map((name) => ({ metadata: { name } })) : [];
    this.writer = {
      client: { listMetadata },
      account,
      caches: { made },
      applies: NOTHING.applies,
      jobs: new JobRuns(),
    } as unknown as Writer;
  }

  async try() {
    const trial = trialOf(INSTALL, PLAN, NOTHING.stored);
    return trial && (await tryOut(this.writer, INSTALL, PLAN, trial));
  }
}

const REJECTION = new KubeError({ type: 'invalid', causes: [] }, 'too many');
const QUOTA = new KubeError({ type: 'forbidden' }, 'exceeded quota');
const OVERLOAD = new KubeError({ type: 'throttled', retryAfterSeconds: 1 }, 'later');

describe('a trial', () => {
  it('leaves everything if nothing is rejected, workloads last', async () => {
    const server = new Server();
    expect(await server.try()).toBeUndefined();
    expect(server.created).toEqual([
      ...['ConfigMap platform', 'Service a', 'Service b', 'Deployment a', 'Deployment b'],
    ]);
    expect(server.stored.size).toBe(5);
  });

  it.each([
    ['a Service', 'Service b', REJECTION],
    ['a workload', 'Deployment b', REJECTION],
    ['an object beyond the quota', 'Service b', QUOTA],
  ])('leaves nothing if the API server rejects %s', async (_, object, error) => {
    const server = new Server([], { [object]: error });
    expect(await server.try()).toEqual({ object, error });
    expect(server.created).toContain('ConfigMap platform');
    expect([...server.stored.keys()]).toEqual([]);
  });

  it('creates no workload after the rejection of a Service', async () => {
    const server = new Server([], { 'Service a': REJECTION });
    await server.try();
    expect(server.created.filter((name) => name.startsWith('Deployment'))).toEqual([]);
  });

  it('keeps what exists for the next attempt if the API server did not decide', async () => {
    const server = new Server([], { 'Deployment b': OVERLOAD });
    await expect(server.try()).rejects.toBe(OVERLOAD);
    expect(server.stored.size).toBe(4);
  });
});

describe('names of a trial', () => {
  const trial = trialOf(INSTALL, PLAN, NOTHING.stored) ?? { stages: [], rehearsed: [] };

  it('are taken by objects of nobody and of other installs, not by its own', async () => {
    const server = new Server(['b', 'c']);
    const store = (name: string, uid: string) => {
      const metadata = { name, namespace: 'team', uid: name, labels: { [LABELS.install]: uid } };
      const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata } as unknown as KubeObject;
      server.stored.set(`Deployment team/${name}`, object);
    };
    store('a', 'install-uid');
    store('b', 'another');
    expect(await takenNames(server.writer, INSTALL, trial)).toEqual([
      { type: 'taken', object: 'Service b' },
      { type: 'taken', object: 'Deployment b' },
    ]);
  });
});
