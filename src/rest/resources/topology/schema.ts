import { z } from 'zod';
import { COMPONENT_STATES, MAX_LISTED, PHASES } from '../../../api/application.ts';
import { namedObject } from '../../http/schema.ts';

/** Most entries of each kind in a response, and most characters of a text that others write into objects. */
export const MOST = {
  rules: 1_000,
  components: MAX_LISTED,
  installs: 100,
  /** Of one component. */
  pods: 20,
  /** Of all components, of which each may have as many as the others. */
  allPods: 2_000,
  /** Of one component. */
  ports: 64,
  text: 1_024,
} as const;

/** Parts that a caller may be unable to read. */
const PARTS = ['gateway', 'rules', 'components', 'ports', 'pods', 'installs', 'rights'] as const;

/** Part that a caller may be unable to read. */
export type PartName = (typeof PARTS)[number];

const missingSchema = z.object({
  part: z.enum(PARTS).describe('The part; what depends on it is empty, or as the operator has seen it.'),
  why: z.string().describe('Why it is missing.'),
});

/** Part that a response lacks. */
export type MissingPart = z.infer<typeof missingSchema>;

/** Parts that a response lacks. */
export const missingPartsSchema = z
  .array(missingSchema)
  .describe('What the caller may not read; empty where nothing is missing.');

const readySchema = z
  .enum(['True', 'False', 'Unknown'])
  .describe('Unknown while it is on its way, and while nobody has looked at it; False is a problem.');

/** Members of everything that has a condition Ready. */
const READINESS = {
  ready: readySchema,
  reason: z.string().describe('Reason of that; docs/reasons.md explains each.'),
  message: z.string().describe('The same for people.'),
  todo: z.string().describe('What to do; empty where there is nothing.'),
};

const managedBySchema = z
  .string()
  .describe(
    'Tool that keeps it as its sources say, and would undo changes, such as Argo CD (Application shop); empty where there is none.',
  );

const applicationSchema = z.object({
  app_id: z.int().describe('The application in paths.'),
  name: z.string().describe('Name of the application that people see.'),
  k8s_app: z.string().describe('Name of the Application in the cluster.'),
  note: z.string().describe('Note on the application.'),
  phase: z.enum(PHASES).describe('How its components fare as a whole; docs/applications.md explains each.'),
  ...READINESS,
  managed_by: managedBySchema,
});

const gatewaySchema = z.object({
  engine: z
    .string()
    .describe('GatewayClass of the Gateway; empty where neither the configuration nor the caller can tell.'),
  namespace: z.string().describe('Namespace of the Gateway.'),
  name: z.string().describe('Name of the Gateway.'),
  addresses: z
    .array(z.string())
    .describe(
      'Addresses of the Gateway; the one of the configuration where the caller may not read it; empty where nobody knows.',
    ),
  https: z
    .boolean()
    .describe('Whether it has a listener for HTTPS; left out where the caller may not read the Gateway.')
    .optional(),
});

const conditionSchema = z.object({
  type: z.string().describe('Name of the condition.'),
  status: z.enum(['True', 'False', 'Unknown']).describe('Whether it holds.'),
  reason: z.string().describe('Reason of that.'),
  message: z.string().describe('The same for people.'),
  since: z.string().describe('Time at which the status last changed.'),
  todo: z.string().describe('What to do; empty where there is nothing.'),
});

const ruleSchema = z.object({
  rule_id: z.string().describe('The rule in paths: the uid of its GatewayRule without dashes.'),
  name: z.string().describe('Name of its GatewayRule.'),
  protocol: z
    .enum(['http', 'grpc', 'tcp', 'udp', 'tls'])
    .describe('What it passes on; rules of http and grpc have http in other operations, tcp and udp tcp.'),
  service_id: z.string().describe('Component that it leads to; of a Service that is none, its name.'),
  container_port: z
    .int()
    .describe('Port of the component; 0 where the rule has a name for it that no port has.'),
  urls: z
    .array(z.string())
    .describe('Where clients find it; empty where the host is a wildcard, and where no address is known.'),
  host: z.string().describe('Host that it answers for; of tcp and udp, the address.'),
  port: z.int().describe('Port of the gateway.'),
  path: z.string().describe('Path that it answers for; empty for tcp, udp and tls.'),
  summary: z
    .string()
    .describe(
      'Further conditions on requests in short, such as GET, header x=1; empty where there are none.',
    ),
  weight: z.int().describe('Share among rules with the same host, path and conditions.'),
  certificate_id: z.int().describe('Number by which it names its certificate; 0 where it does not.'),
  certificate_name: z
    .string()
    .describe('Secret of its certificate, as far as that is known; empty where it is none.'),
  ...READINESS,
  conditions: z.array(conditionSchema).describe('The conditions that Ready follows from.'),
  created_at: z.string().describe('Time at which it was created.'),
  generation: z.int().describe('Number of the version of its spec.'),
  managed_by: managedBySchema,
});

export type TopologyRule = z.infer<typeof ruleSchema>;

const portSchema = z.object({
  service: z.string().describe('Service of the port.'),
  name: z.string().describe('Name of the port; empty where it has none.'),
  port: z.int().describe('Port of the Service.'),
  container_port: z
    .int()
    .describe('Port of the containers behind it; 0 where no container gives it a number.'),
  protocol: z.enum(['tcp', 'udp']).describe('Transport.'),
  app_protocol: z
    .enum(['', 'http', 'h2c', 'https', 'ws', 'other'])
    .describe('Protocol that the Service declares; empty where it declares none.'),
  open: z.boolean().describe('Whether it is open to the outside.'),
});

