import { describe, expect, it } from 'vitest';
import type { InstallPreview } from '../../../../../src/api/marketinstall.ts';
import type { KubeClient } from '../../../../../src/kube/client.ts';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { ObjectDraft } from '../../../../../src/kube/object.ts';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { previewModel } from '../../../../../src/rest/resources/installs/preview.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';

const BODY = {
  market_url: 'http://store',
  market_domain: 'rainbond',
  market_access_key: 'key',
  app_model_id: 'shop',
  app_model_version: '1.0',
};

const NO_CHANGES = { create: 1, change: 0, recreate: 0, delete: 0, unchanged: 0 };

const PLANNED = { digest: 'sha256:1', problems: [], counts: NO_CHANGES, objects: [], notApplied: [] };

/** API server whose operator gives these answers to a request, one after the other. */
class Server {
  readonly calls: string[] = [];
  readonly #answers: readonly (Partial<InstallPreview> | undefined)[];
  readonly #mayDelete: boolean;
  #install: MarketInstall | undefined;
  #reads = 0;

  constructor(answers: readonly (Partial<InstallPreview> | undefined)[], mayDelete = true) {
    this.#answers = answers;
    this.#mayDelete = mayDelete;
  }

  get scope(): Scope {
    const client = this as unknown as KubeClient;
    return { client, namespace: 'team', application: { spec: { id: 1 } } } as unknown as Scope;
  }

  create = async (_: unknown, draft: ObjectDraft) => {
    this.calls.push(`create ${JSON.stringify((draft as unknown as MarketInstall).spec.suspend)}`);
    this.#install = { ...draft, metadata: { ...draft.metadata, uid: 'u' } } as unknown as MarketInstall;
    return this.#install;
  };

  apply = async ({ kind }: { readonly kind: string }) => {
    this.calls.push(`apply ${kind}`);
  };

  get = async ({ kind }: { readonly kind: string }) => {
    if (kind !== 'MarketInstall' || this.#install === undefined) {
      throw new KubeError({ type: 'not-found' }, 'x');
    }
    const answer = this.#answers[Math.min(this.#reads, this.#answers.length - 1)];
    this.#reads += 1;
    const requested = this.#install.metadata.annotations?.['stoa.dev/preview-requested'] ?? '';
    const preview = answer && { requested, version: '1.0', ...answer };
    return { ...this.#install, status: { preview } };
  };

  delete = async () => {
    if (!this.#mayDelete) {
      throw new KubeError({ type: 'forbidden' }, 'cannot delete');
    }
    this.calls.push('delete');
    this.#install = undefined;
  };
}

function previewOf({ scope }: Server, deadlineMs = 5_000) {
  return previewModel(scope, { body: BODY, deploy: true, idempotencyKey: 'one' }, deadlineMs);
}

const WRITES = ['create true', 'apply Secret', 'delete'];

describe('the preview of a request', () => {
  it('comes of an install that is suspended, and gone afterwards', async () => {
    const server = new Server([undefined, PLANNED]);
    await expect(previewOf(server)).resolves.toMatchObject(PLANNED);
    expect(server.calls).toEqual(WRITES);
  });

  it('does not count an answer without the access key, which is stored after the install', async () => {
    const early = { refused: { reason: 'AccessKeyNotFound', message: 'there is no Secret' } };
    const server = new Server([early, PLANNED]);
    await expect(previewOf(server)).resolves.toMatchObject(PLANNED);
  });

  it.each([
    [{ reason: 'ModelVersionNotFound', message: 'no 1.0' }, 'modelVersionNotFound', 404],
    [{ reason: 'StoreRejected', message: 'gone', storeStatus: 410 }, 'storeRefused', 410],
    [{ reason: 'TemplateInvalid', message: 'no model' }, 'installFailed', 400],
    [{ reason: 'ApplicationNotFound', message: 'no application' }, 'installFailed', 400],
  ])('with the refusal %o is the problem %s', async (refused, name, status) => {
    const server = new Server([{ refused }]);
    await expect(previewOf(server)).rejects.toMatchObject({
      problem: name,
      message: refused.message,
      statusAndCode: { status },
    });
    expect(server.calls).toEqual(WRITES);
  });

  it('that does not come in time is pending, and nothing is left', async () => {
    const server = new Server([undefined]);
    await expect(previewOf(server, 60)).rejects.toMatchObject({ problem: 'installPending' });
    expect(server.calls).toEqual(WRITES);
  });

  it('of a caller who may not delete names what is left', async () => {
    await expect(previewOf(new Server([PLANNED], false))).rejects.toMatchObject({
      problem: 'forbidden',
      message: expect.stringMatching(/the MarketInstall team\/install-\w+ is left$/),
    });
  });
});
