import { z } from 'zod';
import { type Fields, fieldsOf, isFields } from '../base/fields.ts';
import { type Access, grantOf, grantText } from './access.ts';
import {
  below,
  type FieldReaders,
  fields,
  leaveOut,
  list,
  never,
  type Place,
  type Reader,
  refined,
  refuse,
  shape,
} from './reader.ts';

const id = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

const user: Reader<number> = refined(shape(id), (read, place) =>
  read > 0 || place.access.grants.runAsRoot
    ? read
    : leaveOut(place, `it makes the user of the image root; ${grantText('runAsRoot')}`),
);

/** A value that is the default says nothing; with it, the user of an image could be root all the same. */
const nonRoot: Reader<boolean> = refined(shape(z.boolean()), (read) => (read ? true : undefined));

/** Profile of the container runtime; one of the node could be any. */
const profile = shape(z.strictObject({ type: z.literal('RuntimeDefault') }));

const capability: Reader<string> = refined(shape(z.string().max(63)), (read, place) => {
  const { capabilities = [] } = place.access.grants;
  return read === 'NET_BIND_SERVICE' || capabilities.some((granted) => granted === read)
    ? read
    : refuse(
        place,
        `a container must not have more capabilities than usual; ${grantOf('capabilities', read)}`,
      );
});

const escalation: Reader<boolean> = refined(shape(z.boolean()), (read, place) =>
  !read || place.access.grants.allowPrivilegeEscalation
    ? read
    : leaveOut(place, `its processes could become root; ${grantText('allowPrivilegeEscalation')}`),
);

/** Fields that the security contexts of pods and containers have in common. */
const COMMON = {
  runAsUser: user,
  runAsGroup: shape(id),
  runAsNonRoot: nonRoot,
  seccompProfile: profile,
  appArmorProfile: profile,
} satisfies FieldReaders;

/** Reader of the security context of a container. */
export const containerSecurity = fields({
  ...COMMON,
  readOnlyRootFilesystem: shape(z.boolean()),
  allowPrivilegeEscalation: escalation,
  privileged: never('a privileged container has all rights on its node'),
  procMount: never('a privileged container has all rights on its node'),
  capabilities: fields({ drop: list(shape(z.string().max(63))), add: list(capability) }),
});

/** Reader of the security context of a pod. */
export const podSecurity = fields({
  ...COMMON,
  fsGroup: shape(id),
  fsGroupChangePolicy: shape(z.enum(['OnRootMismatch', 'Always'])),
  supplementalGroups: list(shape(id)),
});

/** Capabilities that hardly an image needs: to make devices, and to send packets in the name of others. */
const DROPPED = ['MKNOD', 'NET_RAW'];

/**
 * Pod with the restrictions that its model does not lift and its install does not either: no token, the system calls
 * that the container runtime usually allows, no way to more rights, and fewer capabilities.
 */
export function hardened(spec: Fields, access: Access): Fields {
  const { containers, initContainers } = spec;
  return {
    ...spec,
    containers: containersOf(containers),
    ...(initContainers === undefined ? {} : { initContainers: containersOf(initContainers) }),
    automountServiceAccountToken: hasToken(spec, access),
    securityContext: { seccompProfile: { type: 'RuntimeDefault' }, ...fieldsOf(spec.securityContext) },
  };
}

/** Tells of a token that a model asks for, and that its pods do not get: without rights of its own, few use one. */
export function reportToken(spec: Fields, place: Place): void {
  const account = accountOf(spec);
  if (spec.automountServiceAccountToken === true && !hasToken(spec, place.access)) {
    leaveOut(
      below(place, 'automountServiceAccountToken'),
      `its pods get no token of the ServiceAccount ${account}; ${grantOf('serviceAccounts', account)}`,
    );
  }
}

function hasToken(spec: Fields, { grants: { serviceAccounts = [] }, bound }: Access): boolean {
  const account = accountOf(spec);
  const mayHave = bound.has(account) || serviceAccounts.includes(account);
  return mayHave && (spec.automountServiceAccountToken ?? bound.get(account)) !== false;
}

function accountOf({ serviceAccountName }: Fields): string {
  return typeof serviceAccountName === 'string' ? serviceAccountName : 'default';
}

function containersOf(containers: unknown): Fields[] {
  return mapsOf(containers).map(({ securityContext, ...container }) => {
    const { capabilities, ...context } = fieldsOf(securityContext);
    return {
      ...container,
      securityContext: {
        allowPrivilegeEscalation: false,
        ...context,
        capabilities: capabilitiesOf(fieldsOf(capabilities)),
      },
    };
  });
}

function capabilitiesOf({ add, drop }: Fields): Fields {
  const added = textsOf(add);
  const dropped = textsOf(drop);
  const all = dropped.includes('ALL')
    ? dropped
    : [...new Set([...dropped, ...DROPPED])].filter((name) => !added.includes(name));
  return { ...(added.length === 0 ? {} : { add: added }), drop: all };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Maps of a list. */
export function mapsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
