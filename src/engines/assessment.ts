import type { Transport } from '../api/gatewayrule.ts';
import type { NamedTarget } from '../api/target.ts';
import { present } from '../base/fields.ts';
import { type Backend, resolveBackend, transportTo } from '../component/backend.ts';
import type { Exposure } from '../component/exposure.ts';
import { exposureOfTarget, targetOf } from '../component/target.ts';
import { conditionsIn } from '../rule/conditions.ts';
import type { EffectiveHttp, EffectiveRule } from '../rule/effective.ts';
import type { Support } from './ability.ts';
import type { Dialect } from './engine.ts';
import { type AskedBackend, type Branch, choiceOf, type ListenerGroup, sharedMembers } from './group.ts';

/** Field of a rule, as a path below `spec`, that an engine does not express, or not as requested, and why. */
interface LostField {
  readonly field: string;
  readonly why: string;
}

/** Assessment of a rule alone, whatever rules share its requests: an engine serves it wholly, in part, or no request of it. */
export type Assessment =
  | { readonly type: 'whole' }
  | { readonly type: 'part' | 'none'; readonly lost: readonly [LostField, ...LostField[]] };

/** Assessment of a rule by an engine, with the ports of the Services that are known. Pure. */
export function assess(rule: EffectiveRule, exposure: Exposure, dialect: Dialect): Assessment {
  switch (rule.protocol) {
    case 'http':
      return assessHttp(rule, exposure, dialect);
    case 'tcp': {
      const transport = transportTo(rule, exposureOfTarget(rule.target, exposure));
      return assessStream(fieldOf(transport), dialect.ports[transport]);
    }
    case 'tls':
      return assessStream('tls', dialect.passthrough);
  }
}

function assessHttp(rule: EffectiveHttp, exposure: Exposure, dialect: Dialect): Assessment {
  const group = groupOf(rule, exposure);
  const [first, ...more] = dialect.render(group).unsupported.map(({ field, why }) => ({ field, why }));
  return first === undefined
    ? { type: 'whole' }
    : { type: dialect.shuts(group) ? 'none' : 'part', lost: [first, ...more] };
}

function assessStream(field: string, { level, how }: Support): Assessment {
  return level === 'full'
    ? { type: 'whole' }
    : { type: level === 'none' ? 'none' : 'part', lost: [{ field, why: how }] };
}

function fieldOf(transport: Transport): string {
  return transport === 'TCP' ? 'tcp' : 'tcp.transport';
}

/** The group of a rule that shares its requests with none. */
function groupOf(rule: EffectiveHttp, exposure: Exposure): ListenerGroup {
  const { policy, weight, backend: stated } = rule;
  const { mirror, externalAuth } = policy;
  const portOf = (named: NamedTarget & { readonly port: number | string }) =>
    placeOf(resolveBackend(exposureOfTarget(targetOf(named, rule.appId), exposure), named.port, 'TCP'));
  const port = placeOf(resolveBackend(exposureOfTarget(rule.target, exposure), rule.containerPort, 'TCP'));
  const branch: Branch = {
    ...conditionsIn(rule),
    policy,
    backends: [
      {
        ...port,
        ...present({ choice: stated && choiceOf(stated, port.declares) }),
        weight,
      },
    ],
    ...(mirror === undefined ? {} : { mirror: portOf(mirror) }),
    ...(externalAuth === undefined ? {} : { externalAuth: portOf(externalAuth) }),
  };
  const secure = rule.certificate !== undefined || rule.autoSsl !== undefined;
  return {
    ...sharedMembers(rule),
    ...PLACEHOLDER,
    parents: [],
    scheme: secure ? 'https' : 'http',
    branches: [branch],
    owners: [],
  };
}

/** Names of the objects of a group, of which no engine's support depends. */
const PLACEHOLDER = { namespace: 'rule', name: 'rule', route: 'rule' } as const;

/** A Service port; one that is not known is taken for one that speaks HTTP. */
function placeOf(backend: Backend): AskedBackend {
  if (backend.type !== 'resolved') {
    return { service: PLACEHOLDER.name, port: 80, address: `${PLACEHOLDER.name}.svc` };
  }
  const { service, port, declares } = backend;
  return { service, port, ...(declares === undefined ? {} : { declares }), address: `${service}.svc` };
}
