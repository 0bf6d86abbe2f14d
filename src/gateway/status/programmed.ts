import type { Condition, Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import type { Gateway } from '../../objects/gatewayapi.ts';
import type { Rendered } from '../object.ts';
import type { GatewayView } from '../observed.ts';
import { isApplied, isSame, type Stored } from '../owned.ts';
import { listenerConditions, listenerProblem } from './listener.ts';
import { quoted, reasonOf } from './quote.ts';
import { labelOf, type RouteReport, reportOn } from './report.ts';

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
  const reports = routes.map((route) => ({
    listener: listenerOf(route),
    applied: isApplied(route, stored.find((each) => isSame(route, each))?.object),
    report: reportOn(route, stored, gateway.config.name),
  }));
  const [problem] = reports.flatMap(
    ({ listener, applied, report }) =>
      listenerProblem(label, object, listener) ?? routeProblem(label, applied, report) ?? [],
  );
  return (
    problem ??
    accepted(
      label,
      reports.flatMap(({ listener, report }) => remarksOn(object, listener, report)),
    )
  );
}

/** The listener that a route attaches to. */
export function listenerOf({ draft }: Rendered): string {
  const { parentRefs } = draft.spec as { readonly parentRefs: readonly { readonly sectionName: string }[] };
  return parentRefs[0]?.sectionName ?? '';
}

function routeProblem(
  label: string,
  applied: boolean,
  { current, isBehind }: RouteReport,
): Verdict | undefined {
  if (!applied) {
    return fails(TYPE, REASONS.pending, `the route waits for ${label}`);
  }
  const wanted = ['Accepted', 'ResolvedRefs'].map((type) =>
    current.find((condition) => condition.type === type),
  );
  const bad = wanted.find((condition) => condition?.status === 'False');
  if (bad !== undefined) {
    return fails(TYPE, reasonOf(bad), `${label} says: ${quoted(bad)}`);
  }
  const partial = current.find(({ type, status }) => type === 'PartiallyInvalid' && status === 'True');
  if (partial !== undefined) {
    return partlyInvalid(label, partial);
  }
  if (wanted.every((condition) => condition?.status === 'True')) {
    return undefined;
  }
  const why = isBehind ? 'which has seen an earlier version of it only' : 'which has not reported on it yet';
  return fails(TYPE, REASONS.pending, `the route waits for ${label}, ${why}`);
}

/** Verdict on a route of which the engine accepts only a part, or keeps the version before; the message tells which. */
function partlyInvalid(label: string, condition: Condition): Verdict {
  return condition.message.startsWith('Fall Back')
    ? fails(TYPE, REASONS.pending, `${label} keeps an earlier version of the route: ${quoted(condition)}`)
    : fails(
        TYPE,
        REASONS.refusedByEngine,
        `${label} does not accept all of the route, and requests can reach other rules: ${quoted(condition)}`,
      );
}

/** Remark of an engine on a route that it accepts; not the rule's fault. */
interface Remark {
  readonly reason: string;
  readonly text: string;
}

function remarksOn(gateway: Gateway, listener: string, { current }: RouteReport): readonly Remark[] {
  const idle = current.filter(({ type, status }) => type === 'BackendsAvailable' && status === 'False');
  const overlaps = listenerConditions(gateway, listener).filter(
    ({ type, status }) => type === 'OverlappingTLSConfig' && status === 'True',
  );
  return [
    ...idle.map((condition) => ({
      reason: REASONS.noEndpoints,
      text: `but a component of the route has no ready pod: ${quoted(condition)}`,
    })),
    ...overlaps.map((condition) => ({
      reason: REASONS.overlappingCertificates,
      text: `but its listener ${listener} may answer by HTTP/1.1 only: ${quoted(condition)}`,
    })),
  ];
}

/** Verdict on routes that the engine accepts, with its remarks. */
function accepted(label: string, remarks: readonly Remark[]): Verdict {
  const texts = new Set(remarks.map(({ text }) => text));
  return holds(
    TYPE,
    remarks[0]?.reason ?? REASONS.programmed,
    [`${label} accepts the route`, ...texts].join(', '),
  );
}
