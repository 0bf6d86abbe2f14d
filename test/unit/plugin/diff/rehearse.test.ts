import { describe, expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { GATEWAY_RULES, MARKET_INSTALLS, type MarketInstall } from '../../../../src/objects/stoa.ts';
import { previewInstall, rehearsalOf, rehearseApply } from '../../../../src/plugin/diff/rehearse.ts';
import type { FileObject } from '../../../../src/plugin/file.ts';
import { ruleOf } from '../../../support/rules.ts';
import { INSTALL } from '../plan/scene.ts';

/** API server with one object at most, which an operator answers at once. */
class Server {
  readonly sent: KubeRequest[] = [];
  stored: KubeObject | undefined;
  /** Dry runs that another write comes before. */
  #conflicts: number;

  constructor(stored?: KubeObject, conflicts = 0) {
    this.stored = stored;
    this.#conflicts = conflicts;
  }

  get client(): KubeClient {
    const unused = () => Promise.reject(new Error('nothing is watched here'));
    return new KubeClient({ call: async (request) => this.#answer(request), open: unused, close: unused });
  }

  #answer(request: KubeRequest): unknown {
    const { method, query, body } = request;
    if (method === 'GET') {
      if (this.stored === undefined) {
        throw new KubeError({ type: 'not-found' }, 'x');
      }
      return this.stored;
    }
    this.sent.push(request);
    const draft = body as KubeObject;
    if (query?.dryRun !== undefined) {
      if (this.#conflicts > 0) {
        this.#conflicts -= 1;
        throw new KubeError({ type: 'conflict' }, 'the object has been modified');
      }
      return draft;
    }
    this.stored = method === 'DELETE' ? undefined : this.#after(draft);
    return this.stored;
  }

  #after(draft: KubeObject): KubeObject {
    const { annotations } = draft.metadata;
    const requested = annotations?.['stoa.dev/preview-requested'];
    const status = requested === undefined ? {} : { status: { preview: { requested, version: '1' } } };
    const metadata = { ...this.stored?.metadata, ...draft.metadata, uid: 'new' };
    return { ...this.stored, ...draft, metadata, ...status } as KubeObject;
  }
}

function fileObject(stored: KubeObject, resource: FileObject['resource'], content: object = {}): FileObject {
  const { name, namespace = 'team' } = stored.metadata;
  const { apiVersion, kind } = stored;
  const draft = { ...content, apiVersion, kind, metadata: { name, namespace, annotations: {} } };
  return { resource, draft };
}

const NOTED = ruleOf(
  { theWeight: 10 },
  {
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
        metadata: { annotations: {} },
        spec: { http: { theWeight: 10 } },
      }),
    },
  },
);

describe('the dry run of an object', () => {
  const { spec } = ruleOf();

  it.each([
    ['creates one that does not exist', undefined, 'POST'],
    ['applies to one without a note of kubectl', ruleOf({ theWeight: 10 }), 'PATCH'],
    ['replaces one with a note', NOTED, 'PUT'],
  ])('%s', async (_, stored, method) => {
    const server = new Server(stored);
    const { before } = await rehearseApply(server.client, fileObject(ruleOf(), GATEWAY_RULES, { spec }));
    expect(before).toEqual(stored);
    expect(server.sent).toEqual([
      expect.objectContaining({ method, query: expect.objectContaining({ dryRun: 'All' }) }),
    ]);
    expect(server.stored).toEqual(stored);
  });

  it('is repeated where the operator has written the status meanwhile', async () => {
    const server = new Server(NOTED, 2);
    const { before } = await rehearseApply(server.client, fileObject(NOTED, GATEWAY_RULES, { spec }));
    expect(before).toEqual(NOTED);
    expect(server.sent).toHaveLength(3);
  });

  it('takes off what an earlier file had', async () => {
    const { after } = await rehearseApply(
      new Server(NOTED).client,
      fileObject(NOTED, GATEWAY_RULES, { spec }),
    );
    expect(after).toMatchObject({ metadata: { resourceVersion: '1' }, spec });
    expect(after).not.toHaveProperty('spec.http.theWeight');
  });
});

describe('the objects of an install', () => {
  const withSpec = (more: object): MarketInstall => ({ ...INSTALL, spec: { ...INSTALL.spec, ...more } });

  it.each<[string, MarketInstall | undefined, MarketInstall, object]>([
    ['a new one', undefined, INSTALL, { type: 'ask', version: INSTALL.spec.appModelVersion }],
    ['another version', INSTALL, withSpec({ appModelVersion: '9' }), { type: 'ask', version: '9' }],
    ['the same spec', INSTALL, withSpec({}), { type: 'none' }],
    ['one that is suspended', undefined, withSpec({ suspend: true }), { type: 'none' }],
    ['another field', INSTALL, withSpec({ deploy: INSTALL.spec.deploy !== true }), { type: 'unknown' }],
  ])('are asked for as far as they can be known: %s', (_, before, after, expected) => {
    expect(rehearsalOf(before, after)).toEqual(expected);
  });

  it('of a new one come of a suspended install, which is gone afterwards', async () => {
    const server = new Server();
    const object = fileObject(INSTALL, MARKET_INSTALLS, { spec: INSTALL.spec });
    const preview = await previewInstall(
      server.client,
      { before: undefined, object, version: '1' },
      new AbortController().signal,
    );
    expect(preview).toMatchObject({ version: '1' });
    expect(server.sent[0]).toMatchObject({
      method: 'POST',
      body: { spec: { ...INSTALL.spec, suspend: true } },
    });
    expect(server.sent.at(-1)).toMatchObject({ method: 'DELETE', body: { preconditions: { uid: 'new' } } });
    expect(server.stored).toBeUndefined();
  });

  it('of a new one leave no install where the user interrupts', async () => {
    const server = new Server();
    const object = fileObject(INSTALL, MARKET_INSTALLS, { spec: INSTALL.spec });
    expect(
      await previewInstall(server.client, { before: undefined, object, version: '1' }, AbortSignal.abort()),
    ).toBeUndefined();
    expect(server.stored).toBeUndefined();
  });
});
