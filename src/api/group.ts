/** API group of Stoa's kinds. */
export const GROUP = 'stoa.dev';

/** API version that is served and stored. */
export const VERSION = 'v1alpha1';

/** Value of `apiVersion` in objects of Stoa's kinds. */
export const API_VERSION = `${GROUP}/${VERSION}`;

/** Labels by which Stoa finds namespaces and objects. */
export const LABELS = {
  /** On a Namespace: its team; one without the label is a team by its name or none, as the configuration says. */
  team: `${GROUP}/team`,
  /** On a workload and its Services: `spec.id` of their Application. */
  appId: `${GROUP}/app-id`,
  /** On a workload and its Services: the component's id, `service_id` of the contract. */
  componentId: `${GROUP}/component-id`,
  /** On a Secret of the type kubernetes.io/tls: the certificate's number, `certificate_id` of the contract. */
  certificateId: `${GROUP}/certificate-id`,
  /** On the objects of a rule group: the name of the group. */
  route: `${GROUP}/route`,
  /** On a workload and its Services: the component's short name. */
  componentAlias: `${GROUP}/component-alias`,
  /** On every object of a MarketInstall: the uid of the install. */
  install: `${GROUP}/install-uid`,
  /** On a Service for a ServiceMonitor: the name that the monitor selects. */
  monitor: `${GROUP}/monitor`,
  /** On the objects of a run of the tests of an install: digest of its request. */
  testRun: `${GROUP}/test-run`,
} as const;

/** Name of the ServiceAccount of each team's namespace as which Stoa writes what installs make there. */
export const INSTALL_ACCOUNT = 'stoa-install';

/** Label of the objects that Stoa creates, by which its caches select them. */
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'stoa' } as const;

/** Annotation on the CRDs: digest of the schema. */
export const SCHEMA_DIGEST = `${GROUP}/schema-digest`;

/** Annotations on objects of components and installs. */
export const ANNOTATIONS = {
  /** On a workload or Service: the component's display name. */
  componentName: `${GROUP}/component-name`,
  /** On a Service: comma-separated ports that are open without a rule. */
  outerPorts: `${GROUP}/outer-ports`,
  /** On a workload of an install: fields of the component's record in the REST API, as JSON. */
  componentFacts: `${GROUP}/component-facts`,
  /** On pods of an install: digest of the values of their Secrets, whose change replaces the pods. */
  envDigest: `${GROUP}/env-digest`,
  /** On pods of an install: digest of their config files, whose change replaces the pods. */
  configFiles: `${GROUP}/config-files`,
  /** On pods of a chart: digest of the annotations that they lack a grant for, whose change replaces the pods. */
  leftAnnotations: `${GROUP}/left-annotations`,
  /** On a Secret with the access key of a store: origin of the store. Stoa sends the key nowhere else. */
  accessKeyFor: `${GROUP}/access-key-for`,
  /** On such a Secret: comma-separated origins of hosts that give tokens of the store, a registry, for the key. */
  accessKeyRealms: `${GROUP}/access-key-realms`,
  /** On an object that Stoa applies: digest of the draft that it was applied from. */
  applied: `${GROUP}/applied`,
  /** On a Job of an install: digest of the pod template that it runs, by which a version runs once. */
  template: `${GROUP}/template`,
  /** On the pods of a Job that is a hook of a chart: digest of the release that it runs for. */
  chartRelease: `${GROUP}/chart-release`,
  /** On a workload of an install: with the value `true`, its number of replicas is that of whoever scales it. */
  keepReplicas: `${GROUP}/keep-replicas`,
  /** On a workload that the REST API has stopped: its replicas before. */
  stoppedReplicas: `${GROUP}/stopped-replicas`,
  /** On a workload of an install: marker of a first completed roll-out; the value is ignored. */
  deployed: `${GROUP}/deployed`,
  /** On a Secret with allocations: an install is deleted, whose volumes are left, and the next one of the name has them. */
  valuesLeft: `${GROUP}/values-left`,
  /** On a Secret with a certificate: its name that people see, as the REST API stored it. */
  certificateAlias: `${GROUP}/certificate-alias`,
  /** On a MarketInstall: request for a preview, by an id of the requester's choice; another id asks again. */
  previewRequested: `${GROUP}/preview-requested`,
  /** On a MarketInstall: version that the preview is about; `spec.appModelVersion` without it. */
  previewVersion: `${GROUP}/preview-version`,
  /** On a MarketInstall: request for a run of the tests of its chart, by an id of the requester's choice. */
  testsRequested: `${GROUP}/tests-requested`,
  /** On an object of a run of tests: comma-separated ends after which it is deleted. */
  testDeletedAfter: `${GROUP}/test-deleted-after`,
} as const;

/** Annotations on the Namespace of a team, which only the platform writes: names that are the team's alone. */
export const NAME_ANNOTATIONS = {
  /** Comma-separated hosts, `*.x` with all names below `x`. */
  hosts: `${GROUP}/hosts`,
  /** Comma-separated TCP and UDP ports and ranges. */
  ports: `${GROUP}/ports`,
  /** Comma-separated issuers of certificates that the team's rules may name. */
  issuers: `${GROUP}/issuers`,
  /** Time until which rules that stood before keep what the declarations of this Namespace take from them. */
  hostsEnforcedFrom: `${GROUP}/hosts-enforced-from`,
} as const;

/** Annotation on a GatewayRule: with the value `true`, its name is free for other teams once the rule is deleted. */
export const RELEASE_NAME = `${GROUP}/release-name`;
