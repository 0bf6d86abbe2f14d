import { z } from 'zod';
import { flagOf, grantOf } from './access.ts';
import {
  type FieldReaders,
  fields,
  leaveOut,
  list,
  never,
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
    : leaveOut(place, `it makes the user of the image root; ${flagOf('runAsRoot')}`),
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
    : leaveOut(place, `its processes could become root; ${flagOf('allowPrivilegeEscalation')}`),
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
