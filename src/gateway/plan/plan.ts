import type { GatewayRule } from '../../objects/stoa.ts';
import { type Conflict, httpConflicts, tcpConflict } from '../../rule/conflict.ts';
import type { Rendered, UnsupportedField } from '../dialects/dialect.ts';
import { routed } from '../member.ts';
import type { GatewayView, HostView, PathView, PortView, RouteView } from '../observed.ts';
import { portRefusal } from '../ports.ts';
import { certificateFor } from './certificate.ts';
import { crowdedOut, httpRoutes } from './path.ts';
import { portRoute } from './port.ts';

/** Why a rule has no part in its route, and the older rule that has. */
export type Denial = Conflict | { readonly type: 'no-room'; readonly winner: GatewayRule };

/** What ought to stand for a route, and what of its rules cannot. */
export interface Plan {
  readonly view: RouteView;
  readonly wanted: readonly Rendered[];
  /** The rules that have a part in what is wanted, the oldest first. */
  readonly contributors: readonly GatewayRule[];
  /** Rules that give way, by uid. */
  readonly conflicts: ReadonlyMap<string, Denial>;
  readonly losses: readonly UnsupportedField[];
  /** Uids of rules that nobody answers for, as they share the weight 0. */
  readonly idle: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Decides what ought to stand for a route. */
export function planOf(view: RouteView, gateway: GatewayView): Plan {
  switch (view.type) {
    case 'path':
      return pathPlan(view, gateway);
    case 'port':
      return portPlan(view, gateway);
    case 'host':
      return hostPlan(view, gateway);
  }
}

function pathPlan(view: PathView, gateway: GatewayView): Plan {
  const [first] = view.members;
  const conflicts =
    first === undefined
      ? new Map<string, Conflict>()
      : httpConflicts(view.ofHost, first.object.metadata.namespace, first.rule.path);
  const fitting = routed(view.members.filter(({ object }) => !conflicts.has(object.metadata.uid)));
  const crowded = new Set(crowdedOut(fitting, view.tls));
  const members = fitting.filter((member) => !crowded.has(member));
  const { objects, ...rest } = httpRoutes(view.name, members, view.tls, gateway);
  const contributors = members.map(({ object }) => object);
  const [oldest] = contributors;
  const giveWay = [...crowded].flatMap(({ object: { metadata } }) =>
    oldest === undefined ? [] : [[metadata.uid, { type: 'no-room', winner: oldest }] as const],
  );
  return {
    view,
    wanted: objects,
    contributors,
    conflicts: new Map<string, Denial>([...conflicts, ...giveWay]),
    ...rest,
  };
}

function portPlan(view: PortView, gateway: GatewayView): Plan {
  const conflicts = new Map(
    view.members.flatMap((member) => {
      const conflict = tcpConflict(member, view.ofPort);
      return conflict === undefined ? [] : [[member.object.metadata.uid, conflict] as const];
    }),
  );
  const [winner] = routed(
    view.members.filter(
      ({ object, rule }) =>
        !conflicts.has(object.metadata.uid) && portRefusal(rule.port, gateway) === undefined,
    ),
  );
  const wanted = winner === undefined ? [] : portRoute(view.name, winner, gateway);
  const contributors = winner === undefined ? [] : [winner.object];
  return { view, wanted, contributors, conflicts, losses: [], idle: NOBODY };
}

function hostPlan(view: HostView, { served, config }: GatewayView): Plan {
  const wanted =
    served.certificates === undefined ? [] : certificateFor(view.name, view.members, config.autoSsl.issuer);
  const contributors = view.members.map(({ object }) => object);
  return { view, wanted, contributors, conflicts: new Map(), losses: [], idle: NOBODY };
}
