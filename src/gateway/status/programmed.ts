import type { Condition, Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import type { Rendered } from '../../engines/object.ts';
import type { Contest } from '../../objects/applies.ts';
import type { ListenerHolder } from '../../objects/gatewayapi.ts';
import { demandAt, whyNotAsked } from '../clientcertificates.ts';
import { isTaken, listenerHolder } from '../listeners/parents.ts';
import type { GatewayView } from '../observed.ts';
import { contestsOf, isApplied, isSame, type Stored } from '../owned.ts';
import { isSetParent, type ListenerParent } from '../parent.ts';
import { listenerConditions, listenerProblem } from './listener.ts';
import { quotedCondition, reasonOf } from './quote.ts';
import { labelOf, parentsOf, type RouteReport, routeReport } from './report.ts';

const TYPE = 'Programmed';

/** Whether the engine has accepted the routes that a rule needs, in the engine's words where it has not. */
export function programmedVerdict(
  gateway: GatewayView,
  routes: readonly Rendered[],
  stored: readonly Stored[],
): Verdict {
  const label = labelOf(gateway);
  const { object } = gateway;
  if (object === undefined) {
    return fails(TYPE, REASONS.gatewayNotFound, `${label} does not exist`);
  }
  const [contest] = contestsOf(routes, stored, gateway.applies);
  if (contest !== undefined) {
    return fails(TYPE, REASONS.routeContested, contestText(contest));
  }
  const [ofListener] = routes
    .flatMap(parentsOf)
    .flatMap(({ sectionName }) => gateway.listeners.contestOf(sectionName) ?? []);
  if (ofListener !== undefined) {
    return fails(TYPE, REASONS.listenerContested, contestText(ofListener));
  }
  const isWritten = (route: Rendered) =>
    isApplied(route, stored.find((each) => isSame(route, each))?.object, gateway.applies);
  const unreported = routes.find((route) => parentsOf(route).length === 0);
  if (unreported !== undefined) {
    return unreportedVerdict(label, unreported, isWritten(unreported));
  }
  const reports = routes.map((route) => {
    const applied = isWritten(route);
    const attached = parentsOf(route).map((parent) =>
      attachmentOf(gateway, { route, stored, applied }, parent),
    );
    // A listener that moves carries the route from one place at a time: where it comes from, or where it belongs.
    const carrying = attached.find(({ problem }) => problem === undefined);
    return carrying ?? attached.at(gateway.sets.use === 'used' ? -1 : 0);
  });
  const found = reports.filter((each) => each !== undefined);
  const [problem] = found.flatMap((each) => each.problem ?? []);
  const remarks = found.flatMap((each) => each.remarks);
  return problem ?? programmed(`${label} accepts the route`, remarks);
}

/** Verdict on a route of a kind on which its engine does not report: that it stands is all that shows. */
function unreportedVerdict(label: string, { draft: { kind } }: Rendered, stands: boolean): Verdict {
  return stands
    ? programmed(`the ${kind} for ${label} stands, and no engine reports on its kind`, [])
    : fails(TYPE, REASONS.pending, `the ${kind} for ${label} does not stand yet`);
}

function contestText({ object, by, fields }: Contest & { readonly object: string }): string {
  return `${object}: ${by} changes ${fields}, which Stoa has corrected before; Stoa tries again after a pause`;
}

/** Standing of a route at one of its listeners. */
interface Attachment {
  /** Missing where the engine carries the route there. */
  readonly problem: Verdict | undefined;
  readonly remarks: readonly Remark[];
}

/** Route that a rule needs, among the objects that stand. */
interface WantedRoute {
  readonly route: Rendered;
  readonly stored: readonly Stored[];
  /** Whether the route stands as it is wanted. */
  readonly applied: boolean;
}

function attachmentOf(
  gateway: GatewayView,
  { route, stored, applied }: WantedRoute,
  parent: ListenerParent,
): Attachment {
  const { sectionName } = parent;
  const holder = listenerHolder(parent, gateway);
  if (
    holder === undefined ||
    (!isSetParent(parent) && isTaken(sectionName, gateway) && isAbsent(holder, sectionName))
  ) {
    return { problem: missingSet(gateway, sectionName), remarks: [] };
  }
  const report = routeReport(route, stored, parent);
  const label = isSetParent(parent) ? setLabel(gateway, sectionName) : labelOf(gateway);
  return {
    problem: listenerProblem(label, holder, sectionName) ?? routeProblem(label, applied, report),
    remarks: [
      ...remarksOnCertificates(holder, sectionName),
      ...remarksOnClients(gateway, holder, sectionName),
    ],
  };
}

function isAbsent({ spec }: ListenerHolder, listener: string): boolean {
  return spec.listeners.every(({ name }) => name !== listener);
}

/** Verdict on a listener whose set does not stand, or stands for something else. */
function missingSet(gateway: GatewayView, name: string): Verdict {
  const label = setLabel(gateway, name);
  return isTaken(name, gateway)
    ? fails(
        TYPE,
        REASONS.listenerSetTaken,
        `${label} is not one of Stoa's, and the listener for the host needs its name`,
      )
    : fails(TYPE, REASONS.pending, `the route waits for ${label}`);
}

function setLabel({ config }: GatewayView, name: string): string {
  return `ListenerSet ${config.name.namespace}/${name}`;
}

/** The listener that a route attaches to. */
export function listenerOf(route: Rendered): string {
  return parentsOf(route)[0]?.sectionName ?? '';
}

function routeProblem(
  label: string,
  applied: boolean,
  { current, isBehind }: RouteReport,
): Verdict | undefined {
  if (!applied) {
    return awaited(label, isBehind || current.length > 0);
  }
  const wanted = ['Accepted', 'ResolvedRefs'].map((type) =>
    current.find((condition) => condition.type === type),
  );
  const bad = wanted.find((condition) => condition?.status === 'False');
  if (bad !== undefined) {
    return fails(TYPE, reasonOf(bad), `${label} says: ${quotedCondition(bad)}`);
  }
  const partial = current.find(({ type, status }) => type === 'PartiallyInvalid' && status === 'True');
  if (partial !== undefined) {
    return partlyInvalid(label, partial);
  }
  if (wanted.every((condition) => condition?.status === 'True')) {
    return undefined;
  }
  return awaited(label, isBehind);
}

/**
 * Verdict on a route that the engine has yet to see. It is the same before and after the route is applied, so that
 * applying it changes no status.
 */
function awaited(label: string, hasSeenEarlier: boolean): Verdict {
  const why = hasSeenEarlier
    ? 'which has seen an earlier version of it only'
    : 'which has not reported on it yet';
  return fails(TYPE, REASONS.pending, `the route waits for ${label}, ${why}`);
}

/** Verdict on a route of which the engine accepts only a part, or keeps the version before; the message tells which. */
function partlyInvalid(label: string, condition: Condition): Verdict {
  return condition.message.startsWith('Fall Back')
    ? fails(
        TYPE,
        REASONS.pending,
        `${label} keeps an earlier version of the route: ${quotedCondition(condition)}`,
      )
    : fails(
        TYPE,
        REASONS.refusedByEngine,
        `${label} does not accept all of the route, and requests can reach other rules: ${quotedCondition(condition)}`,
      );
}

/** Remark of an engine on a route that it accepts; not the rule's fault. */
interface Remark {
  readonly reason: string;
  readonly text: string;
}

function remarksOnCertificates(holder: ListenerHolder, listener: string): readonly Remark[] {
  const overlaps = listenerConditions(holder, listener).filter(
    ({ type, status }) => type === 'OverlappingTLSConfig' && status === 'True',
  );
  return overlaps.map((condition) => ({
    reason: REASONS.overlappingCertificates,
    text: `but its listener ${listener} may answer by HTTP/1.1 only: ${quotedCondition(condition)}`,
  }));
}

/** Remark on an engine that asks no client for the certificate which the owner of the Gateway wants. */
function remarksOnClients(gateway: GatewayView, holder: ListenerHolder, listener: string): readonly Remark[] {
  const found = holder.spec.listeners.find(({ name }) => name === listener);
  const demand = found?.protocol === 'HTTPS' ? demandAt(gateway.object, found.port) : undefined;
  const why = demand === undefined ? undefined : whyNotAsked(gateway);
  return why === undefined
    ? []
    : [
        {
          reason: REASONS.clientsNotAsked,
          text: `but it asks no client for a certificate, as the Gateway wants: ${why}`,
        },
      ];
}

/** Verdict on routes that an engine has, with remarks. */
function programmed(what: string, remarks: readonly Remark[]): Verdict {
  const texts = new Set(remarks.map(({ text }) => text));
  return holds(TYPE, remarks[0]?.reason ?? REASONS.programmed, [what, ...texts].join(', '));
}
