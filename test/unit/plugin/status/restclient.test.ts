import { expect, it } from 'vitest';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import type { Connection } from '../../../../src/plugin/connect.ts';
import { readRest, restPlaceOf } from '../../../../src/plugin/status/restclient.ts';

/** Reply through the chart's Service, whose proxy answers by `proxy`; the names by which it was asked. */
async function ask(proxy: (port: string) => unknown) {
  const ports: string[] = [];
  const call = async ({ path, headers }: KubeRequest) => {
    const port =
      /\/namespaces\/stoa-system\/services\/(.*)\/proxy\/openapi\/v1\/currentuser$/.exec(path)?.[1] ?? path;
    expect(headers).toEqual([['x-stoa-token', 't']]);
    ports.push(decodeURIComponent(port));
    const answer = proxy(decodeURIComponent(port));
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  };
  const connection = { call } as unknown as Connection;
  const reply = await readRest({ connection, place: restPlaceOf(undefined), token: 't' }, (client) =>
    client.GET('/openapi/v1/currentuser'),
  );
  return { reply, ports };
}

const unserved = (message: string) => new KubeError({ type: 'refused', status: 503 }, message);

const TLS = 'https:stoa-rest:https';
const PLAIN = 'stoa-rest:http';

it('reaches the Service of the chart by TLS', async () => {
  const { reply, ports } = await ask(() => ({ ready: true }));
  expect(reply).toEqual({ type: 'json', json: { ready: true } });
  expect(ports).toEqual([TLS]);
});

it.each([
  ['nothing serves TLS', unserved('no endpoints available for service "stoa-rest:https"')],
  ['the user has a right to the other port alone', new KubeError({ type: 'forbidden' }, 'not yours')],
])('reaches the Service of the chart without TLS where %s', async (_, failure) => {
  const { reply, ports } = await ask((port) => (port === PLAIN ? { ready: true } : failure));
  expect(reply).toEqual({ type: 'json', json: { ready: true } });
  expect(ports).toEqual([TLS, PLAIN]);
});

it('says that nothing serves TLS where nothing serves either', async () => {
  const { reply } = await ask((port) => unserved(`no endpoints available for service "${port}"`));
  expect(reply).toMatchObject({ type: 'none', why: expect.stringContaining(`"${TLS}"`) });
});

it('says why a Service that is served in the clear gives nothing', async () => {
  const { reply } = await ask((port) =>
    port === PLAIN ? new KubeError({ type: 'refused', status: 500 }, 'broken') : unserved('x'),
  );
  expect(reply).toMatchObject({ type: 'none', why: expect.stringContaining('broken') });
});

it('says which permission is missing without any', async () => {
  const error = new KubeError({ type: 'forbidden' }, 'ada cannot get services/proxy');
  const { reply, ports } = await ask(() => error);
  expect(reply).toMatchObject({ type: 'none', why: expect.stringContaining(error.message) });
  expect(ports).toEqual([TLS, PLAIN]);
});
