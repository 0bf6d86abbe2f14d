import { z } from 'zod';
import {
  DEFAULT_MARKET_TYPE,
  type InstallPreview,
  marketInstallSpecSchema,
  marketInstallStatusSchema,
} from '../../../api/marketinstall.ts';
import { powersLinesSchema } from '../../../api/powers.ts';
import { outcomeSchema } from '../../../api/upgrade.ts';
import { installState, readyOf } from '../../../install/state.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import { idOf } from '../../http/id.ts';
import { namedObject } from '../../http/schema.ts';
import type { Scope } from '../../scope.ts';
import { componentRecordSchema } from '../components/record.ts';
import { wireOverrides, wireOverridesSchema } from './request.ts';

/** Record of an application in the response to an install. */
const applicationRecordSchema = z.object({
  enterprise_id: z.string().describe('Always empty.'),
  team_id: z.string().describe('Team of the application.'),
  note: z.string().describe('Free text about the application.'),
  ID: z.int().describe('The application.'),
  region_name: z.string().describe('Region of the application.'),
});

type ApplicationRecord = z.infer<typeof applicationRecordSchema>;

/** Response to an install: contract 2.9. */
export const marketInstallSchema = namedObject('MarketInstall', {
  ...applicationRecordSchema.shape,
  service_list: z.array(componentRecordSchema).describe('All components of the application.'),
});

const countSchema = (what: string) => z.int().describe(`Number of objects that ${what}.`);

/** Object that a write would change. */
export const changedObjectSchema = z.object({
  action: z.enum(['create', 'change', 'recreate', 'delete']).describe('What would happen to the object.'),
  group: z.string().describe('API group; empty for the core group.'),
  kind: z.string().describe('Kind of the object.'),
  name: z.string().describe('Name of the object.'),
  diff: z
    .string()
    .describe('Unified diff, with (secret) for values of Secrets; empty where there is no room.'),
});

/** Response to an install with dryRun; the contract has none. */
export const installPlanSchema = namedObject('InstallPlan', {
  dry_run: z.literal(true).describe('Always true: nothing is installed.'),
  app_model_version: z.string().describe('Version that it speaks of.'),
  digest: z.string().describe('SHA-256 of the template, as sha256:<hex>.'),
  problems: z.array(z.string()).describe('Why the plan could not be applied now; empty if it could.'),
  counts: z
    .object({
      create: countSchema('would be created'),
      change: countSchema('would be changed'),
      recreate: countSchema('would be deleted and created again'),
      delete: countSchema('would be deleted'),
      unchanged: countSchema('would stay as they are'),
    })
    .describe('How many objects the install concerns.'),
  objects: z.array(changedObjectSchema).describe('The first of these objects.'),
  powers: powersLinesSchema.describe(
    'What the version can do, and what of it what is in place does not have; docs/installs.md explains the topics.',
  ),
  powers_id: z.string().describe('Id of these powers, by which spec.upgrade.approved approves them.'),
  not_applied: marketInstallStatusSchema.shape.notApplied
    .unwrap()
    .describe('Parts of the model that have no effect here, each with the reason.'),
});

type InstallPlan = z.infer<typeof installPlanSchema>;

