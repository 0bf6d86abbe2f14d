import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import type { GatewayListener } from '../../objects/gatewayapi.ts';
import { type SecretName, secretKey } from '../secrets/name.ts';
import { grantDraft, grantName } from './grant.ts';
import { isOwnListener } from './name.ts';
import type { GatewayObserved } from './observed.ts';
import type { PlannedSecret } from './plan.ts';
import { type ObjectStanding, objectStanding, stands } from './standing.ts';

/** A grant as it is wanted, and its standing. */
interface WantedGrant {
  readonly secret: PlannedSecret;
  readonly draft: ObjectDraft;
  readonly standing: ObjectStanding;
}

/** Decision on the grants by which the Gateway and its ListenerSets read Secrets of teams. */
export interface GrantDecision {
  readonly wanted: readonly WantedGrant[];
  readonly surplus: readonly KubeObject[];
  /** Whether the Gateway may read a Secret. */
  isReadable(secret: SecretName): boolean;
  /** Whether the ListenerSets may too. */
  isReadableBySets(secret: SecretName): boolean;
}

/** Decides on the grants for the Secrets of listeners. Pure. */
export function decideGrants(
  secrets: readonly PlannedSecret[],
  listeners: readonly GatewayListener[],
  { gateway, grants, sets }: Pick<GatewayObserved, 'gateway' | 'grants' | 'sets'>,
): GrantDecision {
  const { config, object, sets: view } = gateway;
  const own = config.name.namespace;
  const forSets = view.use !== 'none' || sets.length > 0;
  const needed = new Set(listeners.flatMap(secretsOf).map(secretKey));
  const stored = new Map(grants.map((grant) => [idOf(grant), grant]));
  const wanted = secrets
    .filter((secret) => secret.namespace !== own && needed.has(secretKey(secret)))
    .map((secret): WantedGrant => {
      const draft = grantDraft(secret, own, forSets);
      const standing = objectStanding(gateway.listeners.applies, draft, stored.get(grantId(secret)));
      return { secret, draft, standing };
    });
  const current = new Set(
    wanted.filter(({ standing }) => stands(standing)).map(({ secret }) => grantId(secret)),
  );
  const inUse = [
    ...(object?.spec.listeners ?? []).filter(isOwnListener),
    ...sets.flatMap(({ spec }) => spec.listeners),
  ];
  const kept = new Set([...wanted.map(({ secret }) => secret), ...inUse.flatMap(secretsOf)].map(grantId));
  return {
    wanted,
    surplus: grants.filter((grant) => !kept.has(idOf(grant))),
    isReadable: (secret) => secret.namespace === own || stored.has(grantId(secret)),
    isReadableBySets: (secret) => secret.namespace === own || current.has(grantId(secret)),
  };
}

/** The Secrets that a listener presents. */
export function secretsOf({ tls }: GatewayListener): SecretName[] {
  return (tls?.certificateRefs ?? []).flatMap(({ name, namespace }) =>
    namespace === undefined ? [] : [{ namespace, name }],
  );
}

function grantId({ namespace, name }: SecretName): string {
  return `${namespace}/${grantName(name)}`;
}

function idOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}