const podSchema = z.object({
  name: z.string().describe('Name of the pod.'),
  phase: z.string().describe('Phase of the pod, such as Running; Terminating while it is being deleted.'),
  ready: z.boolean().describe('Whether its Services lead to it.'),
  restarts: z.int().describe('Number of restarts of its containers.'),
  reason: z
    .string()
    .describe('What keeps it from being ready, such as CrashLoopBackOff; empty where nothing does.'),
  message: z.string().describe('The same for people.'),
  node: z.string().describe('Node that it runs on; empty where it has none.'),
  started_at: z.string().describe('Time at which the node took it; empty before.'),
});

export type TopologyPod = z.infer<typeof podSchema>;

const componentSchema = z.object({
  service_id: z.string().describe('The component; two workloads may be of one.'),
  name: z.string().describe('Name of the component that people see.'),
  alias: z.string().describe('Alias of the component.'),
  kind: z.string().describe('Kind of its workload.'),
  workload: z.string().describe('Name of its workload.'),
  state: z.enum(COMPONENT_STATES).describe('State of the component; docs/applications.md explains each.'),
  reason: z.string().describe('What is wrong, such as CrashLoopBackOff; empty where it has no such name.'),
  message: z.string().describe('What is wrong, or what it waits for, for people; empty where nothing is.'),
  image: z
    .string()
    .describe('Image of the main container; empty where the caller may not read the workload.'),
  version: z.string().describe('Version of the component in its model, or the tag of its image.'),
  replicas: z.int().describe('Pods that it wants.'),
  ready_replicas: z.int().describe('Pods that are ready; of a Job, those that have succeeded.'),
  ports: z.array(portSchema).max(MOST.ports).describe('Ports of its Services.'),
  pods: z
    .array(podSchema)
    .max(MOST.pods)
    .describe(
      'Its pods by name, at most 20, and fewer where the application has more than 100 components; those that are ready are left out first.',
    ),
  pods_total: z.int().describe('Number of its pods.'),
  install_id: z.string().describe('Install that made it; empty where none did.'),
  depends_on: z
    .array(z.string())
    .describe('Components that it uses, by service_id, as its model says; empty where it has none.'),
  wave: z.int().describe('Wave of the roll-out that it belongs to; 0 where no install made it.'),
  managed_by: managedBySchema,
  adopted: z.boolean().describe('Whether the application has adopted it.'),
});

export type TopologyComponent = z.infer<typeof componentSchema>;

const installSchema = z.object({
  install_id: z.string().describe('The install in paths: the uid of its MarketInstall without dashes.'),
  name: z.string().describe('Name of its MarketInstall.'),
  kind: z.enum(['model', 'chart']).describe('Whether it has an application model, or a chart.'),
  app_model_id: z.string().describe('The application model in the store, or the name of the chart.'),
  version: z.string().describe('Version that is asked for.'),
  serving_version: z.string().describe('Version that was last rolled out in full; empty where none was.'),
  ...READINESS,
  wave: z.string().describe('Wave that is being rolled out, of how many, such as 2/3.'),
  components_ready: z.string().describe('Components that are ready, of how many, such as 4/7.'),
  managed_by: managedBySchema,
});

export type TopologyInstall = z.infer<typeof installSchema>;

const may = (what: string) => z.boolean().describe(`Whether the caller may ${what}.`);

/** Schema of what a caller may do. */
const maySchema = z
  .object({
    application: z.object({ delete: may('delete Applications') }),
    rules: z.object({
      create: may('create GatewayRules'),
      edit: may('edit them'),
      delete: may('delete them'),
    }),
    installs: z.object({ create: may('create MarketInstalls'), edit: may('upgrade them and go back') }),
    components: z.object({ edit: may('start and stop Deployments and StatefulSets that no install made') }),
    certificates: z.object({
      read: may('list certificates'),
      create: may('upload certificates'),
      edit: may('replace them'),
      delete: may('delete them'),
    }),
    pods: z.object({ read: may('list pods') }),
    events: z.object({ read: may('list Events') }),
    metrics: z.object({ read: may('ask for the usage of components') }),
  })
  .describe(
    'Rights of the caller in the namespace of the team, of at most five seconds ago. The API server still decides on each request, and policies of the cluster may forbid more.',
  );

export type May = z.infer<typeof maySchema>;

/** Schema of how an application is put together. */
export const topologySchema = namedObject('Topology', {
  application: applicationSchema.describe('The application.'),
  gateway: gatewaySchema.describe('The Gateway of its rules.'),
  rules: z
    .array(ruleSchema)
    .max(MOST.rules)
    .describe('Its rules, the oldest first; of more than 1000, those that are ready are left out first.'),
  rules_total: z.int().describe('Number of its rules.'),
  components: z
    .array(componentSchema)
    .max(MOST.components)
    .describe('Its components by the names of their workloads; the first 500.'),
  components_total: z.int().describe('Number of its components.'),
  installs: z
    .array(installSchema)
    .max(MOST.installs)
    .describe('Its installs, the oldest first; of more than 100, those that are ready are left out first.'),
  installs_total: z.int().describe('Number of its installs.'),
  may: maySchema,
  missing: missingPartsSchema,
});

export type Topology = z.infer<typeof topologySchema>;
