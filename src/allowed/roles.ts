import { z } from 'zod';
import { GROUP } from '../api/group.ts';
import { SERVICE_ACCOUNTS } from '../objects/core.ts';
import { ROLE_BINDINGS, ROLES } from '../objects/installable.ts';
import { grantText, isOwn } from './access.ts';
import { type FieldReaders, fields, list, type Reader, refined, refuse, shape } from './reader.ts';
import { dnsName, text } from './values.ts';

const RBAC_GROUP = ROLES.group;

/** Reader for models whose install lets them have Roles; the object is refused for others. */
function granted<T>(reader: Reader<T>): Reader<T> {
  return (value, place) =>
    place.access.grants.roles
      ? reader(value, place)
      : refuse(place, `its pods would get rights on the API server; ${grantText('roles')}`);
}

/** Reader of a word of a rule; with one of `forbidden`, the pods would have more rights than the rule says. */
function word(forbidden: readonly string[], why: string): Reader<string> {
  return refined(shape(text.max(253)), (read, place) => {
    if (read === '*') {
      return refuse(place, 'it must name what it allows, not *');
    }
    return forbidden.includes(read) ? refuse(place, why) : read;
  });
}

const ruleReaders = {
  apiGroups: list(word([GROUP, RBAC_GROUP], 'its pods could change what the install may have')),
  resources: list(
    word(['serviceaccounts/token'], 'its pods could act as any ServiceAccount of the namespace'),
  ),
  resourceNames: list(shape(text.max(253))),
  verbs: list(word(['impersonate', 'escalate', 'bind'], 'its pods could have rights of others')),
} satisfies FieldReaders;

/** Readers of a Role. Whether the account of the install has its rights, too, the API server checks. */
export const role: FieldReaders = {
  rules: granted(list(fields(ruleReaders, ['apiGroups', 'resources', 'verbs']))),
};

const roleRef = refined(
  shape(z.strictObject({ apiGroup: z.literal(RBAC_GROUP), kind: text.max(63), name: text.max(253) })),
  (read, place) =>
    read.kind === ROLES.kind && isOwn(place.access, ROLES.kind, read.name)
      ? read
      : refuse(place, `${read.kind} ${read.name} is no Role of the install`),
);

const subject = refined(
  shape(
    z.strictObject({
      kind: text.max(63),
      name: dnsName,
      namespace: text.optional(),
      apiGroup: z.literal('').optional(),
    }),
  ),
  ({ kind, name, namespace }, place) => {
    const { access } = place;
    const isHere = namespace === undefined || namespace === access.namespace;
    return kind === SERVICE_ACCOUNTS.kind && isHere && isOwn(access, kind, name)
      ? { kind, name, namespace: access.namespace }
      : refuse(place, `${kind} ${name} is no ServiceAccount of the model`);
  },
);

/** Readers of a RoleBinding: of a Role of the model to ServiceAccounts of the model. */
export const roleBinding: FieldReaders = { roleRef: granted(roleRef), subjects: list(subject) };

/** Names of the ServiceAccounts that a RoleBinding gives rights; none of another object. */
export function boundAccounts(binding: {
  readonly kind: string;
  readonly subjects?: unknown;
}): readonly string[] {
  const { kind, subjects } = binding;
  return kind === ROLE_BINDINGS.kind && Array.isArray(subjects)
    ? subjects.map(({ name }: { name: string }) => name)
    : [];
}
