import { z } from 'zod';

/** Record of an install, and of the versions that it could be upgraded to. */
export const upgradeRecordSchema = z.object({
  market_name: z.string().describe('Tenant of the store.'),
  app_model_id: z.string().describe('The application model in the store.'),
  app_model_name: z.string().describe('The same as app_model_id.'),
  current_version: z.string().describe('Version that the install asks for.'),
  enterprise_id: z.string().describe('Always stoa.'),
  can_upgrade: z.boolean().describe('Whether there is a newer version.'),
  upgrade_versions: z.array(z.string()).describe('Newer versions in the store, the newest last.'),
  source: z.string().describe('Always market.'),
  install_id: z.string().describe('The install in paths.'),
  problem: z.string().describe('Why the store could not be asked for versions; empty where it could.'),
});

export type UpgradeRecord = z.infer<typeof upgradeRecordSchema>;
