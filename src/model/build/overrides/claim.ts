import { gibibytes } from '../../../allowed/quantity.ts';
import type { OverriddenClaim } from '../expansion.ts';
import type { Part, PartsContext } from '../parts.ts';
import { claimName } from '../workload/claim.ts';

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
