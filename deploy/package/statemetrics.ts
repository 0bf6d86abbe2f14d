import { stringify } from 'yaml';
import { GROUP, VERSION } from '../../src/api/group.ts';
import { kinds } from '../../src/api/kinds.ts';

/** Path of a field in an object, as kube-state-metrics reads it; `[key=value]` selects an item of a list. */
type Path = readonly string[];

const HEADER = '# Generated from src/api by `npm run generate`: change deploy/package/statemetrics.ts.\n';

/** Labels of the metric `stoa_resource_info` by kind, in addition to namespace and name. */
const INFO: Readonly<Record<string, Readonly<Record<string, Path>>>> = {
  Application: { app_id: ['spec', 'id'], phase: ['status', 'phase'] },
  GatewayRule: {
    app_id: ['spec', 'appId'],
    protocol: ['spec', 'protocol'],
    transport: ['spec', 'tcp', 'transport'],
    host: ['spec', 'http', 'domainName'],
    port: ['spec', 'tcp', 'endPoint', 'port'],
  },
  MarketInstall: {
    app_id: ['spec', 'appId'],
    model: ['spec', 'appModelId'],
    version: ['spec', 'appModelVersion'],
  },
};

/** Configuration of kube-state-metrics: the same metrics for each kind. */
function config(): object {
  return {
    kind: 'CustomResourceStateMetrics',
    spec: {
      resources: kinds.map(({ kind }) => ({
        groupVersionKind: { group: GROUP, version: VERSION, kind },
        metricNamePrefix: 'stoa',
        // Objects without status are no errors.
        errorLogV: 5,
        labelsFromPath: { namespace: ['metadata', 'namespace'], name: ['metadata', 'name'] },
        metrics: metricsOf(kind),
      })),
    },
  };
}

function metricsOf(kind: string): object[] {
  return [
    {
      name: 'resource_info',
      help: 'Information about an object of Stoa.',
      each: { type: 'Info', info: { labelsFromPath: INFO[kind] ?? {} } },
    },
    gauge('resource_created', 'Unix time of the creation of an object of Stoa.', {
      path: ['metadata', 'creationTimestamp'],
    }),
    gauge('resource_condition', '1 if a condition of an object of Stoa is True, else 0.', {
      path: ['status', 'conditions'],
      labelsFromPath: { type: ['type'], status: ['status'], reason: ['reason'] },
      valueFrom: ['status'],
    }),
    gauge(
      'resource_ready_changed',
      'Unix time of the last change of the status of Ready of an object of Stoa.',
      {
        path: ['status', 'conditions', '[type=Ready]', 'lastTransitionTime'],
      },
    ),
  ];
}

function gauge(name: string, help: string, gauge: object): object {
  return { name, help, each: { type: 'Gauge', gauge } };
}

/** Permissions that kube-state-metrics needs for the configuration. */
function clusterRole(): object {
  const verbs = ['list', 'watch'];
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'stoa-state-metrics' },
    rules: [
      { apiGroups: [GROUP], resources: kinds.map(({ plural }) => plural), verbs },
      { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs },
    ],
  };
}

/** Files for kube-state-metrics: content by path below the repository's root. */
export function stateMetricsFiles(): Map<string, string> {
  return new Map(
    [['config.yaml', config()] as const, ['clusterrole.yaml', clusterRole()] as const].map(
      ([name, content]) => [
        `deploy/kube-state-metrics/${name}`,
        HEADER + stringify(content, { aliasDuplicateObjects: false }),
      ],
    ),
  );
}