/** Record of an install. */
export const installRecordSchema = namedObject('InstallRecord', {
  install_id: z.string().describe('The install in paths: the uid of its MarketInstall without dashes.'),
  name: z.string().describe('Name of its MarketInstall.'),
  market_url: z.string().describe('Address of the store.'),
  market_domain: z.string().describe('Tenant of the store.'),
  market_type: z.string().describe('Kind of store.'),
  app_model_id: z.string().describe('The application model in the store, or the name of the chart.'),
  app_model_version: z.string().describe('Version that is asked for.'),
  is_deploy: z.boolean().describe('Whether the components run.'),
  ready: z.boolean().describe('Whether that version is in place.'),
  reason: z.string().describe('Reason of the state; docs/reasons.md explains each. Empty at first.'),
  message: z.string().describe('The same for people.'),
  digest: z.string().describe('SHA-256 of the template, as sha256:<hex>; empty until it is fetched.'),
  serving_version: z.string().describe('Version that was last rolled out in full; empty where none was.'),
  history: z
    .array(
      z.object({
        version: z.string().describe('The version.'),
        digest: z.string().describe('SHA-256 of its template.'),
        time: z.string().describe('When the outcome was recorded.'),
        outcome: outcomeSchema.describe('What became of it; docs/installs.md explains each.'),
      }),
    )
    .describe('The last versions that were rolled out, the latest last.'),
  wave: z.string().describe('Wave that is being rolled out, of how many, such as 2/3.'),
  components_ready: z.string().describe('Components that are ready, of how many, such as 4/7.'),
  components: z
    .array(
      z.object({
        service_id: z.string().describe('The component.'),
        service_cname: z.string().describe('Name of the component that people see.'),
        wave: z.int().describe('Wave of the roll-out that it belongs to.'),
        ready: z.boolean().describe('Whether it is ready.'),
      }),
    )
    .describe('The components of the model.'),
  overrides: wireOverridesSchema.describe('What components have in place of what the model says.'),
  values: marketInstallSpecSchema.shape.values
    .unwrap()
    .describe('Values over those of the chart; empty where there are none, and for application models.'),
  not_applied: marketInstallStatusSchema.shape.notApplied
    .unwrap()
    .describe('Parts of the model that have no effect here, each with the reason.'),
});

type InstallRecord = z.infer<typeof installRecordSchema>;

/** Record of an install, by which a client follows it; the contract has none. */
export function installRecord(install: MarketInstall): InstallRecord {
  const { metadata, spec, status } = install;
  const { template, serving, progress, components = [], notApplied = [], history = [] } = status ?? {};
  const ready = readyOf(install);
  return {
    install_id: idOf(metadata.uid),
    name: metadata.name,
    market_url: spec.market.url,
    market_domain: spec.market.domain ?? '',
    market_type: spec.market.type ?? DEFAULT_MARKET_TYPE,
    app_model_id: spec.appModelId,
    app_model_version: spec.appModelVersion,
    is_deploy: spec.deploy === true,
    ready: installState(install).type === 'in-place',
    reason: ready?.reason ?? '',
    message: ready?.message ?? '',
    digest: template?.digest ?? '',
    serving_version: serving?.version ?? '',
    history: history.map(({ version, digest, time, outcome }) => ({ version, digest, time, outcome })),
    wave: progress?.wave ?? '',
    components_ready: progress?.ready ?? '',
    components: components.map(({ id, name, wave, ready: isReady }) => ({
      service_id: id,
      service_cname: name,
      wave,
      ready: isReady,
    })),
    overrides: wireOverrides(spec.overrides ?? []),
    values: spec.values ?? {},
    not_applied: notApplied,
  };
}

const NO_OBJECTS = { create: 0, change: 0, recreate: 0, delete: 0, unchanged: 0 };

/** Record of a preview that has a plan. */
export function planRecord(preview: InstallPreview): InstallPlan {
  const { version, digest = '', problems = [], counts = NO_OBJECTS, objects = [], notApplied = [] } = preview;
  const { powers = [], powersId = '' } = preview;
  return {
    dry_run: true,
    app_model_version: version,
    digest,
    problems,
    counts,
    objects: objects.map(({ diff = '', ...object }) => ({ ...object, diff })),
    powers,
    powers_id: powersId,
    not_applied: notApplied,
  };
}

/** Record of an application: contract 2.9 without its components. */
export function applicationRecord({ application, teamId, region }: Scope): ApplicationRecord {
  return {
    enterprise_id: '',
    team_id: teamId,
    note: application.spec.note ?? '',
    ID: application.spec.id,
    region_name: region,
  };
}
