import { LABELS } from '../../../src/api/group.ts';
import type { Fields } from '../../../src/base/fields.ts';
import { CONFIG_MAPS, SERVICES } from '../../../src/objects/core.ts';
import { GATEWAYS } from '../../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import { AUTOSCALERS } from '../../../src/objects/installable.ts';
import { DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../../src/objects/workload.ts';
import type { Team } from '../team.ts';
import type { View } from '../view.ts';
import type { Neighbour, Target } from './neighbour.ts';

/** Act of another client in a namespace where Stoa works. */
export interface Act {
  /** Field manager of the client, by which conditions name it. */
  readonly manager: string;
  /** Everything that the client does. */
  run(client: Neighbour, team: Team): Promise<void>;
  /** Starts of effects that Stoa may have in return, once on each object, such as `updated deployments`; none without. */
  readonly answers?: readonly string[];
  /** Objects that must keep, or must not have, a text after Stoa has looked at them. */
  readonly stands: readonly Mark[];
}

/** Text that an object has while an act stands. */
interface Mark {
  readonly at: Target;
  readonly text: string;
  /** Whether Stoa has taken the field back instead. */
  readonly isGone?: true;
}

const FRONT = { resource: DEPLOYMENTS, name: 'i-front' };
const HELPER = { resource: DEPLOYMENTS, name: 'i-helper' };
const WORKER = { resource: DEPLOYMENTS, name: 'i-worker' };
const DB = { resource: STATEFUL_SETS, name: 'i-db' };
const SERVICE = { resource: SERVICES, name: 'front' };
const MIGRATE = { resource: JOBS, name: 'migrate' };
const GATEWAY = { resource: GATEWAYS, name: 'gateway' };

const container = (fields: Fields) => ({ spec: { template: { spec: { containers: [fields] } } } });

/** All acts by name, in the order in which a run of all performs them. */
export const ACTS: Readonly<Record<string, Act>> = {
  'adds an env': {
    manager: 'company-tracing',
    run: (client) => client.apply(FRONT, container({ name: 'main', env: [{ name: 'TRACE', value: 'on' }] })),
    stands: [{ at: FRONT, text: '"TRACE"' }],
  },
  'adds a sidecar': {
    manager: 'company-mesh',
    run: (client) => client.apply(FRONT, container({ name: 'mesh', image: 'mesh.example.com/proxy:1' })),
    stands: [{ at: FRONT, text: 'mesh.example.com/proxy:1' }],
  },
  'adds a port': {
    manager: 'company-debugger',
    run: (client) => {
      const ports = [{ name: 'debug', port: 6060, targetPort: 6060, protocol: 'TCP' }];
      return client.apply(SERVICE, { spec: { ports } });
    },
    stands: [{ at: SERVICE, text: '"debug"' }],
  },
  'adds labels and annotations': {
    manager: 'company-inventory',
    run: async (client, team) => {
      for (const target of labelled(team)) {
        await client.edit(target, ['metadata'], ({ labels, annotations, ...metadata }) => ({
          ...metadata,
          labels: { ...(labels as Fields), 'company.example.com/cost-center': '7' },
          annotations: { ...(annotations as Fields), 'company.example.com/contact': 'ops' },
        }));
      }
    },
    stands: [FRONT, DB, SERVICE].map((at) => ({ at, text: 'company.example.com/cost-center' })),
  },
  restarts: {
    manager: 'company-rollout',
    run: (client) => {
      const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' };
      return client.apply(DB, { spec: { template: { metadata: { annotations } } } });
    },
    stands: [{ at: DB, text: 'kubectl.kubernetes.io/restartedAt' }],
  },
  'pauses and resumes': {
    manager: 'company-change-freeze',
    run: async (client) => {
      await client.edit(FRONT, ['spec'], (spec) => ({ ...spec, paused: true }));
      await client.edit(FRONT, ['spec'], ({ paused: _, ...spec }) => spec);
    },
    stands: [],
  },
  'scales, and says so': {
    manager: 'company-operations',
    run: async (client) => {
      const annotations = { 'stoa.dev/keep-replicas': 'true' };
      await client.apply(HELPER, { metadata: { annotations }, spec: { replicas: 2 } });
    },
    stands: [{ at: HELPER, text: '"replicas":2' }],
  },
  'has a Deployment scaled by an autoscaler': {
    manager: 'kube-controller-manager',
    run: async (client) => {
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: WORKER.name };
      const target = { type: 'Utilization', averageUtilization: 80 };
      const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
      const spec = { scaleTargetRef, minReplicas: 2, maxReplicas: 4, metrics };
      await client.apply({ resource: AUTOSCALERS, name: 'worker' }, { spec });
      await client.awaits(WORKER, (worker) => worker.spec.replicas === 2);
    },
    stands: [{ at: WORKER, text: '"replicas":2' }],
  },
  'takes a field by force': {
    manager: 'company-rival',
    run: (client) => client.apply(FRONT, container({ name: 'main', image: 'rival.example.com/front:9' })),
    answers: ['updated deployments i-front'],
    stands: [{ at: FRONT, text: 'rival.example.com', isGone: true }],
  },
  'edits a route': {
    manager: 'company-router',
    run: async (client, team) => {
      for (const at of routesOf(team)) {
        await client.edit(at, ['spec'], (spec) => ({ ...spec, hostnames: ['taken.example.com'] }));
      }
    },
    answers: ['updated route'],
    stands: [],
  },
  'lets a Job end and vanish, and deletes another': {
    manager: 'company-cleaner',
    run: async (client, team) => {
      await client.awaits(MIGRATE);
      for (const job of jobsOf(team)) {
        await client.awaits(job, ({ status }) => status?.succeeded === 1);
        await client.remove(job);
      }
    },
    stands: [],
  },
  'renews a certificate': {
    manager: 'company-issuer',
    run: (_client, team) => team.certificate(1),
    stands: [],
  },
};

