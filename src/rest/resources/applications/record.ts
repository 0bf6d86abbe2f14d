import { z } from 'zod';
import type { Application } from '../../../objects/stoa.ts';
import { bodyOf } from '../../http/body.ts';
import { constant, constantNull, constantsOf, ENTERPRISE_ID, namedObject } from '../../http/schema.ts';
import type { ComponentRecord } from '../components/record.ts';

/** A new application. */
const newApplicationSchema = namedObject('NewApplication', {
  app_name: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^[A-Za-z0-9_.\-\u4e00-\u9fa5]+$/, 'must have letters, digits, Chinese characters and _ . - only')
    .describe('Name of the application that people see, of which the team has one.'),
  app_note: z
    .string()
    .max(2048)
    // The API server would store other characters in their place.
    .refine(
      (note) => note.isWellFormed() && !note.includes('\0'),
      'must be Unicode text without the character NUL',
    )
    .nullish()
    .describe('Note on the application.'),
  k8s_app: z
    .string()
    .max(63)
    .regex(/^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$/, 'must be a name as Kubernetes has them, such as my-app')
    .nullish()
    .describe('Name of the Application in the cluster; a generated one where it is left out or empty.'),
});

export type NewApplication = z.output<typeof newApplicationSchema>;

/** Body of a request that creates an application. */
export const newApplicationBody = bodyOf(newApplicationSchema);

/** Members of every record of an application. */
const commonSchema = z.object({
  tenant_id: z.string().describe('Team of the application.'),
  group_name: z.string().describe('Name of the application that people see.'),
  region_name: z.string().describe('Region of the application.'),
  is_default: constant(false),
  order_index: constant(0),
  note: z.string().describe('Note on the application.'),
  username: constant(''),
  governance_mode: constant('KUBERNETES_NATIVE_SERVICE'),
  create_time: z.string().describe('Time at which the application was created.'),
  update_time: z.string().describe('The same as create_time.'),
  app_type: constant('rainbond'),
  app_store_name: constant(''),
  app_store_url: constant(''),
  app_template_name: constant(''),
  version: constantNull('string'),
  logo: constant(''),
  k8s_app: z.string().describe('Name of the Application in the cluster.'),
});

const COMMON = constantsOf(commonSchema);

type ApplicationInfo = z.infer<typeof commonSchema>;

/** Record of an application in a list. */
export const listedApplicationSchema = namedObject('ListedApplication', {
  ...commonSchema.shape,
  ID: z.int().describe('The application in paths.'),
});

type ListedApplication = z.infer<typeof listedApplicationSchema>;

/** Record of one application, with its components in numbers. */
export const applicationDetailSchema = namedObject('Application', {
  ...commonSchema.shape,
  app_id: z.int().describe('The application in paths.'),
  enterprise_id: ENTERPRISE_ID,
  team_name: z.string().describe('Team of the application.'),
  service_count: z.int().describe('Number of its components.'),
  running_service_count: z.int().describe('Number of those that run.'),
  used_momory: z.int().describe('MiB of memory that the components that run may use.'),
  used_cpu: z.int().describe('Thousandths of a core that the components that run may use.'),
  status: z
    .enum(['running', 'part_running', 'closed'])
    .describe('Whether all components run, or some, or none.'),
});

type ApplicationDetail = z.infer<typeof applicationDetailSchema>;

/** Place of an application: its team and region. */
interface Place {
  readonly teamId: string;
  readonly region: string;
}

/** Name of an application that people see. */
export function displayNameOf({ metadata, spec }: Application): string {
  return spec.displayName ?? metadata.name;
}

/** Record of an application in a list. */
export function listedApplication(application: Application, place: Place): ListedApplication {
  return { ...applicationInfo(application, place), ID: application.spec.id };
}

/** Record of one application with these components. */
export function applicationDetail(
  application: Application,
  place: Place,
  components: readonly ComponentRecord[],
): ApplicationDetail {
  const running = components.filter(({ status }) => status === 'running');
  return {
    ...applicationInfo(application, place),
    ...constantsOf(applicationDetailSchema),
    app_id: application.spec.id,
    team_name: place.teamId,
    service_count: components.length,
    running_service_count: running.length,
    used_momory: sum(running.map(({ total_memory }) => total_memory)),
    used_cpu: sum(running.map(({ min_cpu, min_node }) => min_cpu * min_node)),
    status: statusOf(running.length, components.length),
  };
}

function applicationInfo(application: Application, { teamId, region }: Place): ApplicationInfo {
  const { metadata, spec } = application;
  return {
    ...COMMON,
    tenant_id: teamId,
    group_name: displayNameOf(application),
    region_name: region,
    note: spec.note ?? '',
    create_time: metadata.creationTimestamp,
    update_time: metadata.creationTimestamp,
    k8s_app: metadata.name,
  };
}

function statusOf(running: number, all: number): ApplicationDetail['status'] {
  if (running === 0) {
    return 'closed';
  }
  return running === all ? 'running' : 'part_running';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
