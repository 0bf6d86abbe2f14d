import type { Place } from '../../api/live.ts';
import { useTopology } from '../../api/topology.ts';
import type { Topology } from '../../api/types.ts';

/** Rights of the caller on certificates. */
export type CertificateRights = Topology['may']['certificates'];

const NONE: CertificateRights = { read: true, create: false, edit: false, delete: false };

/** Rights of the caller, as any application of the team tells them; none are known without one. */
export function useRights(place: Place, app: string | undefined): CertificateRights {
  const topology = useTopology({ ...place, app: app ?? '' }, app !== undefined);
  return topology.data?.may.certificates ?? NONE;
}
