import { z } from 'zod';
import { checked, labelKeySchema } from './grammar.ts';
import { GROUP, INSTALL_ACCOUNT } from './group.ts';

/** Most names that a grant lists. */
const MAX_NAMES = 64;

/** Label by which Stoa finds what it manages. */
const MANAGER = 'app.kubernetes.io/managed-by';

/** Capabilities that a grant can name: those of the Pod Security Standard `baseline`, and NET_RAW. */
const CAPABILITIES = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE'],
  ...['NET_RAW', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
] as const;

const nameSchema = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be the name of an object');

/** Key of a label or annotation that does not tell Stoa anything. */
const foreignKeySchema = checked(labelKeySchema, [
  {
    rule: `!self.matches('^([^/]*[.])?${GROUP.replace('.', '[.]')}/') && self != '${MANAGER}'`,
    message: `must be no key of ${GROUP}, and not ${MANAGER}`,
    holds: (key) => !isReserved(key),
  },
]);

const accountSchema = checked(nameSchema, [
  {
    rule: `self != '${INSTALL_ACCOUNT}'`,
    message: `must not be ${INSTALL_ACCOUNT}, as which installs are written`,
    holds: (name) => name !== INSTALL_ACCOUNT,
  },
]);

/** Whether a label or annotation tells Stoa something, so that no model sets it. */
export function isReserved(key: string): boolean {
  return /^([^/]*\.)?stoa\.dev\//.test(key) || key === MANAGER;
}

function setOf(item: z.ZodType<string>) {
  return z
    .array(item)
    .max(MAX_NAMES)
    .refine((names) => new Set(names).size === names.length, { message: 'must not have a name twice' })
    .meta({ 'x-kubernetes-list-type': 'set' });
}

/** Schema of what an install lets its model have beyond what it brings along. */
export const grantsSchema = z.object({
  secrets: setOf(nameSchema)
    .describe(
      'Secrets of this namespace that pods may read, and of which routes of a chart may present the certificate.',
    )
    .optional(),
  configMaps: setOf(nameSchema).describe('ConfigMaps of this namespace that pods may read.').optional(),
  claims: setOf(nameSchema)
    .describe('PersistentVolumeClaims of this namespace that pods may mount.')
    .optional(),
  serviceAccounts: setOf(accountSchema)
    .describe('ServiceAccounts of this namespace as which pods may run, with their tokens.')
    .optional(),
  labels: setOf(foreignKeySchema)
    .describe('Keys of labels that stand as the model has them, not below model.stoa.dev/.')
    .optional(),
  annotations: setOf(foreignKeySchema).describe('Keys of annotations that the model may set.').optional(),
  tolerations: setOf(labelKeySchema).describe('Keys of taints that pods may tolerate.').optional(),
  resources: setOf(labelKeySchema)
    .describe('Resources of nodes, such as nvidia.com/gpu, that containers may ask for.')
    .optional(),
  capabilities: setOf(z.enum(CAPABILITIES)).describe('Capabilities that containers may add.').optional(),
  runAsRoot: z.boolean().describe('Whether the model may make the user of an image root.').optional(),
  allowPrivilegeEscalation: z
    .boolean()
    .describe('Whether processes may gain more rights than their parent, as sudo does.')
    .optional(),
  roles: z
    .boolean()
    .describe('Whether the model may make Roles and RoleBindings, with rights that stoa-install itself has.')
    .optional(),
  networkPolicies: z
    .boolean()
    .describe('Whether NetworkPolicies may admit traffic from or to others than the install’s own pods.')
    .optional(),
});

/** Grants of an install: rights of its model to more than it brings along. */
export type Grants = z.infer<typeof grantsSchema>;
