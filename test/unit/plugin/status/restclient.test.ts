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

it('reaches the Service of the chart without TLS', async () => {
  const { reply, ports } = await ask(() => ({ ready: true }));
  expect(reply).toEqual({ type: 'json', json: { ready: true } });
  expect(ports).toEqual(['stoa-rest:http']);
});

it('reaches the Service of the chart by TLS where nothing serves its other port', async () => {
  const { reply, ports } = await ask((port) =>
    port === 'https:stoa-rest:https'
      ? { ready: true }
      : unserved('no endpoints available for service "stoa-rest:http"'),
  );
  expect(reply).toEqual({ type: 'json', json: { ready: true } });
  expect(ports).toEqual(['stoa-rest:http', 'https:stoa-rest:https']);
});

it('says that nothing serves the port without TLS where nothing serves either', async () => {
  const { reply } = await ask((port) => unserved(`no endpoints available for service "${port}"`));
  expect(reply).toMatchObject({ type: 'none', why: expect.stringContaining('"stoa-rest:http"') });
});

it('says why a Service that is served by TLS gives nothing', async () => {
  const { reply } = await ask((port) =>
    port === 'https:stoa-rest:https' ? new KubeError({ type: 'forbidden' }, 'not yours') : unserved('x'),
  );
  expect(reply).toMatchObject({ type: 'none', why: expect.stringContaining('not yours') });
});

it('asks no further without a permission', async () => {
  const error = new KubeError({ type: 'forbidden' }, 'ada cannot get services/proxy');
  const { reply, ports } = await ask(() => error);
  expect(reply).toMatchObject({ type: 'none', why: expect.stringContaining(error.message) });
  expect(ports).toEqual(['stoa-rest:http']);
});
