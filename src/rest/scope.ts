import type { Response } from 'express';
import type { Impersonation, KubeClient } from '../kube/client.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { DEFAULT_PORTS, type PortRange } from '../names/ports.ts';
import { Released } from '../names/released.ts';
import type { Application } from '../objects/stoa.ts';
import type { NameState } from '../rule/namestate.ts';
import type { GatewayPlace } from './gatewayplace.ts';
import type { AccessCheck } from './guard/access.ts';
import type { AuthenticatedCaller } from './guard/guard.ts';
import type { NameRules } from './namerules.ts';
import { Problem } from './problem/problem.ts';
import { absentNamespace, applicationsIn, namespacesOf, soleNamespace } from './team.ts';
import type { WatchedRegion } from './watched.ts';

/** Path of a team; its resources are below. */
export const TEAM = '/openapi/v1/teams/:team_id';

/** Path of an application; its resources are below. */
export const APPLICATION = `${TEAM}/regions/:region_name/apps/:app_id`;

/** Scope of a request to a team: its caller, and the namespace of the team in a region. */
export interface TeamScope {
  readonly caller: Impersonation;
  /** Acts as the caller. */
  readonly client: KubeClient;
  /** Acts as the service itself: only to read the rules of other teams that compete with the caller's. */
  readonly service: KubeClient;
  readonly teamId: string;
  readonly region: string;
  readonly namespace: string;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
  /** Host name or address at which clients reach these ports, where the configuration says it. */
  readonly tcpAddress: string | undefined;
  /** The Gateway of the rules. */
  readonly gateway: GatewayPlace;
  readonly monitor: Monitor;
  /** Rules on who may have which hosts and ports. */
  readonly nameRules: NameRules;
  /** Names of all teams, where the watched state is current: to decide on names, not to show them. */
  readonly watchedNames: (() => NameState) | undefined;
  /** Names that stay with their teams for a while. */
  readonly releasedNames: () => Released;
  /** Watched state, where it is current and the caller may read the namespace's part. */
  readonly watched: WatchedRegion | undefined;
}

/** Scope of a request to an application of a team. */
export interface Scope extends TeamScope {
  readonly application: Application;
}

/** Parameters of an application's path. */
export type ScopeParameters = Readonly<Record<'team_id' | 'region_name' | 'app_id', string>>;

/**
 * Scope of a caller's request to an application; throws a Problem for each way in which it can fail. The watched state
 * never decides that something does not exist, since it may lag behind.
 */
export async function resolveScope(
  authenticated: AuthenticatedCaller,
  { team_id: teamId, app_id: appId }: ScopeParameters,
  hasAccess: AccessCheck,
): Promise<Scope> {
  const { team, applications } = await teamWithApplications(authenticated, teamId, hasAccess);
  const application =
    applicationAmong(applications, appId) ??
    (team.watched && applicationAmong(await applicationsIn(team.client, team.namespace, teamId), appId));
  if (application === undefined) {
    throw new Problem('appNotFound', `app_id: the team has no application ${appId}`);
  }
  return { ...team, application };
}

/** Scope of a caller's request to a team; throws a Problem for each way in which it can fail. */
export async function resolveTeam(
  authenticated: AuthenticatedCaller,
  teamId: string,
  hasAccess: AccessCheck,
): Promise<TeamScope> {
  return (await teamWithApplications(authenticated, teamId, hasAccess)).team;
}

/** A team, and its Applications as watched where the caller may read those, or else as the caller reads them. */
async function teamWithApplications(
  authenticated: AuthenticatedCaller,
  teamId: string,
  hasAccess: AccessCheck,
): Promise<{ readonly team: TeamScope; readonly applications: readonly Application[] }> {
  const { region, caller, client } = authenticated;
  const { name, client: service, tcpAddress, gateway, monitor, names: nameRules } = region;
  const current = region.watched?.isCurrent() ? region.watched : undefined;
  const known = current && (await namespaceKnown(authenticated, current, teamId, hasAccess));
  const { teamPolicy } = nameRules;
  const namespace =
    known ?? (await soleNamespace(client, teamId, await namespacesOf(service, teamId, teamPolicy)));
  const watched = known === undefined ? undefined : current;
  const applications =
    watched?.applicationsIn(namespace) ?? (await applicationsIn(client, namespace, teamId));
  const team = {
    caller,
    client,
    service,
    teamId,
    region: name,
    namespace,
    // Where the operator of the cluster has not said what its gateway offers, it decides on the rule.
    ports: region.watched?.offeredPorts() ?? region.ports ?? DEFAULT_PORTS,
    tcpAddress,
    gateway,
    monitor,
    nameRules,
    watchedNames: current && (() => current.names()),
    releasedNames: () => region.watched?.released() ?? new Released(),
    watched,
  };
  return { team, applications };
}

/**
 * The one namespace of a team in the watched state; undefined unless the caller may read what is watched there. A team
 * that does not exist takes the same calls.
 */
async function namespaceKnown(
  authenticated: AuthenticatedCaller,
  current: WatchedRegion,
  teamId: string,
  hasAccess: AccessCheck,
): Promise<string | undefined> {
  const [first, ...others] = current.namespacesOf(teamId).map(({ metadata }) => metadata.name);
  const sole = others.length === 0 ? first : undefined;
  const may = await hasAccess(authenticated, sole ?? absentNamespace(teamId));
  return may ? sole : undefined;
}

/** The scope that `response.locals` carries. */
export function scopeOf(response: Response): Scope {
  return response.locals.scope as Scope;
}

/** The application with a number, as the contract has it, or with a name. */
function applicationAmong(applications: readonly Application[], appId: string): Application | undefined {
  return (
    applications.find(({ spec }) => String(spec.id) === appId) ??
    applications.find(({ metadata }) => metadata.name === appId)
  );
}
