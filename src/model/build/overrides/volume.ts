import { gibibytes } from '../../../allowed/quantity.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Override } from '../../../api/overrides.ts';
import { readQuantity } from '../../../base/quantity.ts';
import type { OverriddenClaim } from '../../../source/content.ts';
import type { ModelComponent } from '../../read/component.ts';
import type { Volume } from '../../read/storage.ts';
import type { Part, PartsContext } from '../parts.ts';
import { claimName } from '../workload/claim.ts';

type VolumeSetting = NonNullable<Override['volumes']>[number];

const GIBIBYTE = 1024 ** 3;

/** Volumes of a component with what its install sets of them. */
export function overrideVolumes(
  { volumes, configFiles }: ModelComponent,
  overrides: readonly VolumeSetting[],
  path: string,
): { readonly volumes: readonly Volume[]; readonly problems: readonly NotApplied[] } {
  const settings = new Map(overrides.map((setting) => [setting.name, setting]));
  const problems = overrides.flatMap((setting) => {
    const why = problemOf(volumes, configFiles, setting);
    return why === undefined ? [] : [{ path: `${path}[${setting.name}]`, why }];
  });
  return {
    volumes: volumes.map((volume) => {
      const setting = settings.get(volume.name);
      return setting === undefined ? volume : overrideVolume(volume, setting, path);
    }),
    problems,
  };
}

function problemOf(
  volumes: readonly Volume[],
  configFiles: ModelComponent['configFiles'],
  { name, size }: VolumeSetting,
): string | undefined {
  const volume = volumes.find((each) => each.name === name);
  if (volume === undefined) {
    const known = volumes.map((each) => each.name.slice(0, 63)).slice(0, 10);
    return configFiles.some((file) => file.name === name)
      ? 'it is a config file, which has neither size nor class'
      : `the component has no such volume; it has ${known.join(', ') || 'none'}`;
  }
  if (volume.type === 'memoryfs') {
    return 'it lives in the pod, without size and class';
  }
  return size !== undefined && !readQuantity(size) ? 'size: must be more than 0' : undefined;
}

function overrideVolume(volume: Volume, { name, size, storageClass }: VolumeSetting, path: string): Volume {
  return {
    ...volume,
    capacity: size === undefined ? volume.capacity : (readQuantity(size) ?? 0) / GIBIBYTE,
    overridden: { path: `${path}[${name}]`, size: size !== undefined, storageClass },
  };
}

/** Claims of a component of which the install sets size or class. */
export function overriddenClaims(part: Part, context: PartsContext): readonly OverriddenClaim[] {
  return part.component.volumes.flatMap((volume) => {
    const { overridden, capacity } = volume;
    if (overridden === undefined) {
      return [];
    }
    const { path, size, storageClass } = overridden;
    const name = claimName(part, volume, context);
    return [{ path, name, size: size ? gibibytes(capacity) : undefined, storageClass }];
  });
}
