/** API group of every kind of Stoa. */
export const GROUP = 'stoa.dev';

/** The one version that is served and stored. */
export const VERSION = 'v1alpha1';

/** `apiVersion` of every object of Stoa. */
export const API_VERSION = `${GROUP}/${VERSION}`;

/** Labels and annotations by which Stoa finds what a team has put into its namespace. */
export const LABELS = {
  /** On a Namespace: the team that it belongs to; namespaces without it do not exist for Stoa. */
  team: `${GROUP}/team`,
  /** On a workload and its Services: `spec.id` of the Application that they belong to. */
  appId: `${GROUP}/app-id`,
  /** On a workload and its Services: the component's id, `service_id` of the contract. */
  componentId: `${GROUP}/component-id`,
  /** On a Secret of the type kubernetes.io/tls: the certificate's number, `certificate_id` of the contract. */
  certificateId: `${GROUP}/certificate-id`,
  /** On what Stoa makes for rules: the route that it belongs to. */
  route: `${GROUP}/route`,
  /** On a workload and its Services: the component's short name. */
  componentAlias: `${GROUP}/component-alias`,
  /** On everything that a MarketInstall made: the uid of the install. */
  install: `${GROUP}/install-uid`,
  /** On a Service that exists for a ServiceMonitor: the name that the monitor selects. */
  monitor: `${GROUP}/monitor`,
} as const;

/** Marks what Stoa made, and lets its caches ignore everything else. */
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'stoa' } as const;

/** Annotations that describe what a label has no room for. */
export const ANNOTATIONS = {
  /** On a workload or Service: the component's display name. */
  componentName: `${GROUP}/component-name`,
  /** On a Service: comma-separated ports that are open without a rule. */
  outerPorts: `${GROUP}/outer-ports`,
  /** On a workload that an install made: what its component's record in the REST API says, as JSON. */
  componentFacts: `${GROUP}/component-facts`,
  /** On pods that an install made: changes with the values of their Secrets, so that new ones get new pods. */
  envDigest: `${GROUP}/env-digest`,
  /** On the pods of an install: a digest of their config files, whose change makes new pods. */
  configFiles: `${GROUP}/config-files`,
  /** On a workload that an install made: that it was rolled out at least once, whatever the value. */
  deployed: `${GROUP}/deployed`,
} as const;
