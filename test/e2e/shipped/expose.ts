import { Agent, request } from 'undici';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { until } from '../until.ts';
import { change, label, RELEASE } from './release.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import { statusOf } from './usertraffic.ts';

/** Host of the REST API at the gateway. */
export const REST_HOST = 'rest-api.example.com';

/** Names of the Secret with the certificate, and of the ConfigMap with the authority that signed it. */
const [SECRET, AUTHORITY] = ['tls-of-rest', 'authority-of-rest'];

/** Rule of the chart for the REST API. */
const RULE = { enabled: true, domainName: REST_HOST, certificateName: SECRET };

/** Values of the chart that open the REST API by a rule, with plain HTTP behind the gateway. */
const PLAIN = { rest: { tls: { insecure: true }, gatewayRule: RULE } };

/** Values of the chart that open it with TLS behind the gateway too, where its pods present the same certificate. */
export const EXPOSED = {
  rest: {
    tls: { secretName: SECRET },
    gatewayRule: {
      ...RULE,
      validation: { caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: AUTHORITY }] },
    },
  },
};

/** The REST API at the gateway: the URL of the gateway, and the authority of the certificate for the host. */
export interface ExposedRest {
  readonly gateway: string;
  readonly ca: string;
}

/** Opens the REST API by a rule of the chart; resolves when it answers at the gateway, by HTTPS alone. */
export async function expose(world: ShippedCluster, gateway: string): Promise<ExposedRest> {
  const exposed = { gateway, ca: await createCertificate(world) };
  await label(world, 'stoa.dev/team=stoa');
  await change(world, PLAIN);
  await restAnswers(world, exposed);
  await until('HTTP is redirected', async () => {
    const status = await statusOf(gateway, REST_HOST);
    return status === 301 ? [] : [`it answers ${status}`];
  });
  return exposed;
}

/**
 * Has the gateway speak TLS to the REST API. Not together with the listener: Envoy Gateway 1.9.1 then may serve that without
 * its certificate.
 */
export async function encrypt(world: ShippedCluster, exposed: ExposedRest): Promise<void> {
  await change(world, EXPOSED);
  await restAnswers(world, exposed);
}

/** Creates the objects of the certificate; returns its authority. */
async function createCertificate(world: ShippedCluster): Promise<string> {
  const { namespace, name } = RELEASE;
  const authority = await createAuthority();
  const hosts = [REST_HOST, `${name}-rest.${namespace}.svc`];
  const { certificate, key } = await issueServer(authority, REST_HOST, hosts);
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: SECRET, namespace },
    type: 'kubernetes.io/tls',
    stringData: { 'tls.crt': certificate, 'tls.key': key },
  };
  const ca = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: AUTHORITY, namespace },
    data: { 'ca.crt': authority.certificate },
  };
  await world.apply([secret, ca]);
  return authority.certificate;
}

/** Waits until the rule of the chart is Ready, and the REST API answers at the gateway. */
async function restAnswers(world: ShippedCluster, exposed: ExposedRest): Promise<void> {
  const rule = [`--namespace=${RELEASE.namespace}`, `gatewayrule/${RELEASE.name}-rest`];
  await world.kubectl('wait', '--for=condition=Ready', ...rule, '--timeout=300s');
  await until(
    'the REST API answers at the gateway',
    async () => {
      const { status, text } = await askRest(exposed, '/openapi.json').catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }));
      return status === 200 ? [] : [`${status} ${text}`];
    },
    60_000,
  );
}

/** Request to the REST API beside its path: as the caller of a token, with a body of JSON. */
interface RestCall {
  readonly token: string;
  readonly body: object;
}

/** Response of the REST API at the gateway, whose certificate is verified: to a POST where there is a call, else to a GET. */
export async function askRest(
  { gateway, ca }: ExposedRest,
  path: string,
  call?: RestCall,
): Promise<{ readonly status: number; readonly text: string }> {
  const dispatcher = new Agent({ connect: { ca, servername: REST_HOST } });
  const posting = call && {
    method: 'POST' as const,
    headers: {
      host: REST_HOST,
      authorization: `Bearer ${call.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(call.body),
  };
  try {
    const { statusCode, body } = await request(`https://${new URL(gateway).hostname}${path}`, {
      headers: { host: REST_HOST },
      ...posting,
      dispatcher,
    });
    return { status: statusCode, text: await body.text() };
  } finally {
    await dispatcher.close();
  }
}
