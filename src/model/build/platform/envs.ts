import { present } from '../../../base/fields.ts';
import { shortHash } from '../../../base/hash.ts';
import { EXTEND_METHODS } from '../../../workload/kinds.ts';
import type { ModelComponent } from '../../read/component.ts';
import type { Identity } from '../identity.ts';
import type { EnvSource, PlatformEnv } from '../rawenv.ts';
import type { PlatformContext } from './platform.ts';

/** Envs that the original platform gives the container of a component. */
export function platformEnvs(identity: Identity, context: PlatformContext): readonly PlatformEnv[] {
  return [
    ...[alike('LOGGER_DRIVER_NAME', 'streamlog'), ...graphEnvs(identity, context)],
    ...portEnvs(identity, context),
    ...identityEnvs(identity, context).map((env) => ({ ...env, hidesOffers: true })),
  ];
}

function alike(name: string, text: string): PlatformEnv {
  return { name, underscored: false, hidesOffers: false, text };
}

function renamed(name: string, text: string, source?: EnvSource): PlatformEnv {
  return {
    name,
    underscored: true,
    hidesOffers: false,
    text,
    ...present({ source }),
  };
}

function graphEnvs({ component, id }: Identity, context: PlatformContext): PlatformEnv[] {
  const { changing, identities, hasLists, dependentsOf, waitsFor } = context;
  const known = (keys: readonly string[]) => keys.flatMap((key) => identities.get(key) ?? []);
  const needs = known(component.dependsOn);
  const dependents = known(dependentsOf(component.key));
  const list = (entries: readonly string[]) => entries.join(',');
  const of = [
    ...(hasLists
      ? [renamed('DEPEND_SERVICE', list(needs.map((each) => `${each.workload}:${each.id}`)))]
      : []),
    renamed('DEPEND_SERVICE_COUNT', `${needs.length}`),
    renamed('STARTUP_SEQUENCE_DEPENDENCIES', list(known(waitsFor(component)).map(({ alias }) => alias))),
  ];
  const by = list(dependents.map((each) => `${each.alias}:${each.id}`));
  return [
    ...(needs.length === 0 ? [] : of),
    ...(hasLists && by !== '' ? [changing(id, renamed('REVERSE_DEPEND_SERVICE', by))] : []),
  ];
}

function portEnvs({ component: { ports }, id }: Identity, { hostOf }: PlatformContext): PlatformEnv[] {
  const ascending = ports.toSorted((a, b) => a.containerPort - b.containerPort);
  const [lowest] = ascending;
  if (lowest === undefined) {
    return [];
  }
  const served = ascending.flatMap(({ containerPort }) => {
    const host = hostOf(id, containerPort);
    return host === undefined ? [] : [{ suffix: `_${containerPort}`, host }];
  });
  const all = [...served, ...served.slice(0, 1).map(({ host }) => ({ suffix: '', host }))];
  return [
    renamed('PORT', `${lowest.containerPort}`),
    renamed('PROTOCOL', lowest.protocol),
    ...all.flatMap(({ suffix, host }) => [
      alike(`DOMAIN${suffix}`, host),
      alike(`DOMAIN_PROTOCOL${suffix}`, 'http'),
    ]),
    renamed('MONITOR_PORT', ports.map(({ containerPort }) => containerPort).join(':')),
  ];
}

function identityEnvs({ component, id, alias, workload }: Identity, context: PlatformContext): PlatformEnv[] {
  const { namespace, changing } = context;
  const field = (name: string, path: string) => renamed(name, '', { type: 'field', path });
  return [
    renamed('NAMESPACE', namespace),
    renamed('TENANT_ID', shortHash(`team/${namespace}`, 32)),
    renamed('SERVICE_ID', id),
    alike(...memoryEnv(component.sizing.memory)),
    renamed('SERVICE_NAME', workload),
    renamed('SERVICE_ALIAS', alias),
    changing(id, renamed('SERVICE_POD_NUM', `${podsOf(component)}`)),
    field('HOST_IP', 'status.hostIP'),
    field('POD_IP', 'status.podIP'),
    field('POD_NAME', 'metadata.name'),
  ];
}

function podsOf({ extendMethod, sizing }: ModelComponent): number {
  return EXTEND_METHODS[extendMethod].pods === 'replicas' ? sizing.replicas : 1;
}

/** Names of the sizes of memory, by MiB. */
const SIZES: ReadonlyMap<number, string> = new Map([
  [128, 'micro'],
  [256, 'small'],
  [512, 'medium'],
  [1024, 'large'],
  [2048, '2xlarge'],
  [4096, '4xlarge'],
  [8192, '8xlarge'],
  [16_384, '16xlarge'],
  [32_768, '32xlarge'],
  [65_536, '64xlarge'],
]);

/** Env that tells a container its memory: the name of the size, or MiB where it has none. */
function memoryEnv(mebibytes: number): readonly [name: string, value: string] {
  const size = SIZES.get(mebibytes);
  return size === undefined ? ['CUSTOM_MEMORY_SIZE', `${mebibytes}`] : ['MEMORY_SIZE', size];
}
