import { z } from 'zod';
import { marketInstallSpecSchema } from '../../../api/marketinstall.ts';
import { bodyOf } from '../body.ts';

const { market, appModelId, appModelVersion } = marketInstallSpecSchema.shape;

/** Most models of one request. */
const MAX_UPDATES = 100;

/** Models of an application that get other versions. */
export const upgradeBodySchema = z.object({
  update_versions: z
    .array(
      z.object({
        market_name: market.shape.domain
          .describe('Tenant of the store, as in the list of upgrades; any where left out or null.')
          .nullish(),
        app_model_id: appModelId,
        app_model_version: appModelVersion,
      }),
    )
    .min(1)
    .max(MAX_UPDATES)
    .describe('The models, each with its new version.'),
});

/** One model that gets another version. */
export type VersionUpdate = z.output<typeof upgradeBodySchema>['update_versions'][number];

/** Body of a request to upgrade installs. */
export const upgradeBody = bodyOf(upgradeBodySchema);
