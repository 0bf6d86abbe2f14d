import { objectOf, type Rendered } from '../../object.ts';
import { type Branch, type ListenerGroup, mirrorOfBranch } from '../group.ts';
import { branchName } from '../parts.ts';
import { schemeOf } from './balancing.ts';
import { TRAEFIK_SERVICES } from './resources.ts';
import type { TransportReference } from './transport.ts';

/** Most KiB of a body that Traefik copies: it reserves this much memory for each request, even without a body. */
export const MOST_COPIED = 64;

/** The TraefikService that passes the requests of a branch on to another one, and copies them; undefined where none is copied. */
export function mirroringOf(
  group: ListenerGroup,
  branch: Branch,
  to: Rendered | undefined,
  transport: TransportReference,
): Rendered | undefined {
  const mirror = mirrorOfBranch(branch);
  if (mirror === undefined || to === undefined) {
    return undefined;
  }
  const { service, port, percent = 100 } = mirror;
  const mirroring = {
    kind: TRAEFIK_SERVICES.kind,
    name: to.draft.metadata.name,
    maxBodySize: MOST_COPIED * 1024,
    mirrors: [{ name: service, port, ...schemeOf(mirror), percent, ...transport }],
  };
  return objectOf(group, TRAEFIK_SERVICES, { mirroring }, branchName(group, branch, 'mirror'));
}