/** Install with components of all kinds, and with a Job of its own. */
const INSTALL = { appModelId: 'company' };

/** Brings a rule with a certificate and an install into a namespace; resolves when both are ready. */
export async function settle(team: Team): Promise<void> {
  await team.certificate(1);
  await team.rule('r', { certificateId: 1 });
  await team.reach('r', 'Ready', 'True');
  await team.shop.install(INSTALL);
  await team.shop.reach('Ready', 'True');
}

/** Upgrades the install to a version with another image. */
export async function upgrade({ shop }: Team): Promise<void> {
  await shop.install({ ...INSTALL, appModelVersion: '2.0' });
}

function routesOf({ view }: Team): readonly Target[] {
  return [...view.routes.keys()].map((name) => ({ resource: HTTP_ROUTES, name }));
}

function jobsOf({ view }: Team) {
  return [...view.of(JOBS).keys()].map((name) => ({ resource: JOBS, name }));
}

function labelled(team: Team): readonly Target[] {
  const configMaps = [...team.view.of(CONFIG_MAPS).values()]
    .filter(({ metadata }) => metadata.labels?.[LABELS.install] !== undefined)
    .map(({ metadata: { name } }) => ({ resource: CONFIG_MAPS, name }));
  return [FRONT, DB, SERVICE, GATEWAY, ...configMaps, ...routesOf(team)];
}

/** Marks of an act that are missing in a view, or that are there and should not be. */
export function fallen({ stands }: Act, view: View): readonly string[] {
  return stands.flatMap(({ at, text, isGone = false }) => {
    const { metadata, ...object } = view.of(at.resource).get(at.name) ?? {};
    const isThere = JSON.stringify({ ...object, metadata: { ...metadata, managedFields: [] } }).includes(
      text,
    );
    const state = isThere ? 'still has' : 'has lost';
    return isThere === isGone ? [`${at.resource.kind} ${at.name} ${state} ${text}`] : [];
  });
}
