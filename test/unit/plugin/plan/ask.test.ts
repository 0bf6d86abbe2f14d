import { describe, expect, it } from 'vitest';
import { KubeError } from '../../../../src/kube/error.ts';
import type { ObjectDraft } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import type { MarketInstall } from '../../../../src/objects/stoa.ts';
import { askForPreview } from '../../../../src/plugin/plan/ask.ts';
import { INSTALL } from './scene.ts';

type Annotations = Readonly<Record<string, string>>;

/** API server with one install, whose operator does something after each request. */
class Server {
  readonly asked: Annotations[] = [];
  stored: MarketInstall = INSTALL;
  readonly #react: (server: Server, requested: string) => void;

  constructor(react: (server: Server, requested: string) => void) {
    this.#react = react;
  }

  apply = async (_: Resource, { metadata }: ObjectDraft) => {
    const { annotations = {} } = metadata;
    expect(metadata.uid).toBe(INSTALL.metadata.uid);
    this.asked.push(annotations);
    this.stored = { ...this.stored, metadata: { ...this.stored.metadata, annotations } };
    const id = annotations['stoa.dev/preview-requested'];
    if (id !== undefined) {
      this.#react(this, id);
    }
    return this.stored;
  };

  get = async () => this.stored;

  ask(version?: string, stop = new AbortController().signal) {
    const client = this as unknown as Parameters<typeof askForPreview>[0];
    return askForPreview(client, INSTALL, version, stop);
  }
}

function answer(server: Server, requested: string): void {
  server.stored = { ...server.stored, status: { preview: { requested, version: '2.0' } } };
}

describe('the request for a plan', () => {
  it.each([
    [undefined, ['stoa.dev/preview-requested']],
    ['2.0', ['stoa.dev/preview-requested', 'stoa.dev/preview-version']],
  ])('of the version %s is taken off with the answer', async (version, names) => {
    const server = new Server(answer);
    await expect(server.ask(version)).resolves.toMatchObject({ version: '2.0' });
    expect(server.asked.map((annotations) => Object.keys(annotations))).toEqual([names, []]);
  });

  it('is left alone where it is the one of somebody else', async () => {
    const server = new Server((self) => {
      const annotations = { 'stoa.dev/preview-requested': 'other' };
      self.stored = { ...self.stored, metadata: { ...self.stored.metadata, annotations } };
    });
    await expect(server.ask()).rejects.toThrow('another client has asked for a plan');
    expect(server.asked).toHaveLength(1);
  });

  it('ends where the install is being deleted', async () => {
    const server = new Server((self) => {
      const metadata = { ...self.stored.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
      self.stored = { ...self.stored, metadata };
    });
    await expect(server.ask()).rejects.toThrow('the install is being deleted');
  });

  it('ends without an error where the install is gone in the end', async () => {
    const server = new Server(answer);
    const { get } = server;
    let reads = 0;
    server.get = async () => {
      reads += 1;
      if (reads > 1) {
        throw new KubeError({ type: 'not-found' }, 'gone');
      }
      return await get();
    };
    await expect(server.ask()).resolves.toMatchObject({ version: '2.0' });
  });

  it('is taken off where the user interrupts', async () => {
    const stop = new AbortController();
    const server = new Server(() => stop.abort());
    await expect(server.ask(undefined, stop.signal)).resolves.toBeUndefined();
    expect(server.asked.at(-1)).toEqual({});
  });
});
