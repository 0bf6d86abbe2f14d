import { type Fields, fieldsOf, isFields } from '../base/fields.ts';
import { type Access, grantOf, isOwn } from './access.ts';
import { below, leaveOut, type Place } from './reader.ts';

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

/** Tells of a token that the pods of a model expect and do not get. */
export function reportToken(spec: Fields, place: Place): void {
  const account = accountOf(spec);
  const isExpected =
    spec.automountServiceAccountToken === true || isOwn(place.access, 'ServiceAccount', account);
  if (isExpected && spec.automountServiceAccountToken !== false && !hasToken(spec, place.access)) {
    leaveOut(
      below(place, 'automountServiceAccountToken'),
      `its pods get no token of the ServiceAccount ${account}; ${grantOf('serviceAccounts', account)}`,
    );
  }
}

function hasToken(spec: Fields, { grants: { serviceAccounts = [] } }: Access): boolean {
  return spec.automountServiceAccountToken !== false && serviceAccounts.includes(accountOf(spec));
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
