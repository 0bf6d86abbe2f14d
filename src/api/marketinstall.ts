import { z } from 'zod';
import { FIELD_BOUNDS, jsonSize } from '../base/jsonvalue.ts';
import { boundsOf, toldSchema } from './bounded.ts';
import { conditionSchema, timestampSchema } from './condition.ts';
import { checked, keyedList, textSchema } from './grammar.ts';
import { grantsSchema } from './grants.ts';
import { type KindDefinition, READINESS_COLUMNS } from './kind.ts';
import { overridesSchema } from './overrides.ts';
import { powersFormSchema, recordedPowersSchema } from './powers.ts';
import { previewSchema } from './preview.ts';
import { testRunSchema } from './testrun.ts';
import { MAX_HISTORY, outcomeSchema, upgradeSchema, upgradeStatusSchema } from './upgrade.ts';

/** Default of `market.type`, as in the REST contract. */
export const DEFAULT_MARKET_TYPE = 'rainstore';

/** Value of `market.type` for repositories of Helm charts. */
export const CHARTS = 'helm';

/** Value of `market.type` for registries of application models. */
export const MODEL_ARTIFACTS = 'oci';

/** Default key of the access key in its Secret. */
export const ACCESS_KEY = 'accessKey';

/** Default key of values in a ConfigMap or a Secret. */
export const VALUES_KEY = 'values.yaml';

/** Most ConfigMaps and Secrets from which an install takes values. */
const MAX_VALUES_FROM = 16;

/** Maximum number of components of a model; the status of one object must hold them all. */
export const MAX_COMPONENTS = 500;

function fixed<T extends z.ZodType>(schema: T, message: string): T {
  return checked(schema, [{ rule: 'self == oldSelf', message, holds: () => true }]);
}

const objectNameSchema = (kind: string) =>
  z
    .string()
    .min(1)
    .max(253)
    .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, `must be the name of a ${kind}`);

const dataKeySchema = (kind: string) =>
  z
    .string()
    .min(1)
    .max(253)
    .regex(/^[-._a-zA-Z0-9]+$/, `must be a key of a ${kind}`);

const storeSchema = z.object({
  url: z
    .string()
    .max(255)
    .regex(/^(https?|oci):\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, 'must be a URL such as https://hub.example.com')
    .describe(
      'Address of the store, of a repository of charts, https://… with an index, or of a registry, oci://…. The operator must be configured to allow it.',
    ),
  domain: textSchema(64)
    .min(1)
    .describe('Tenant of the store that offers the application; charts and registries have none.')
    .optional(),
  type: textSchema(64)
    .min(1)
    .describe(
      'Kind of store: helm for Helm charts, oci for application models in a registry; rainstore where left out.',
    )
    .optional(),
  accessKeySecretRef: z
    .object({
      name: objectNameSchema('Secret').describe('Secret in this namespace.'),
      key: dataKeySchema('Secret').describe('Key in the Secret; accessKey where left out.').optional(),
    })
    .describe(
      'Where the access key of the store is; none is sent where left out. The annotation stoa.dev/access-key-for of the Secret must name the origin of url.',
    )
    .optional(),
});

const marketSchema = checked(storeSchema, [
  {
    rule: "has(self.domain) || (has(self.type) && self.type in ['helm', 'oci'])",
    message: 'must have a domain, unless type is helm or oci',
    holds: ({ type, domain }) => domain !== undefined || type === CHARTS || type === MODEL_ARTIFACTS,
  },
  {
    rule: "!self.url.startsWith('oci://') || (has(self.type) && self.type in ['helm', 'oci'])",
    message: 'must have type helm or oci for a url that begins with oci://',
    holds: ({ type, url }) => !url.startsWith('oci://') || type === CHARTS || type === MODEL_ARTIFACTS,
  },
  {
    rule: "!has(self.type) || self.type != 'oci' || self.url.startsWith('oci://')",
    message: 'must have a url that begins with oci:// for type oci',
    holds: ({ type, url }) => type !== MODEL_ARTIFACTS || url.startsWith('oci://'),
  },
]);

