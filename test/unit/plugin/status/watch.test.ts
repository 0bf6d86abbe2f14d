import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import type { Connection } from '../../../../src/plugin/connect.ts';
import { Changes } from '../../../../src/plugin/status/changes.ts';
import { restPlaceOf } from '../../../../src/plugin/status/restclient.ts';
import { Wakes } from '../../../../src/plugin/status/wakes.ts';
import { drawRepeatedly } from '../../../../src/plugin/status/watch.ts';
import { eventually } from '../../../support/eventually.ts';
import { ChangesServer } from './changesserver.ts';

const NEVER_MS = 2 ** 30;

/** Periods after which nothing is drawn within a test. */
const NEVER = { togetherMs: 1, oftenMs: NEVER_MS, rareMs: NEVER_MS };

/** Periods of polling alone. */
const POLLING = { togetherMs: 1, oftenMs: 20, rareMs: NEVER_MS };

const PAUSES = { firstMs: 1, maxMs: 20 };

const metadata = { name: 'shop', namespace: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: '' };

/** Connection to a cluster with one application, whose proxy of Services `open` is. */
function connectionTo(
  token: string | undefined,
  open: (request: KubeRequest) => Promise<AsyncIterable<Uint8Array>> = unserved,
): Connection {
  const call = async ({ path }: KubeRequest): Promise<unknown> =>
    path.endsWith('/applications')
      ? { metadata: { resourceVersion: '1' }, items: [{ metadata, spec: { id: 7 } }] }
      : { metadata: { ...metadata, labels: { 'stoa.dev/team': 'ours' } } };
  const client = new KubeClient({ call, open, close: async () => undefined });
  return { client, call, open, namespace: 'team', token: async () => token };
}

async function unserved(): Promise<never> {
  throw new KubeError({ type: 'refused', status: 503 }, 'nothing serves it');
}

/** Pictures that are drawn until the test ends. */
class Pictures {
  count = 0;

  constructor(connection: Connection, rest: string | undefined, periods = NEVER) {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const wakes = new Wakes(periods);
    const source = { rest: restPlaceOf(rest), region: 'local', token: undefined };
    void new Changes(connection, source, wakes, PAUSES).follow(stop.signal);
    const draw = async () => [`${++this.count}`];
    void drawRepeatedly({ write: () => true }, draw, (until) => wakes.next(until), stop.signal);
  }

  /** Waits until as many pictures are drawn. */
  async drawn(count: number): Promise<void> {
    await eventually(() => expect(this.count).toBe(count));
  }
}

describe('pictures with a stream of changes', () => {
  it('are drawn at changes, without waiting for a period', async () => {
    const server = await ChangesServer.open();
    const pictures = new Pictures(connectionTo('t'), server.url);
    await pictures.drawn(2);
    server.change();
    await pictures.drawn(3);
    server.change();
    await pictures.drawn(4);
    expect(server.asked).toEqual([
      { path: '/openapi/v1/teams/ours/regions/local/changes', token: 'Bearer t', after: undefined },
    ]);
  });

  it('are drawn when the stream breaks, which then resumes after the last event', async () => {
    const server = await ChangesServer.open();
    const pictures = new Pictures(connectionTo('t'), server.url);
    await pictures.drawn(2);
    server.refuses = true;
    server.breakOff();
    await pictures.drawn(3);
    server.change();
    server.refuses = false;
    await pictures.drawn(4);
    expect(server.changedAfter(server.asked.at(-1)?.after)).toEqual(['web']);
    server.change();
    await pictures.drawn(5);
  });

  it('are drawn as often as without one while it cannot be resumed', async () => {
    const server = await ChangesServer.open();
    const pictures = new Pictures(connectionTo('t'), server.url, POLLING);
    await eventually(() => expect(server.asked).toHaveLength(1));
    server.refuses = true;
    server.breakOff();
    const { count } = pictures;
    await eventually(() => expect(pictures.count).toBeGreaterThan(count + 5));
  });

  it('are drawn when nothing comes any more, not even a sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await ChangesServer.open();
    const pictures = new Pictures(connectionTo('t'), server.url);
    await pictures.drawn(2);
    await vi.advanceTimersByTimeAsync(25_000);
    await pictures.drawn(3);
    await eventually(() => expect(server.asked).toHaveLength(2));
  });

  it('are drawn through the proxy of the API server, which gets the token in a header of its own', async () => {
    const server = await ChangesServer.open();
    const asked: KubeRequest[] = [];
    const open = async (request: KubeRequest) => {
      asked.push(request);
      const { path, headers = [], signal = null } = request;
      const [service = '', rest] = path.split('/proxy');
      if (!service.endsWith('/services/stoa-rest%3Ahttp')) {
        return unserved();
      }
      const response = await fetch(`${server.url}${rest}`, {
        headers: headers.map(([name, value]) => [name, value]),
        signal,
      });
      return response.body ?? unserved();
    };
    const pictures = new Pictures(connectionTo('t', open), undefined);
    await pictures.drawn(2);
    server.breakOff();
    await pictures.drawn(3);
    await eventually(() => expect(server.asked).toHaveLength(2));
    const seen = server.asked[1]?.after;
    expect(server.changedAfter(seen)).toEqual([]);
    expect(asked.at(-1)?.headers).toEqual([
      ['x-stoa-token', 't'],
      ['last-event-id', seen],
    ]);
  });
});

describe('pictures are drawn periodically', () => {
  it('where the stream is refused', async () => {
    const server = await ChangesServer.open();
    server.refuses = true;
    const pictures = new Pictures(connectionTo('t'), server.url, POLLING);
    await eventually(() => expect(pictures.count).toBeGreaterThan(5));
    await eventually(() => expect(server.asked.length).toBeGreaterThan(2));
  });

  it('where the user has no token', async () => {
    const server = await ChangesServer.open();
    const pictures = new Pictures(connectionTo(undefined), server.url, POLLING);
    await eventually(() => expect(pictures.count).toBeGreaterThan(5));
    expect(server.asked).toEqual([]);
  });

  it('where no REST API is installed', async () => {
    const pictures = new Pictures(connectionTo('t'), undefined, POLLING);
    await eventually(() => expect(pictures.count).toBeGreaterThan(5));
  });
});
