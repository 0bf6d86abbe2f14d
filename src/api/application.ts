import { z } from 'zod';
import { boundsOf, toldSchema } from './bounded.ts';
import { conditionSchema } from './condition.ts';
import { checked, dnsNameSchema, keyedList, labelRecordSchema } from './grammar.ts';
import { type KindDefinition, READINESS_COLUMNS } from './kind.ts';

/** Most entries of `spec.components`, and most labels of a selector. */
const MAX_PARTS = 64;
const MAX_SELECTOR_LABELS = 16;

/** Kinds that the workload of a component can be; objects/workload.ts tells of each. */
const COMPONENT_KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'] as const;

const objectNameSchema = dnsNameSchema('must be the name of an object: lower-case letters, digits, - and .');

/** Entry of what an Application adopts: a Service and what is behind it, or workloads and their Services. */
export const adoptedPartSchema = checked(
  z.object({
    service: objectNameSchema
      .max(63)
      .describe('Name of a Service; it is a component with the workloads whose pods it selects.')
      .optional(),
    workload: z
      .object({
        kind: z.enum(COMPONENT_KINDS).describe('Kind of the workload.'),
        name: objectNameSchema.describe('Name of the workload.'),
      })
      .describe('A workload; it is a component with the Services that select its pods.')
      .optional(),
    selector: z
      .object({
        matchLabels: labelRecordSchema(MAX_SELECTOR_LABELS).describe('Labels that the workloads have.'),
      })
      .describe('Workloads by their own labels; each is a component, with the Services that select its pods.')
      .optional(),
    helmRelease: z
      .string()
      .min(1)
      .max(53)
      .describe(
        'Name of a Helm release, of Flux too; each of its workloads is a component, with the Services that select its pods.',
      )
      .optional(),
  }),
  [
    {
      rule: '[has(self.service), has(self.workload), has(self.selector), has(self.helmRelease)].filter(each, each).size() == 1',
      message: 'must have exactly one of service, workload, selector and helmRelease',
      holds: (part) => Object.values(part).filter((each) => each !== undefined).length === 1,
    },
  ],
);

/** Kind that the workload of a component can be. */
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

export type AdoptedPart = z.infer<typeof adoptedPartSchema>;

/** Spec of an Application, whose id addresses it in the REST contract. */
export const applicationSpecSchema = z.object({
  id: checked(
    z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .describe(
        'The application id of the REST contract (`app_id`), unique in the namespace and never changed.',
      ),
    [
      {
        rule: 'self == oldSelf',
        message: 'is immutable: delete the Application and create another',
        holds: () => true,
      },
    ],
  ),
  displayName: z
    .string()
    .min(1)
    .max(128)
    .describe('Name that people see; the object name where left out.')
    .optional(),
  note: z.string().max(2048).describe('Free text about the application.').optional(),
  components: z
    .array(adoptedPartSchema)
    .max(MAX_PARTS)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe(
      'What the application adopts as its components although it lacks the labels of components: Services and workloads of the namespace, which stay as they are. The id of a component is the name of its Service or workload.',
    )
    .optional(),
});

export type ApplicationSpec = z.infer<typeof applicationSpecSchema>;

/** States of a component, as named by the REST contract; docs/applications.md explains each. */
export const COMPONENT_STATES = [
  'undeploy',
  'closed',
  'starting',
  'waiting',
  'running',
  'upgrade',
  'abnormal',
  'some_abnormal',
  'stopping',
  'succeeded',
] as const;

export type ComponentState = (typeof COMPONENT_STATES)[number];

/** Phases of an application, as named by the REST contract; docs/applications.md explains each. */
export const PHASES = [
  'NIL',
  'CLOSED',
  'PARTIAL_ABNORMAL',
  'ABNORMAL',
  'STARTING',
  'STOPPING',
  'RUNNING',
] as const;

export type Phase = (typeof PHASES)[number];

/** Maximum number of components in a status; the counts include all. */
export const MAX_LISTED = 500;

const listedComponentSchema = z.object({
  id: z.string().max(63).describe('The component: value of the label stoa.dev/component-id.'),
  name: z.string().max(253).describe('Name that people see.'),
  kind: z.string().max(63).describe('Kind of its workload.'),
  workload: z.string().max(253).describe('Name of its workload.'),
  state: z.enum(COMPONENT_STATES).describe('State of the component.'),
  ready: z
    .string()
    .max(32)
    .describe('Pods that are ready, of how many; of a Job, those that have succeeded.'),
  message: toldSchema(1_024, 'What is wrong, where something is.').optional(),
  owner: toldSchema(
    512,
    'What keeps an adopted workload as it is, such as Helm (release shop/web), where anything does.',
  ).optional(),
});

export type ListedComponent = z.infer<typeof listedComponentSchema>;

const countSchema = z.object({
  total: z.int().min(0).describe('How many there are.'),
  ready: z.int().min(0).describe('How many of them are ready.'),
  summary: z.string().max(32).describe('The same in short, such as 4/7.'),
});

export type Count = z.infer<typeof countSchema>;

/** Status of an Application. */
export const applicationStatusSchema = z.object({
  observedGeneration: z
    .int()
    .min(0)
    .describe('Generation of the spec that this status speaks of.')
    .optional(),
  phase: z.enum(PHASES).describe('How the components fare as a whole.').optional(),
  components: z
    .array(listedComponentSchema)
    .max(MAX_LISTED)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe('The components of the application, by id; the first 500.')
    .optional(),
  counts: z
    .object({
      components: countSchema.describe('Components; those that run or have succeeded are ready.'),
      rules: countSchema.describe('GatewayRules for the application.'),
      installs: countSchema.describe('MarketInstalls into the application.'),
    })
    .describe('What belongs to the application.')
    .optional(),
  conditions: keyedList(conditionSchema, 'type', 8)
    .describe(
      'Accepted; FullyExpressed where it does not hold; and Ready: whether everything in the application is as it is wanted.',
    )
    .optional(),
});

export type ApplicationStatus = z.infer<typeof applicationStatusSchema>;

/** Status of an Application as the API server accepts it. */
export const boundedApplicationStatus = boundsOf(applicationStatusSchema);

/** Kind Application. */
export const application = {
  kind: 'Application',
  plural: 'applications',
  singular: 'application',
  // Argo CD has `app`, `apps` and the names of the kind.
  shortNames: ['stoaapp'],
  description: 'A group of components of one team that are reached, installed and watched together.',
  spec: applicationSpecSchema,
  status: applicationStatusSchema,
  columns: [
    { name: 'ID', type: 'integer', jsonPath: '.spec.id' },
    { name: 'Name', type: 'string', jsonPath: '.spec.displayName' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Components', type: 'string', jsonPath: '.status.counts.components.summary' },
    { name: 'Rules', type: 'string', jsonPath: '.status.counts.rules.summary' },
    ...READINESS_COLUMNS,
  ],
} satisfies KindDefinition;
