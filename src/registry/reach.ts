import type { Gate } from '../store/exchange.ts';
import type { Allowed } from '../store/guard.ts';
import { policyOf } from '../store/signature/policyof.ts';
import type { Means } from './archive.ts';
import { answeringHost, type OciPlace } from './ociplace.ts';

/**
 * Gate to a repository. One that an entry with `verify` lists may be asked for at the registries of these entries, over
 * HTTPS; for any other, such entries allow nothing, since nobody would verify it. Pure.
 */
export function gateTo({ gate, stores }: Pick<Means, 'gate' | 'stores'>, place: OciPlace): Gate {
  if (policyOf(stores, place) === undefined) {
    return gate;
  }
  const origins = new Set(stores.flatMap(registryOrigins));
  return { ...gate, guard: (url, address) => origins.has(url.origin) || gate.guard(url, address) };
}

/** Origin of the registry of an entry; none for other entries. */
function registryOrigins(entry: Allowed): readonly string[] {
  return entry.type === 'registry' ? [`https://${answeringHost(entry.place.replace(/\/.*/, ''))}`] : [];
}
