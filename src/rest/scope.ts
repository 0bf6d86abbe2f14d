import type { Response } from 'express';
import { labelValueSchema } from '../api/grammar.ts';
import { LABELS } from '../api/group.ts';
import type { Impersonation, KubeClient } from '../kube/client.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { NAMESPACES } from '../objects/core.ts';
import { APPLICATIONS, type Application } from '../objects/stoa.ts';
import type { PortRange } from '../rule/ports.ts';
import type { Followed } from './followed.ts';
import type { MaySee } from './guard/access.ts';
import type { AuthenticatedCaller } from './guard/guard.ts';
import { Problem } from './problem/problem.ts';

/** Where everything of an application is. */
export const APPLICATION = '/openapi/v1/teams/:team_id/regions/:region_name/apps/:app_id';

/** What the path and the token of a request come down to. */
export interface Scope {
  readonly caller: Impersonation;
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
  /** What is followed, where that is current and the caller may be shown what it has of the namespace. */
  readonly followed: Followed | undefined;
}

/** The path parameters that all operations share. */
export interface ScopeParameters {
  readonly team_id: string;
  readonly region_name: string;
  readonly app_id: string;
}

/**
 * Finds what a visitor asks for; throws a Problem for each way in which that can fail. That something is not
 * there is never taken from what is followed, which may not have it yet.
 */
export async function resolveScope(
  visitor: AuthenticatedCaller,
  { team_id: teamId, app_id: appId }: ScopeParameters,
  maySee: MaySee,
): Promise<Scope> {
  const { region, caller, client } = visitor;
  const { name, client: service, ports, monitor } = region;
  const current = region.followed?.isCurrent() ? region.followed : undefined;
  const known = namespaceAmong(current?.namespacesOf(teamId) ?? []);
  const namespace = known ?? (await namespaceOf(service, teamId));
  const followed = known !== undefined && (await maySee(visitor, namespace)) ? current : undefined;
  const application =
    applicationAmong(followed?.applicationsIn(namespace) ?? [], appId) ??
    (await applicationOf(client, namespace, appId));
  return {
    caller,
    client,
    service,
    teamId,
    region: name,
    namespace,
    application,
    ports,
    monitor,
    followed,
  };
}

/** What the path and the token of a request came down to. */
export function scopeOf(response: Response): Scope {
  return response.locals.scope as Scope;
}

/** The service itself looks the namespace up: a team member may not list namespaces. */
async function namespaceOf(client: KubeClient, teamId: string): Promise<string> {
  const known = labelValueSchema.safeParse(teamId).success
    ? await client.list(NAMESPACES, { labelSelector: `${LABELS.team}=${teamId}` })
    : [];
  const namespace = namespaceAmong(known);
  if (namespace === undefined) {
    throw new Problem('teamNotFound', `team_id: there is no team ${teamId}`);
  }
  return namespace;
}

/** Of several namespaces with the label of a team, the first by name is the team's. */
function namespaceAmong(namespaces: readonly KubeObject[]): string | undefined {
  return namespaces.map(({ metadata }) => metadata.name).toSorted()[0];
}

async function applicationOf(client: KubeClient, namespace: string, appId: string): Promise<Application> {
  const found = applicationAmong(await client.list(APPLICATIONS, { namespace }), appId);
  if (found === undefined) {
    throw new Problem('appNotFound', `app_id: the team has no application ${appId}`);
  }
  return found;
}

/** The contract addresses an application by its number; its name is accepted too. */
function applicationAmong(applications: readonly Application[], appId: string): Application | undefined {
  return (
    applications.find(({ spec }) => String(spec.id) === appId) ??
    applications.find(({ metadata }) => metadata.name === appId)
  );
}
