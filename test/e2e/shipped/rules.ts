import { EXAMPLE_COMPONENT, EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { GATEWAYS, type Gateway } from '../../../src/objects/gatewayapi.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { until } from '../until.ts';
import { askRest, type ExposedRest } from './expose.ts';
import { REGION, RELEASE } from './release.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import { statusOf } from './usertraffic.ts';

interface Placed extends Gateway {
  readonly status?: Gateway['status'] & { readonly addresses?: readonly { readonly value: string }[] };
}

/** Timeout in milliseconds for engines and new pods. */
const TIMEOUT_MS = 300_000;

/** A rule from a host to the example's component. */
export function ruleFor(name: string, domainName: string): ObjectDraft {
  const { id: serviceId, port: containerPort } = EXAMPLE_COMPONENT;
  return {
    ...GATEWAY_RULE_TYPE,
    metadata: { name, namespace: EXAMPLE_NAMESPACE },
    spec: { appId: 1, protocol: 'http', http: { serviceId, containerPort, domainName } },
  };
}

/** Waits until every rule of the example's team is Ready. */
export function rulesReady({ client }: ShippedCluster): Promise<void> {
  const complaints = async () => {
    const rules = await client.list(GATEWAY_RULES, { namespace: EXAMPLE_NAMESPACE });
    const waiting = rules.flatMap(({ metadata, status }) => {
      const ready = status?.conditions?.find(({ type }) => type === 'Ready');
      const isReady = ready?.status === 'True' && ready.observedGeneration === metadata.generation;
      return isReady ? [] : [`${metadata.name}: ${ready?.reason ?? 'no status'}, ${ready?.message ?? ''}`];
    });
    return rules.length === 0 ? ['there are none'] : waiting;
  };
  return until('the rules are Ready', complaints, TIMEOUT_MS);
}

/** URL of Stoa's Gateway; waits until Stoa has created the Gateway and it has an address. */
export async function gatewayUrl({ client }: ShippedCluster): Promise<string> {
  let address: string | undefined;
  const complaints = async () => {
    const gateways = await client.list(GATEWAYS as Resource<Placed>, { namespace: RELEASE.namespace });
    address = gateways.find(({ metadata }) => metadata.name === RELEASE.name)?.status?.addresses?.[0]?.value;
    return address === undefined ? ['it has none'] : [];
  };
  await until('the Gateway has an address', complaints, TIMEOUT_MS);
  return `http://${address}/`;
}

/** Waits until requests for a host succeed with 200. */
export function answers(url: string, host: string): Promise<void> {
  const complaints = async () => {
    const status = await statusOf(url, host);
    return status === 200 ? [] : [`it answers ${status}`];
  };
  return until(`${host} is answered`, complaints, TIMEOUT_MS);
}

/** Creates a rule as the owner of the example's team, through the REST API. Throws the response if it is no success. */
export async function createByRest(
  world: ShippedCluster,
  exposed: ExposedRest,
  domain: string,
): Promise<void> {
  const token = await world.kubectl('create', 'token', 'owner', `--namespace=${EXAMPLE_NAMESPACE}`);
  const { id: service_id, port: container_port } = EXAMPLE_COMPONENT;
  const body = { protocol: 'http', http: { service_id, container_port, domain_name: domain } };
  const path = `/openapi/v1/teams/shop/regions/${REGION}/apps/1/domains`;
  const { status, text } = await askRest(exposed, path, { token: token.trim(), body });
  if (status < 200 || status >= 300) {
    throw new Error(`the REST API responds with ${status}: ${text}`);
  }
}
