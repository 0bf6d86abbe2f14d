import { labelValueSchema } from '../api/grammar.ts';
import { LABELS } from '../api/group.ts';
import type { KubeClient } from '../kube/client.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { NAMESPACES } from '../objects/core.ts';
import { APPLICATIONS, type Application } from '../objects/stoa.ts';
import type { PortRange } from '../rule/ports.ts';
import type { Visitor } from './guard.ts';
import { Problem } from './problem.ts';

/** What the path and the token of a request come down to. */
export interface Scope {
  /** Acts as the caller. */
  readonly client: KubeClient;
  /** Acts as the service itself, only to learn what other teams' rules stand against one of the caller's. */
  readonly service: KubeClient;
  readonly teamId: string;
  readonly region: string;
  readonly namespace: string;
  readonly application: Application;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
  readonly monitor: Monitor;
}

/** The path parameters that all operations share. */
export interface ScopeParameters {
  readonly team_id: string;
  readonly region_name: string;
  readonly app_id: string;
}

/** Finds what a visitor asks for; throws a Problem for each way in which that can fail. */
export async function resolveScope(
  { region: { name: region, client: service, ports, monitor }, client }: Visitor,
  { team_id: teamId, app_id: appId }: ScopeParameters,
): Promise<Scope> {
  const namespace = await namespaceOf(service, teamId);
  const application = await applicationOf(client, namespace, appId);
  return { client, service, teamId, region, namespace, application, ports, monitor };
}

/** The service itself looks the namespace up: a team member may not list namespaces. */
async function namespaceOf(client: KubeClient, teamId: string): Promise<string> {
  const known = labelValueSchema.safeParse(teamId).success
    ? await client.list(NAMESPACES, { labelSelector: `${LABELS.team}=${teamId}` })
    : [];
  const [namespace] = known.map(({ metadata }) => metadata.name).toSorted();
  if (namespace === undefined) {
    throw new Problem('teamNotFound', `team_id: there is no team ${teamId}`);
  }
  return namespace;
}

/** The contract addresses an application by its number; its name is accepted too. */
async function applicationOf(client: KubeClient, namespace: string, appId: string): Promise<Application> {
  const applications = await client.list(APPLICATIONS, { namespace });
  const found =
    applications.find(({ spec }) => String(spec.id) === appId) ??
    applications.find(({ metadata }) => metadata.name === appId);
  if (found === undefined) {
    throw new Problem('appNotFound', `app_id: the team has no application ${appId}`);
  }
  return found;
}