function valuesProblem({ input }: { readonly input?: unknown }): string | undefined {
  const size = jsonSize(input, FIELD_BOUNDS);
  return size.type === 'beyond' ? size.problem : undefined;
}

const valuesSourceSchema = z.object({
  kind: z.enum(['ConfigMap', 'Secret']).describe('Kind of the object.'),
  name: objectNameSchema('ConfigMap or Secret').describe('Object in this namespace.'),
  key: dataKeySchema('ConfigMap or Secret')
    .describe('Key in the object, which has a map in YAML; values.yaml where left out.')
    .optional(),
  optional: z
    .boolean()
    .describe('Whether the install goes on without the object or the key; it waits where left out.')
    .optional(),
});

/** ConfigMap or Secret from which an install takes values. */
export type ValuesSource = z.infer<typeof valuesSourceSchema>;

/** Spec of a MarketInstall, as in the operation "install an application from a store" of the REST contract. */
export const marketInstallSpecSchema = z.object({
  appId: fixed(
    z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .describe('Application that the components belong to: spec.id of an Application in this namespace.'),
    'is immutable: delete the install and create another',
  ),
  market: marketSchema.describe('The store.'),
  appModelId: fixed(
    textSchema(64).min(1).describe('The application model in the store, or the name of the chart.'),
    'is immutable: delete the install and create another',
  ),
  appModelVersion: textSchema(64)
    .min(1)
    .describe(
      'Version of the model, exactly as the store spells it, or version of the chart; another one upgrades in place.',
    ),
  deploy: z
    .boolean()
    .describe('Whether the components run; without it, or with false, they exist and are scaled to zero.')
    .optional(),
  suspend: z
    .boolean()
    .describe('Leaves everything as it is, whatever else is edited; deletion still works.')
    .optional(),
  volumesOnDelete: z
    .enum(['keep', 'delete'])
    .describe('What happens to volumes when the install is deleted; keep where left out.')
    .optional(),
  grants: grantsSchema
    .describe('What the model may have beyond what it brings along; nothing where left out.')
    .optional(),
  overrides: overridesSchema
    .describe(
      'What components have in place of what the model says, in every version; nothing where left out.',
    )
    .optional(),
  match: z
    .record(z.string(), z.string().min(1).max(253))
    .meta({ maxProperties: MAX_COMPONENTS })
    .describe('Keys of components of earlier versions, each with the key by which later versions have it.')
    .optional(),
  values: z
    .record(z.string(), z.unknown())
    // The API server cannot say it in CEL; the caches leave out what is larger.
    .refine((values) => jsonSize(values, FIELD_BOUNDS).type === 'within', { error: valuesProblem })
    // As a whole: an apply of none over some would leave a null, which is refused.
    .meta({ 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-map-type': 'atomic' })
    .describe('Values over those of the chart and of valuesFrom; a null removes one.')
    .optional(),
  valuesFrom: z
    .array(valuesSourceSchema)
    .max(MAX_VALUES_FROM)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe('Where more values are, each over those before it.')
    .optional(),
  routes: z
    .enum(['rules', 'ignore'])
    .describe(
      'What becomes of the Ingresses and HTTPRoutes of a chart: GatewayRules that say the same, or nothing; rules where left out.',
    )
    .optional(),
  upgrade: upgradeSchema
    .describe('How long an upgrade may take, what happens if it takes longer, and what it may bring.')
    .optional(),
});

export type MarketInstallSpec = z.infer<typeof marketInstallSpecSchema>;

/** Most Secrets that keep a template: more than the largest one needs. */
const MAX_PARTS = 16;

const pinnedSchema = z.object({
  version: z.string().max(64).describe('Version that was asked for.'),
  resolved: z
    .string()
    .max(256)
    .describe('Version of the chart, where a range was asked for, or the same version in other words.')
    .optional(),
  digest: z.string().max(71).describe('SHA-256 of the template, as sha256:<hex>.'),
  size: z.int().min(0).describe('Bytes of the template.'),
  secretName: z.string().max(253).describe('Secret of this namespace that keeps the template.'),
  secretUid: z
    .string()
    .max(64)
    .describe('Its uid: another Secret of the name is not the template.')
    .optional(),
  parts: z
    .int()
    .min(2)
    .max(MAX_PARTS)
    .describe('Number of Secrets that keep it where one is too small: the others end with -2, -3 and so on.')
    .optional(),
  signedBy: toldSchema(
    512,
    'Key or identity whose signature was verified when the template was fetched.',
  ).optional(),
});

export type Pinned = z.infer<typeof pinnedSchema>;

const historyEntrySchema = pinnedSchema.extend({
  time: timestampSchema.describe('When Stoa recorded the outcome.'),
  outcome: outcomeSchema.describe(
    'Progressing while it is rolled out; Served once it was in place; RolledBack if Stoa gave it up; Superseded if the spec named another version before it was in place; Held if spec.upgrade.allow did not let it in.',
  ),
});

/** Version in the history of an install. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const inventoryItemSchema = z.object({
  group: z.string().max(253).describe('API group; empty for the core group.'),
  version: z.string().max(63).describe('API version.'),
  kind: z.string().max(63).describe('Kind of the object.'),
  name: z.string().max(253).describe('Name of the object, in the namespace of the install.'),
  uid: z.string().max(64).describe('Its uid; missing until it is known to be created.').optional(),
  template: z
    .string()
    .max(64)
    .describe('Of a Job that has run: digest of its pod template. It does not run again for the same one.')
    .optional(),
  failed: z.boolean().describe('Whether this Job has failed.').optional(),
});

export type InventoryItem = z.infer<typeof inventoryItemSchema>;

const installedComponentSchema = z.object({
  key: z.string().max(253).describe('Key of the component in the model, by which upgrades find it.'),
  id: z.string().max(63).describe('The component: value of the label stoa.dev/component-id.'),
  name: z.string().max(253).describe('Name that people see.'),
  kind: z.string().max(63).describe('Kind of its workload.'),
  workload: z.string().max(253).describe('Name of its workload.'),
  wave: z.int().min(1).describe('Wave of the roll-out that it belongs to.'),
  ready: z.boolean().describe('Whether it is ready.'),
  scaledBy: toldSchema(
    128,
    'Field manager that holds the number of replicas in place of the model, such as that of an autoscaler.',
  ).optional(),
});

export type InstalledComponent = z.infer<typeof installedComponentSchema>;

const notAppliedSchema = z.object({
  path: toldSchema(512, 'Part of the model, as a path.'),
  why: toldSchema(1_024, 'Why it has no effect here.'),
});

export type NotApplied = z.infer<typeof notAppliedSchema>;

const notAppliedListSchema = z
  .array(notAppliedSchema)
  .max(64)
  .meta({ 'x-kubernetes-list-type': 'atomic' })
  .describe('Parts of the model that have no effect here, each with the reason.');

const chartFactsSchema = z.object({
  name: toldSchema(253, 'Name in the chart.'),
  version: toldSchema(253, 'Version in the chart.'),
  appVersion: toldSchema(253, 'Version of what the chart installs, as it says.').optional(),
  notes: toldSchema(
    4_096,
    'Notes of the chart for its users, cut, without values of its Secrets; none where values came from Secrets.',
    'lines',
  ).optional(),
});

/** Facts that a chart tells of itself. */
export type ChartFacts = z.infer<typeof chartFactsSchema>;

/** Status of a MarketInstall. */
export const marketInstallStatusSchema = z.object({
  observedGeneration: z
    .int()
    .min(0)
    .describe('Generation of the spec that this status speaks of.')
    .optional(),
  identity: z
    .object({
      id: z.string().max(63).describe('Value of the label stoa.dev/install-uid on its objects.'),
      uid: z.string().max(64).describe('Uid of the install that has this status.'),
    })
    .describe(
      'Identity of an install that was restored from a backup: its objects have that of the install before. Missing where it is its uid.',
    )
    .optional(),
  template: pinnedSchema.describe('The template that is being installed, or is installed.').optional(),
  storeStatus: z
    .int()
    .min(400)
    .max(599)
    .describe('HTTP status by which the store refuses the template, where no reason stands for it.')
    .optional(),
  recorded: z
    .string()
    .max(71)
    .describe(
      'Digest of the template, with the overrides if there are any, whose objects the inventory has: from then on they are made.',
    )
    .optional(),
  recordedValues: z
    .string()
    .max(64)
    .describe('Keyed digest of the values from spec.valuesFrom that these objects are made with.')
    .optional(),
  powers: recordedPowersSchema
    .describe(
      'What the objects that were recorded last can do; missing where the status has no room for all of it.',
    )
    .optional(),
  powersForm: powersFormSchema
    .describe(
      'Form in which powers are recorded: those of another release of Stoa, with another form or none, count as unknown.',
    )
    .optional(),
  serving: pinnedSchema.describe('The template that was last rolled out in full.').optional(),
  upgrade: upgradeStatusSchema
    .describe('The upgrade that is limited in time and under way, that was given up, or that is held.')
    .optional(),
  history: z
    .array(historyEntrySchema)
    .max(MAX_HISTORY)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe('The last versions that were rolled out, the latest last.')
    .optional(),
  progress: z
    .object({
      wave: z.string().max(16).describe('Wave that is being rolled out, of how many, such as 2/3.'),
      ready: z.string().max(16).describe('Components that are ready, of how many, such as 4/7.'),
    })
    .describe('How far the roll-out is.')
    .optional(),
  components: keyedList(installedComponentSchema, 'key', MAX_COMPONENTS)
    .describe('The components of the template.')
    .optional(),
  inventory: z
    .array(inventoryItemSchema)
    .max(10_000)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe('Every object that this install makes: what an upgrade prunes and a deletion deletes.')
    .optional(),
  chart: chartFactsSchema.describe('The chart, where the template is one.').optional(),
  notApplied: notAppliedListSchema.optional(),
  preview: previewSchema
    .extend({ notApplied: notAppliedListSchema.optional() })
    .describe('What a roll-out would change, for as long as stoa.dev/preview-requested asks for it.')
    .optional(),
  tests: testRunSchema
    .describe('The last run of the tests of the chart, which stoa.dev/tests-requested asks for.')
    .optional(),
  conditions: keyedList(conditionSchema, 'type', 8)
    .describe('Accepted, TemplateResolved, Applied, and Ready, which follows from them.')
    .optional(),
});

export type MarketInstallStatus = z.infer<typeof marketInstallStatusSchema>;

/** Status of a MarketInstall as the API server accepts it. */
export const boundedInstallStatus = boundsOf(marketInstallStatusSchema);

/** Preview of a roll-out, in the status of its install. */
export type InstallPreview = NonNullable<MarketInstallStatus['preview']>;

/** Kind MarketInstall. */
export const marketInstall = {
  kind: 'MarketInstall',
  plural: 'marketinstalls',
  singular: 'marketinstall',
  shortNames: ['mi'],
  description: 'Installs an application model or a chart into an application, upgrades it and removes it.',
  spec: marketInstallSpecSchema,
  status: marketInstallStatusSchema,
  columns: [
    { name: 'Model', type: 'string', jsonPath: '.spec.appModelId' },
    { name: 'Version', type: 'string', jsonPath: '.spec.appModelVersion' },
    { name: 'Wave', type: 'string', jsonPath: '.status.progress.wave' },
    { name: 'Components', type: 'string', jsonPath: '.status.progress.ready' },
    ...READINESS_COLUMNS,
  ],
} satisfies KindDefinition;
