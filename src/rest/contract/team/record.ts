import type { z } from 'zod';
import type { Impersonation } from '../../../kube/client.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { ENTERPRISE } from '../enterprise.ts';
import { numericId } from '../id.ts';
import type {
  currentUserSchema,
  listedTeamSchema,
  RegionRecord,
  TeamRecord,
  teamRegionSchema,
} from './response.ts';

/** A team, and the Namespace that has its label. */
export interface TeamSource {
  readonly teamId: string;
  readonly namespace: KubeObject;
}

/** Record of a team. */
export function teamRecord({ teamId, namespace: { metadata } }: TeamSource): TeamRecord {
  return {
    tenant_id: teamId,
    tenant_name: teamId,
    tenant_alias: teamId,
    enterprise_id: ENTERPRISE,
    is_active: true,
    create_time: metadata.creationTimestamp ?? '',
    creater: '',
  };
}

/** Record of a team in the list of teams. */
export function listedTeam(source: TeamSource): z.infer<typeof listedTeamSchema> {
  return { ...teamRecord(source), ID: numericId(source.namespace.metadata.uid), role_infos: [] };
}

/** Record of a region. */
export function regionRecord(name: string): RegionRecord {
  return {
    region_id: name,
    region_name: name,
    region_alias: name,
    url: '',
    status: '1',
    desc: '',
    scope: 'private',
  };
}

/** Names of a gateway: the domain below which installs get their hosts, and the address of TCP rules. */
interface GatewayNames {
  readonly domain: string | undefined;
  readonly tcpAddress: string | undefined;
}

/** Record of the region of a team. */
export function teamRegion(
  name: string,
  teamId: string,
  { domain, tcpAddress }: GatewayNames,
): z.infer<typeof teamRegionSchema> {
  return {
    ...regionRecord(name),
    tenant_name: teamId,
    wsurl: '',
    httpdomain: domain ?? '',
    tcpdomain: tcpAddress ?? '',
    token: '',
  };
}

/** Record of the owner of a token. */
export function currentUser({ user, uid }: Impersonation): z.infer<typeof currentUserSchema> {
  return {
    bean: {
      user_id: numericId(uid ?? user),
      nick_name: user,
      real_name: user,
      email: '',
      phone: null,
      is_active: true,
      origion: '',
      enterprise_id: ENTERPRISE,
    },
  };
}
