import { present } from '../../base/fields.ts';
import { resolveBackend } from '../../component/backend.ts';
import type { Exposure } from '../../component/exposure.ts';
import { targetKey, targetsOfService } from '../../component/target.ts';
import { type Candidate, candidatesOf, isHttp, isTeam } from '../../rule/candidate.ts';
import { byStanding, isStanding } from '../../rule/claim.ts';
import { namedAuthorities } from '../authorities/named.ts';
import { externalAuthOf, type Member, mirrorOf, namedComponents } from '../member.ts';
import type { GatewayView } from '../observed.ts';
import type { Sources } from '../sources.ts';
import { type Place, portKey, type StatedPort, type Statements, statedPort } from './stated.ts';

/** Statements on the ports that members lead to or name in their policies. */
export function statementsOn(from: Sources, gateway: GatewayView, members: readonly Member[]): Statements {
  const uids = new Set(members.map(({ object }) => object.metadata.uid));
  const found = new Map<string, readonly StatedPort[]>();
  for (const member of members) {
    const exposures = [member.component, ...namedComponents(member)];
    for (const backend of [statedPort(member), mirrorOf(member), externalAuthOf(member)]) {
      if (backend?.type === 'resolved' && !found.has(portKey(backend))) {
        found.set(portKey(backend), statementsOf(from, gateway, { backend, exposures, uids }));
      }
    }
  }
  return found;
}

/** A port that a member leads to or names. */
interface NamedPort {
  readonly backend: Place;
  readonly exposures: readonly Exposure[];
  /** Uids of all members, which may count before they stand. */
  readonly uids: ReadonlySet<string>;
}

/** Statements on a port, in their order. */
function statementsOf(
  { caches, authorities }: Sources,
  { componentAt }: GatewayView,
  { backend, exposures, uids }: NamedPort,
): readonly StatedPort[] {
  const services = exposures.flatMap((each) => each.services);
  const targets = services
    .filter(({ metadata }) => metadata.name === backend.service)
    .flatMap(targetsOfService);
  const stating = [...new Set(targets)].flatMap((target) => caches.rules.store.by('stating', target));
  const leadsThere = ({ object, rule }: Candidate) => {
    const exposure = componentAt(targetKey(object.metadata.namespace, rule.target));
    const resolved = resolveBackend(exposure, rule.containerPort, 'TCP');
    return resolved.type === 'resolved' && portKey(resolved) === portKey(backend);
  };
  const ordered = candidatesOf(stating, (each) => isTeam(caches, each))
    .filter(isHttp)
    .filter(({ object }) => uids.has(object.metadata.uid) || isStanding(object))
    .toSorted(byStanding);
  const first = ordered.find(leadsThere);
  const deciding = first === undefined || isStanding(first.object) ? [first] : ordered.filter(leadsThere);
  return deciding.flatMap((each) =>
    each?.rule.backend === undefined
      ? []
      : [
          {
            choice: each.rule.backend,
            decidedBy: each.object,
            ...present({ authorities: namedAuthorities(authorities, each.object) }),
          },
        ],
  );
}
