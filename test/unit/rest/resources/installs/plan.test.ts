import { expect, it } from 'vitest';
import type { InstallPreview } from '../../../../../src/api/marketinstall.ts';
import type { KubeClient } from '../../../../../src/kube/client.ts';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import { planInstall } from '../../../../../src/rest/resources/installs/plan.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';

const REQUESTED = 'stoa.dev/preview-requested';
const VERSION = 'stoa.dev/preview-version';

const PLAN = { digest: 'sha256:1', problems: [], objects: [] };

/** API server with one install, whose operator answers in this way to what the annotations ask for. */
class Server {
  install = {
    metadata: {
      namespace: 'team',
      name: 'shop',
      uid: 'u',
      resourceVersion: '1',
      annotations: { other: 'stays' },
    },
    spec: { appId: 1, appModelVersion: '1.0' },
  } as unknown as MarketInstall;
  readonly #answer: (install: MarketInstall) => Partial<InstallPreview> | undefined;

  constructor(answer: (install: MarketInstall) => Partial<InstallPreview> | undefined) {
    this.#answer = answer;
  }

  get scope(): Scope {
    const client = this as unknown as KubeClient;
    return { client, namespace: 'team', application: { spec: { id: 1 } } } as unknown as Scope;
  }

  list = async () => [this.install];

  replace = async (_: unknown, install: MarketInstall) => {
    const { resourceVersion } = this.install.metadata;
    if (install.metadata.resourceVersion !== resourceVersion) {
      throw new KubeError({ type: 'conflict' }, 'changed');
    }
    this.annotate(install.metadata.annotations ?? {});
    return this.install;
  };

  get = async () => {
    const answer = this.#answer(this.install);
    const requested = this.install.metadata.annotations?.[REQUESTED] ?? '';
    const preview = answer && { requested, version: this.install.metadata.annotations?.[VERSION], ...answer };
    return { ...this.install, status: { preview } };
  };

  annotate(annotations: Readonly<Record<string, string>>): void {
    const { metadata } = this.install;
    const resourceVersion = String(Number(metadata.resourceVersion) + 1);
    this.install = { ...this.install, metadata: { ...metadata, annotations, resourceVersion } };
  }
}

it('asks for the version by annotations, and takes them off', async () => {
  const server = new Server(() => PLAN);
  await expect(planInstall(server.scope, 'shop', '2.0')).resolves.toMatchObject({ ...PLAN, version: '2.0' });
  expect(server.install.metadata.annotations).toEqual({ other: 'stays' });
  expect(server.install.spec.appModelVersion).toBe('1.0');
});

it('throws the problem of a refusal, and takes the annotations off', async () => {
  const server = new Server(() => ({ refused: { reason: 'ModelVersionNotFound', message: 'no 9' } }));
  await expect(planInstall(server.scope, 'shop', '9')).rejects.toMatchObject({
    problem: 'modelVersionNotFound',
  });
  expect(server.install.metadata.annotations).toEqual({ other: 'stays' });
});

it('leaves the request of somebody else, and says that it took the place of this one', async () => {
  const server = new Server(() => {
    server.annotate({ [REQUESTED]: 'of-somebody-else', [VERSION]: '3.0' });
    return undefined;
  });
  await expect(planInstall(server.scope, 'shop', '2.0')).rejects.toMatchObject({ problem: 'planReplaced' });
  expect(server.install.metadata.annotations).toEqual({ [REQUESTED]: 'of-somebody-else', [VERSION]: '3.0' });
});

it('does not wait for ever', async () => {
  const server = new Server(() => undefined);
  await expect(planInstall(server.scope, 'shop', '2.0', 60)).rejects.toMatchObject({
    problem: 'installPending',
  });
  expect(server.install.metadata.annotations).toEqual({ other: 'stays' });
});
