import { z } from 'zod';

/** Members of every record of an application. */
const commonSchema = z.object({
  tenant_id: z.string().describe('Team of the application.'),
  group_name: z.string().describe('Name of the application that people see.'),
  region_name: z.string().describe('Region of the application.'),
  is_default: z.boolean().describe('Always false.'),
  order_index: z.int().describe('Always 0.'),
  note: z.string().describe('Note on the application.'),
  username: z.string().describe('Always empty.'),
  governance_mode: z.string().describe('Always KUBERNETES_NATIVE_SERVICE.'),
  create_time: z.string().describe('Time at which the application was created.'),
  update_time: z.string().describe('The same as create_time.'),
  app_type: z.string().describe('Always rainbond.'),
  app_store_name: z.string().describe('Always empty.'),
  app_store_url: z.string().describe('Always empty.'),
  app_template_name: z.string().describe('Always empty.'),
  version: z.string().nullable().describe('Always null.'),
  logo: z.string().describe('Always empty.'),
  k8s_app: z.string().describe('Name of the Application in the cluster.'),
});

export type ApplicationInfo = z.infer<typeof commonSchema>;

/** Record of an application in a list. */
export const listedApplicationSchema = commonSchema.extend({
  ID: z.int().describe('The application in paths.'),
});

export type ListedApplication = z.infer<typeof listedApplicationSchema>;

/** Record of one application, with its components in numbers. */
export const applicationDetailSchema = commonSchema.extend({
  app_id: z.int().describe('The application in paths.'),
  enterprise_id: z.string().describe('Always stoa.'),
  team_name: z.string().describe('Team of the application.'),
  service_count: z.int().describe('Number of its components.'),
  running_service_count: z.int().describe('Number of those that run.'),
  used_momory: z.int().describe('MiB of memory that the components that run may use.'),
  used_cpu: z.int().describe('Thousandths of a core that the components that run may use.'),
  status: z
    .enum(['running', 'part_running', 'closed'])
    .describe('Whether all components run, or some, or none.'),
});

export type ApplicationDetail = z.infer<typeof applicationDetailSchema>;
