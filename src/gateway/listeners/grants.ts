import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import { isSubset } from '../../kube/subset.ts';
import type { GatewayListener } from '../../objects/gatewayapi.ts';
import { type SecretName, secretKey } from '../secrets/name.ts';
import { grantDraft, grantName } from './grant.ts';
import { isOwnListener } from './name.ts';
import type { GatewayObserved } from './observed.ts';
import type { PlannedSecret } from './plan.ts';

/** Decision on the grants by which the Gateway and its ListenerSets read Secrets of teams. */
interface GrantDecision {
  /** Grants that do not stand, or not for all that are to read the Secret. */
  readonly missing: readonly ObjectDraft[];
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
  const drafts = secrets
    .filter((secret) => secret.namespace !== own && needed.has(secretKey(secret)))
    .map((secret) => ({ id: grantId(secret), draft: grantDraft(secret, own, forSets) }));
  const standing = new Map(grants.map((grant) => [idOf(grant), grant]));
  const isCurrent = ({ id, draft }: (typeof drafts)[number]) => {
    const grant = standing.get(id) as { readonly spec?: unknown } | undefined;
    return grant !== undefined && isSubset(draft.spec, grant.spec);
  };
  const current = new Set(drafts.filter(isCurrent).map(({ id }) => id));
  const inUse = [
    ...(object?.spec.listeners ?? []).filter(isOwnListener),
    ...sets.flatMap(({ spec }) => spec.listeners),
  ];
  const wanted = new Set([...drafts.map(({ id }) => id), ...inUse.flatMap(secretsOf).map(grantId)]);
  return {
    missing: drafts.filter(({ id }) => !current.has(id)).map(({ draft }) => draft),
    surplus: grants.filter((grant) => !wanted.has(idOf(grant))),
    isReadable: (secret) => secret.namespace === own || standing.has(grantId(secret)),
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
