import { z } from 'zod';

/** Record of a team. */
export const teamRecordSchema = z.object({
  tenant_id: z.string().describe('The team in paths: value of the label stoa.dev/team of its namespace.'),
  tenant_name: z.string().describe('The same as tenant_id.'),
  tenant_alias: z.string().describe('The same as tenant_id.'),
  enterprise_id: z.string().describe('Always stoa.'),
  is_active: z.boolean().describe('Always true.'),
  create_time: z.string().describe('Time at which its namespace was created.'),
  creater: z.string().describe('Always empty.'),
});

export type TeamRecord = z.infer<typeof teamRecordSchema>;

/** Record of a team in the list of teams. */
export const listedTeamSchema = teamRecordSchema.extend({
  ID: z.int().describe('A number of the team, which stays the same.'),
  role_infos: z
    .array(z.object({ role_id: z.int(), role_name: z.string() }))
    .describe('Always empty: the roles of the cluster decide.'),
});

/** Page of the list of teams. */
export const teamPageSchema = z.object({
  tenants: z.array(listedTeamSchema).describe('The teams of the page, the oldest first.'),
  total: z.int().describe('Number of teams on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});

/** Record of a region. */
export const regionRecordSchema = z.object({
  region_id: z.string().describe('The same as region_name.'),
  region_name: z.string().describe('The region in paths.'),
  region_alias: z.string().describe('The same as region_name.'),
  url: z.string().describe('Always empty.'),
  status: z.string().describe('Always 1: the region is in use.'),
  desc: z.string().describe('Always empty.'),
  scope: z.string().describe('Always private.'),
});

export type RegionRecord = z.infer<typeof regionRecordSchema>;

/** Record of the region of a team. */
export const teamRegionSchema = regionRecordSchema.extend({
  tenant_name: z.string().describe('The team.'),
  wsurl: z.string().describe('Always empty.'),
  httpdomain: z.string().describe('Domain below which installs get their hosts; empty where there is none.'),
  tcpdomain: z
    .string()
    .describe('Address at which clients reach TCP rules; empty where nothing is configured.'),
  token: z.string().describe('Always empty.'),
});

/** Page of the regions of a team. */
export const teamRegionPageSchema = z.object({
  regions: z.array(teamRegionSchema).describe('The regions of the page.'),
  total: z.int().describe('Number of regions on all pages.'),
});

/** The owner of a token. */
export const currentUserSchema = z.object({
  bean: z.object({
    user_id: z.int().describe('A number of the user, which stays the same.'),
    nick_name: z.string().describe('Name of the user in the cluster.'),
    real_name: z.string().nullable().describe('The same as nick_name.'),
    email: z.string().describe('Always empty.'),
    phone: z.string().nullable().describe('Always null.'),
    is_active: z.boolean().describe('Always true.'),
    origion: z.string().describe('Always empty.'),
    enterprise_id: z.string().describe('Always stoa.'),
  }),
});
