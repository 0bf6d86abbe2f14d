import { LABELS } from '../../api/group.ts';
import { adopts } from '../../component/adoption.ts';
import type { Exposure } from '../../component/exposure.ts';
import { readAdopted, readNamingWorkloads } from '../../component/readworkloads.ts';
import {
  applicationIdOf,
  exposureOfTarget,
  type Target,
  targetKey,
  targetOfSpec,
} from '../../component/target.ts';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure, tryRead } from '../../kube/error.ts';
import { EVENTS } from '../../kube/event.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { SECRETS, SERVICES, type Service } from '../../objects/core.ts';
import { GATEWAYS } from '../../objects/gatewayapi.ts';
import { GRPC_ROUTES } from '../../objects/grpcroute.ts';
import { HTTP_ROUTES } from '../../objects/httproute.ts';
import {
  APPLICATIONS,
  type Application,
  GATEWAY_RULES,
  type GatewayRule,
  installId,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../objects/stoa.ts';
import { PODS, WORKLOADS } from '../../objects/workload.ts';
import { nameSelectors } from '../../rule/candidate.ts';
import { type CertificateRef, certificateOf, parseRule } from '../../rule/effective.ts';
import { HTTPS_SUFFIX } from '../../rule/groupname.ts';
import { findShadow } from '../shadow.ts';
import type { ObservedApplication } from './application.ts';
import type { RegardingEvent } from './explanation.ts';
import type { ObservedInstall } from './install.ts';
import type { ObservedRule } from './rule.ts';

/** Objects that a rule refers to. Throws KubeError. */
export async function observeRule(client: KubeClient, rule: GatewayRule): Promise<ObservedRule> {
  const { namespace } = rule.metadata;
  const { http } = rule.spec;
  const target = targetOfSpec(rule.spec);
  const all = await client.list(APPLICATIONS, { namespace });
  const [exposure, rules, competing, certificates, gateway, shadow] = await Promise.all([
    all.some(adopts)
      ? exposureOfTarget(target, await readAdopted(client, namespace))
      : readTarget(client, namespace, target),
    client.list(GATEWAY_RULES, { namespace }),
    competingRulesOf(client, rule),
    certificatesFor(client, namespace, http && certificateOf(http)),
    gatewayOf(client, rule),
    findShadow(client, rule),
  ]);
  const siblings = rules.filter(
    ({ spec }) => targetKey(namespace, targetOfSpec(spec)) === targetKey(namespace, target),
  );
  const applications = all.filter(({ spec }) => spec.id === applicationIdOf(rule));
  return { rule, applications, ...exposure, siblings, competing, certificates, gateway, shadow };
}

/** Exposure of a target by labels alone. */
async function readTarget(client: KubeClient, namespace: string, target: Target): Promise<Exposure> {
  const services = await client.list(SERVICES, { namespace, ...selectionOf(target) });
  return { services, workloads: await workloadsNaming(client, namespace, services) };
}

/** Selection of the Services of a target. */
function selectionOf(target: Target): { readonly labelSelector?: string; readonly fieldSelector?: string } {
  return target.type === 'component'
    ? { labelSelector: `${LABELS.appId}=${target.appId},${LABELS.componentId}=${target.id}` }
    : { fieldSelector: `metadata.name=${target.name}` };
}

/** Workloads of the component that Services have the labels of; none where they have none. */
async function workloadsNaming(client: KubeClient, namespace: string, services: readonly Service[]) {
  const { [LABELS.appId]: appId, [LABELS.componentId]: id } = services[0]?.metadata.labels ?? {};
  return appId === undefined || id === undefined
    ? []
    : await readNamingWorkloads(
        client,
        { namespace, labelSelector: `${LABELS.appId}=${appId},${LABELS.componentId}=${id}` },
        services,
      );
}

/** Secrets that a rule can mean as its certificate; undefined where it names none. */
async function certificatesFor(
  client: KubeClient,
  namespace: string,
  certificate: CertificateRef | undefined,
): Promise<ObservedRule['certificates']> {
  if (certificate === undefined) {
    return undefined;
  }
  const selection =
    certificate.type === 'number'
      ? { labelSelector: `${LABELS.certificateId}=${certificate.id}` }
      : { fieldSelector: `metadata.name=${certificate.name}` };
  return await tryRead(client.listMetadata(SECRETS, { namespace, ...selection }));
}

/** Rules for the same host or port: of all namespaces where the user may list them, else of the rule's own. */
async function competingRulesOf(client: KubeClient, object: GatewayRule): Promise<GatewayRule[]> {
  const parsed = parseRule(object);
  if (parsed.type !== 'valid') {
    return [];
  }
  const selectors = nameSelectors(parsed.rule);
  try {
    return await rulesWith(client, selectors, {});
  } catch (error) {
    if (!isFailure(error, 'forbidden')) {
      throw error;
    }
    return await rulesWith(client, selectors, { namespace: object.metadata.namespace });
  }
}

async function rulesWith(
  client: KubeClient,
  selectors: readonly string[],
  where: { readonly namespace?: string },
): Promise<GatewayRule[]> {
  const lists = selectors.map((fieldSelector) => client.list(GATEWAY_RULES, { ...where, fieldSelector }));
  return (await Promise.all(lists)).flat();
}

async function gatewayOf(
  client: KubeClient,
  { metadata, spec, status }: GatewayRule,
): Promise<ObservedRule['gateway']> {
  if (spec.http === undefined || status?.routeName === undefined) {
    return undefined;
  }
  const { namespace } = metadata;
  const names = [status.routeName, `${status.routeName}${HTTPS_SUFFIX}`];
  const resource = spec.http.policy?.match?.grpc === undefined ? HTTP_ROUTES : GRPC_ROUTES;
  const routes = await Promise.all(names.map((name) => tryRead(client.get(resource, { namespace, name }))));
  const [parent] = routes.flatMap((route) => (route.type === 'found' ? route.value.spec.parentRefs : []));
  if (parent === undefined) {
    return undefined;
  }
  const target = { namespace: parent.namespace ?? namespace, name: parent.name };
  return { name: `${target.namespace}/${target.name}`, result: await tryRead(client.get(GATEWAYS, target)) };
}

/** Objects that an install refers to or consists of. Throws KubeError. */
export async function observeInstall(client: KubeClient, install: MarketInstall): Promise<ObservedInstall> {
  const { namespace } = install.metadata;
  const labelSelector = `${LABELS.install}=${installId(install)}`;
  const { appId, market } = install.spec;
  const { accessKeySecretRef } = market;
  const [applications, accessKey, workloads, pods] = await Promise.all([
    applicationsWith(client, namespace, appId),
    accessKeySecretRef === undefined
      ? undefined
      : tryRead(
          client.listMetadata(SECRETS, {
            namespace,
            fieldSelector: `metadata.name=${accessKeySecretRef.name}`,
          }),
        ),
    Promise.all(WORKLOADS.map((resource) => client.list(resource, { namespace, labelSelector }))),
    client.list(PODS, { namespace }),
  ]);
  return { install, applications, accessKey, workloads: workloads.flat(), pods };
}

/** Rules and installs of an application. Throws KubeError. */
export async function observeApplication(
  client: KubeClient,
  application: Application,
): Promise<ObservedApplication> {
  const { namespace } = application.metadata;
  const [rules, installs] = await Promise.all([
    client.list(GATEWAY_RULES, { namespace }),
    client.list(MARKET_INSTALLS, { namespace }),
  ]);
  const { id } = application.spec;
  return {
    application,
    rules: rules.filter((rule) => applicationIdOf(rule) === id),
    installs: installs.filter(({ spec }) => spec.appId === id),
  };
}

async function applicationsWith(
  client: KubeClient,
  namespace: string | undefined,
  id: number | undefined,
): Promise<Application[]> {
  const applications = await client.list(APPLICATIONS, { namespace });
  return applications.filter(({ spec }) => spec.id === id);
}

/** The fields of an Event (events.k8s.io/v1) that are used. */
interface StoredEvent extends KubeObject {
  readonly type?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly eventTime?: string | null;
  readonly series?: { readonly lastObservedTime?: string };
  readonly regarding?: { readonly uid?: string };
}

/** Events of an object; none where the user may not list them. Throws KubeError. */
export async function observeEvents(client: KubeClient, { metadata }: KubeObject): Promise<RegardingEvent[]> {
  const { namespace, uid } = metadata;
  const result = await tryRead(client.list(EVENTS as Resource<StoredEvent>, { namespace }));
  const events = result.type === 'found' ? result.value : [];
  return events
    .filter(({ regarding }) => regarding?.uid === uid)
    .map((event) => ({
      at: event.series?.lastObservedTime ?? event.eventTime ?? event.metadata.creationTimestamp,
      type: event.type ?? '',
      reason: event.reason ?? '',
      note: event.note ?? '',
    }));
}
