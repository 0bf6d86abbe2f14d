import { z } from 'zod';
import type { Impersonation } from '../../../kube/client.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { numericId } from '../../http/id.ts';
import { constant, constantNull, constantsOf, ENTERPRISE_ID, namedObject } from '../../http/schema.ts';

/** Record of a team. */
export const teamRecordSchema = namedObject('Team', {
  tenant_id: z
    .string()
    .describe('The team in paths: value of the label stoa.dev/team of its namespace, or else its name.'),
  tenant_name: z.string().describe('The same as tenant_id.'),
  tenant_alias: z.string().describe('The same as tenant_id.'),
  enterprise_id: ENTERPRISE_ID,
  is_active: constant(true),
  create_time: z.string().describe('Time at which its namespace was created.'),
  creater: constant(''),
});

type TeamRecord = z.infer<typeof teamRecordSchema>;

/** Record of a team in the list of teams. */
const listedTeamSchema = teamRecordSchema.extend({
  ID: z.int().describe('A number of the team, which stays the same.'),
  role_infos: z
    .array(z.object({ role_id: z.int(), role_name: z.string() }))
    .describe('Always empty: the roles of the cluster decide.'),
});

/** Page of the list of teams. */
export const teamPageSchema = namedObject('TeamPage', {
  tenants: z.array(listedTeamSchema).describe('The teams of the page, the oldest first.'),
  total: z.int().describe('Number of teams on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});

/** Record of a region. */
export const regionRecordSchema = namedObject('Region', {
  region_id: z.string().describe('The same as region_name.'),
  region_name: z.string().describe('The region in paths.'),
  region_alias: z.string().describe('The same as region_name.'),
  url: constant(''),
  status: constant('1', 'the region is in use'),
  desc: constant(''),
  scope: constant('private'),
});

type RegionRecord = z.infer<typeof regionRecordSchema>;

/** Record of the region of a team. */
const teamRegionSchema = regionRecordSchema.extend({
  tenant_name: z.string().describe('The team.'),
  wsurl: constant(''),
  httpdomain: z.string().describe('Domain below which installs get their hosts; empty where there is none.'),
  tcpdomain: z
    .string()
    .describe('Address at which clients reach TCP rules; empty where nothing is configured.'),
  token: constant(''),
});

/** Page of the regions of a team. */
export const teamRegionPageSchema = namedObject('TeamRegionPage', {
  regions: z.array(teamRegionSchema).describe('The regions of the page.'),
  total: z.int().describe('Number of regions on all pages.'),
});

/** The owner of a token. */
export const currentUserSchema = namedObject('CurrentUser', {
  bean: z.object({
    user_id: z.int().describe('A number of the user, which stays the same.'),
    nick_name: z.string().describe('Name of the user in the cluster.'),
    real_name: z.string().nullable().describe('The same as nick_name.'),
    email: constant(''),
    phone: constantNull('string'),
    is_active: constant(true),
    origion: constant(''),
    enterprise_id: ENTERPRISE_ID,
  }),
});

/** A team, and its Namespace. */
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
    ...constantsOf(teamRecordSchema),
    create_time: metadata.creationTimestamp ?? '',
  };
}

/** Record of a team in the list of teams. */
export function listedTeam(source: TeamSource): z.infer<typeof listedTeamSchema> {
  return { ...teamRecord(source), ID: numericId(source.namespace.metadata.uid), role_infos: [] };
}

/** Record of a region. */
export function regionRecord(name: string): RegionRecord {
  return {
    ...constantsOf(regionRecordSchema),
    region_id: name,
    region_name: name,
    region_alias: name,
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
    ...constantsOf(teamRegionSchema),
    ...regionRecord(name),
    tenant_name: teamId,
    httpdomain: domain ?? '',
    tcpdomain: tcpAddress ?? '',
  };
}

/** Record of the owner of a token. */
export function currentUser({ user, uid }: Impersonation): z.infer<typeof currentUserSchema> {
  return {
    bean: {
      ...constantsOf(currentUserSchema.shape.bean),
      user_id: numericId(uid ?? user),
      nick_name: user,
      real_name: user,
    },
  };
}
