import { CHARTS } from '../../../api/marketinstall.ts';
import { EventLoopYielder } from '../../../base/yielding.ts';
import { installReadinessOf } from '../../../install/state.ts';
import { byAge } from '../../../objects/age.ts';
import type { Gateway } from '../../../objects/gatewayapi.ts';
import { managerOf } from '../../../objects/managed.ts';
import { type Readiness, readyConditionOf } from '../../../objects/readiness.ts';
import { type Application, installId, type MarketInstall } from '../../../objects/stoa.ts';
import { workloadKey } from '../../../workload/pod.ts';
import type { GatewayPlace } from '../../gatewayplace.ts';
import { idOf } from '../../http/id.ts';
import { displayNameOf } from '../applications/record.ts';
import {
  type ComponentSource,
  installedKey,
  listedRecord,
  type ReadComponent,
  topologyComponent,
  workloadComponentId,
} from './componentrecord.ts';
import { Exposures } from './exposures.ts';
import type { ObservedParts } from './read.ts';
import { readinessMembers } from './readiness.ts';
import type { Rights } from './rights.ts';
import { type RuleSource, topologyRule } from './rulerecord.ts';
import { type MissingPart, MOST, type Topology, type TopologyInstall } from './schema.ts';

/** An application, its Gateway and the rights of the caller, as far as the caller may read them. */
export interface Observed {
  readonly parts: ObservedParts;
  readonly gateway: Gateway | MissingPart;
  readonly rights: Rights;
  /** The Gateway as the configuration has it. */
  readonly place: GatewayPlace;
  /** Host name or address of the configuration at which clients reach the ports of the gateway. */
  readonly tcpAddress: string | undefined;
}

/** Record of how an application is put together, made in short stretches between which other requests go on. */
export async function topologyRecord(observed: Observed): Promise<Topology> {
  const { parts, gateway, rights, place } = observed;
  const exposures = new Exposures(parts.application.spec.id, parts, parts.rules);
  const gatewayRecord = gatewayRecordOf(observed);
  const source = { exposures, gateway: place, address: gatewayRecord.addresses[0] };
  const rules = mostNeeded(parts.rules, readyConditionOf, MOST.rules);
  const installs = mostNeeded(parts.installs, installReadinessOf, MOST.installs);
  return {
    application: applicationRecord(parts.application),
    gateway: gatewayRecord,
    rules: await inStretches(rules, (rule) => topologyRule(rule, source satisfies RuleSource)),
    rules_total: parts.rules.length,
    ...(await componentRecords(parts, exposures)),
    installs: installs.map(installRecord),
    installs_total: parts.installs.length,
    may: rights.may,
    missing: [...('part' in gateway ? [gateway] : []), ...parts.missing, ...rights.missing],
  };
}

/** Objects by age; of too many, those that are ready are left out first. */
function mostNeeded<T extends Parameters<typeof byAge>[0]>(
  objects: readonly T[],
  readinessOf: (object: T) => Readiness,
  most: number,
): readonly T[] {
  const sorted = objects.toSorted(byAge);
  if (sorted.length <= most) {
    return sorted;
  }
  const [ready, others] = [true, false].map((is) =>
    sorted.filter((each) => (readinessOf(each).state === 'ready') === is),
  );
  return [...(others ?? []), ...(ready ?? [])].slice(0, most).toSorted(byAge);
}

async function componentRecords(
  parts: ObservedParts,
  exposures: Exposures,
): Promise<Pick<Topology, 'components' | 'components_total'>> {
  const { workloads, listed, installs } = parts;
  const source: ComponentSource = {
    exposures,
    installed: new Map(
      installs.flatMap((install) =>
        (install.status?.components ?? []).map(
          (each) => [installedKey(installId(install), each.id), each] as const,
        ),
      ),
    ),
    uids: new Map(installs.map((install) => [installId(install), install.metadata.uid])),
    ids: new Set([...workloads.map(workloadComponentId), ...listed.map(({ id }) => id)]),
  };
  const components = [
    ...readComponents(parts).map((each) => ({
      name: each.workload.metadata.name,
      make: () => topologyComponent(each, source),
    })),
    ...listed.map((each) => ({ name: each.workload, make: () => listedRecord(each, source) })),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    components: await inStretches(components.slice(0, MOST.components), ({ make }) => make()),
    components_total: components.length,
  };
}

function readComponents({ application, workloads, pods }: ObservedParts): readonly ReadComponent[] {
  const listed = new Map(
    (application.status?.components ?? []).map((each) => [`${each.kind}/${each.workload}`, each]),
  );
  return workloads.map((workload) => {
    const { kind, metadata } = workload;
    const key = workloadKey(metadata.namespace, kind, metadata.name);
    return {
      workload,
      pods: pods && (pods.get(key) ?? []),
      listed: listed.get(`${kind}/${metadata.name}`),
    };
  });
}

/** Results for a list, with pauses in which other requests go on. */
async function inStretches<T, R>(list: readonly T[], make: (each: T) => R): Promise<R[]> {
  const turns = new EventLoopYielder();
  const made: R[] = [];
  for (const each of list) {
    await turns.yield();
    made.push(make(each));
  }
  return made;
}

function applicationRecord(application: Application): Topology['application'] {
  const { metadata, spec, status } = application;
  return {
    app_id: spec.id,
    name: displayNameOf(application),
    k8s_app: metadata.name,
    note: spec.note ?? '',
    phase: status?.phase ?? 'NIL',
    ...readinessMembers(readyConditionOf(application), status?.conditions ?? []),
    managed_by: managerOf(application) ?? '',
  };
}

function gatewayRecordOf({ gateway, place, tcpAddress }: Observed): Topology['gateway'] {
  const { namespace, name, className = '' } = place;
  if ('part' in gateway) {
    const addresses = tcpAddress === undefined ? [] : [tcpAddress];
    return { engine: className, namespace, name, addresses };
  }
  const { spec, status } = gateway;
  const reported = (status?.addresses ?? []).flatMap(({ value }) => value ?? []);
  return {
    engine: spec.gatewayClassName,
    namespace,
    name,
    addresses: [...new Set([...(tcpAddress === undefined ? [] : [tcpAddress]), ...reported])],
    https: spec.listeners.some(({ protocol }) => protocol === 'HTTPS'),
  };
}

/** Record of an install. Pure. */
function installRecord(install: MarketInstall): TopologyInstall {
  const { metadata, spec, status } = install;
  return {
    install_id: idOf(metadata.uid),
    name: metadata.name,
    kind: spec.market.type === CHARTS ? 'chart' : 'model',
    app_model_id: spec.appModelId,
    version: spec.appModelVersion,
    serving_version: status?.serving?.version ?? '',
    ...readinessMembers(installReadinessOf(install), status?.conditions ?? []),
    wave: status?.progress?.wave ?? '',
    components_ready: status?.progress?.ready ?? '',
    managed_by: managerOf(install) ?? '',
  };
}
