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
import { type Place, portKey, portOf, type StatedPort, type StatedPorts } from './stated.ts';

/** The ports that members lead to or name in their policies, as far as rules state their protocols. */
export function statedPorts(from: Sources, gateway: GatewayView, members: readonly Member[]): StatedPorts {
  const found = new Map<string, StatedPort>();
  const seen = new Set<string>();
  for (const member of members) {
    const exposures = [member.component, ...namedComponents(member)];
    for (const backend of [portOf(member), mirrorOf(member), externalAuthOf(member)]) {
      if (backend?.type !== 'resolved' || seen.has(portKey(backend))) {
        continue;
      }
      seen.add(portKey(backend));
      const stated = statedPort(from, gateway, { member, backend, exposures });
      if (stated !== undefined) {
        found.set(portKey(backend), stated);
      }
    }
  }
  return found;
}

/** A port that a member leads to or names. */
interface NamedPort {
  readonly member: Member;
  readonly backend: Place;
  readonly exposures: readonly Exposure[];
}

/** Statement of rules on a port; undefined where there is none. A member counts before it is accepted. */
function statedPort(
  { caches, authorities }: Sources,
  { componentAt }: GatewayView,
  { member, backend, exposures }: NamedPort,
): StatedPort | undefined {
  const { uid } = member.object.metadata;
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
  const deciding = candidatesOf(stating, (each) => isTeam(caches, each))
    .filter(isHttp)
    .filter(({ object }) => object.metadata.uid === uid || isStanding(object))
    .toSorted(byStanding)
    .find(leadsThere);
  const choice = deciding?.rule.backend;
  return deciding === undefined || choice === undefined
    ? undefined
    : {
        choice,
        decidedBy: deciding.object,
        ...present({ authorities: namedAuthorities(authorities, deciding.object) }),
      };
}
