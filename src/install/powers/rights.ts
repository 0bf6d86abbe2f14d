import { SECRETS, SERVICE_ACCOUNTS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { imagesOf, type PlannedPods, textOrJson } from './pods.ts';
import { type Power, power } from './power.ts';

/** Group of the kinds that give rights. */
export const RIGHTS = 'rbac.authorization.k8s.io';

/** ServiceAccounts as which programs speak to the API server, and objects that give rights. */
export function rights(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): readonly Power[] {
  const own = new Set(
    objects.filter(({ resource }) => resource === SERVICE_ACCOUNTS).map(({ draft }) => draft.metadata.name),
  );
  return [
    ...pods.flatMap((each) => accounts(each, own)),
    ...objects.flatMap(givenRights),
    ...objects.flatMap(storedTokens),
  ];
}

function accounts(pods: PlannedPods, own: ReadonlySet<string>): readonly Power[] {
  const { serviceAccountName, serviceAccount, automountServiceAccountToken } = pods.spec;
  const name = textOrJson(serviceAccountName ?? serviceAccount ?? 'default');
  const isUsual = name === 'default' || own.has(name);
  return imagesOf(pods).flatMap((image) => [
    ...(isUsual ? [] : [power('rights', `${image}: ServiceAccount ${name}`)]),
    ...(automountServiceAccountToken === false
      ? []
      : [power('rights', `${image}: token of ServiceAccount ${name}`)]),
  ]);
}

function givenRights({ resource: { group, kind }, draft }: PlannedObject): readonly Power[] {
  const { metadata, rules, roleRef, subjects } = draft as typeof draft & Readonly<Record<string, unknown>>;
  return group === RIGHTS
    ? [power('rights', `${kind} ${metadata.name}: ${textOrJson({ rules, roleRef, subjects })}`)]
    : [];
}

/** Type of Secrets that the cluster fills with tokens. */
const TOKEN = 'kubernetes.io/service-account-token';

function storedTokens({ resource, draft }: PlannedObject): readonly Power[] {
  return resource === SECRETS && draft.type === TOKEN
    ? [power('rights', `Secret ${draft.metadata.name}: token of a ServiceAccount`)]
    : [];
}
