import type { InstallReasonInfo } from './info.ts';

/** Reasons of the conditions of a MarketInstall. */
export const INSTALL_REASONS = {
  ApplicationNotFound: {
    conditions: ['Accepted'],
    means: 'The namespace has no Application whose `spec.id` equals `spec.appId`.',
    todo: 'Create the Application, or correct `spec.appId`.',
    problem: true,
    post: 'goes-on',
  },
  Suspended: {
    conditions: ['Accepted'],
    means: '`spec.suspend` is true, so Stoa changes nothing. Existing objects stay in place.',
    todo: 'Set `spec.suspend` to false.',
    problem: false,
    post: 'goes-on',
  },
  RestoreAwaited: {
    conditions: ['Accepted'],
    means:
      'The install was written with its finalizer, as from a backup, less than 30 seconds ago. Stoa waits for the Secret with its generated values.',
    todo: 'Restore the Secrets first. Without the Secret, Stoa installs anew after this time.',
    problem: false,
    post: 'goes-on',
  },
  AccountMissing: {
    conditions: ['Accepted'],
    means:
      'The namespace has no ServiceAccount `stoa-install`, as which Stoa writes what installs make. Existing objects stay in place.',
    todo: 'Create the account and bind it to the role `edit`; the message has the commands.',
    problem: true,
    post: 'installFailed',
  },
  RightMissing: {
    conditions: ['TemplateResolved', 'Applied'],
    means:
      'The ServiceAccount `stoa-install` may not write or read objects of the install, or the operator may not write EndpointSlices. Nothing of the version is written.',
    todo: 'Grant the rights: the message has the commands, or the setting of the chart. The install continues within 10 seconds.',
    problem: true,
    post: 'installFailed',
  },
  AccessKeyNotFound: {
    conditions: ['TemplateResolved'],
    means: 'The Secret with the access key does not exist, or does not contain it.',
    todo: 'Create the Secret that `accessKeySecretRef` names.',
    problem: true,
    post: 'goes-on',
  },
  AccessKeyNotBound: {
    conditions: ['TemplateResolved'],
    means:
      'The Secret does not say that its access key is for the store of `market.url` (annotation `stoa.dev/access-key-for`), or for the address at which the registry has its tokens given (`stoa.dev/access-key-realms`).',
    todo: 'If the address in the message may have the key, run the command there. Otherwise, correct `market.url`.',
    problem: true,
    post: 'goes-on',
  },
  TemplateInvalid: {
    conditions: ['TemplateResolved'],
    means:
      'The model cannot be installed, for example because nothing of it runs as a container, or the archive is no chart.',
    todo: 'Report the message to the publisher, or use another version.',
    problem: true,
    post: 'installFailed',
  },
  ValuesInvalid: {
    conditions: ['TemplateResolved'],
    means:
      'The schema of the chart does not allow the values, or what `spec.valuesFrom` names is no map in YAML. The message has the paths.',
    todo: 'Correct `values`, or the ConfigMap or Secret.',
    problem: true,
    post: 'installFailed',
  },
  ValuesNotFound: {
    conditions: ['TemplateResolved'],
    means:
      'A ConfigMap or Secret of `spec.valuesFrom` does not exist, or does not contain the key. Existing objects stay in place.',
    todo: 'Create it, or set `optional`; the install then continues.',
    problem: true,
    post: 'goes-on',
  },
  ValuesLost: {
    conditions: ['Applied'],
    means:
      'The Secret `<name>-kept` with the generated values of the install, such as passwords, is gone, and the status or a PersistentVolumeClaim says that they were in use. Stoa makes no others, and changes nothing.',
    todo: 'Restore the Secret from a backup. To have new values made, create it empty; the message has the command.',
    problem: true,
    post: 'installFailed',
  },
  ChartNotRendered: {
    conditions: ['TemplateResolved'],
    means:
      'The templates of the chart make no objects with these values. The message is that of the template, and often names the value that is missing.',
    todo: 'Set the value in `values`, or report the message to the author of the chart.',
    problem: true,
    post: 'installFailed',
  },
  RendererBusy: {
    conditions: ['TemplateResolved', 'Applied'],
    means:
      'The chart waits until those of other installs are rendered: Stoa renders one at a time, and namespaces take turns. What is in place stays as it is.',
    todo: 'Wait. If the condition persists, look for charts whose rendering takes long; the condition of each has its reason.',
    problem: false,
    post: 'goes-on',
  },
  ObjectsNotAllowed: {
    conditions: ['TemplateResolved'],
    means:
      'The chart makes objects that an install does not make, such as those that belong to the whole cluster or to another namespace. Nothing of it is installed.',
    todo: 'Turn these objects off by `values`; what the chart cannot do without, the platform team installs.',
    problem: true,
    post: 'installFailed',
  },
  OverrideInvalid: {
    conditions: ['Applied'],
    means:
      'An entry of `spec.overrides` or `spec.match` does not fit the version, or would change a volume that exists. Stoa has changed nothing.',
    todo: 'Correct or remove the entry.',
    problem: true,
    post: 'installFailed',
  },
  DataElsewhere: {
    conditions: ['Applied'],
    means:
      'A workload would mount an empty volume in place of one with data. Stoa has changed nothing: the version before keeps running.',
    todo: 'Do what the message says, or stay with the version before.',
    problem: true,
    post: 'goes-on',
  },
  NameTaken: {
    conditions: ['Applied'],
    means:
      'Another object has a name that the install needs, or a PersistentVolumeClaim that of a claim of a new StatefulSet. Stoa has changed nothing.',
    todo: 'Delete that object, and the install continues within a minute, or give the install another name, or grant the claim as the message says.',
    problem: true,
    post: 'installFailed',
  },
  Progressing: {
    conditions: ['Applied'],
    means: 'The rollout is in progress.',
    todo: 'Wait. If it persists, check the component.',
    problem: false,
    post: 'goes-on',
  },
  StatusTooLarge: {
    conditions: ['Accepted', 'Applied'],
    means:
      'The MarketInstall with its status, which lists all objects of the versions before and after, would be larger than the API server stores. Stoa has changed nothing.',
    todo: 'Have fewer objects or shorter names, or take labels, annotations or values off the MarketInstall. Between two versions with many other objects, go by one with a part of them.',
    problem: true,
    post: 'installFailed',
  },
  RuleRefused: {
    conditions: ['Applied'],
    means: 'The gateway does not accept a GatewayRule of the install.',
    todo: 'Resolve the reason that the message names.',
    problem: true,
    post: 'goes-on',
  },
  FieldsContested: {
    conditions: ['Applied'],
    means:
      'Another client changes fields of the model again after Stoa has corrected them. Stoa does so again after pauses of 10 minutes to 6 hours.',
    todo: 'Change the client, or set the fields in `spec.overrides`, or in `spec.values` for a chart. For replicas, annotate the workload with `stoa.dev/keep-replicas=true`.',
    problem: true,
    post: 'goes-on',
  },
  PowersGained: {
    conditions: ['TemplateResolved', 'Applied'],
    means:
      '`spec.upgrade.allow` is `same-powers`, and the version, or another change of the spec, would bring a power that what is in place does not have, or Stoa does not know what that has. Stoa has made nothing of it. What was in place stays.',
    todo: 'Look at `kubectl stoa plan`. To approve the powers, set `spec.upgrade.approved` to the id in the message; else go back to the version before.',
    problem: true,
    post: 'goes-on',
  },
  RolledBack: {
    conditions: ['TemplateResolved', 'Applied'],
    means:
      'The version of the spec was not ready within `spec.upgrade.timeout`. The one before serves until the spec changes.',
    todo: 'Fix what the message names and edit the spec, or run `kubectl stoa rollback`.',
    problem: true,
    post: 'goes-on',
  },
  RolloutFailed: {
    conditions: ['Applied'],
    means: 'A component did not become ready in time, or not within `spec.upgrade.timeout`.',
    todo: 'Fix the component, or use another version.',
    problem: true,
    post: 'goes-on',
  },
  Applied: {
    conditions: ['Applied'],
    means: 'All components match the application model or the chart.',
    problem: false,
    post: 'goes-on',
  },
  Removing: {
    conditions: ['Applied'],
    means: 'Stoa is deleting the install.',
    todo: 'Wait. If it persists, check the finalizers of its objects.',
    problem: false,
    post: 'goes-on',
  },
} as const satisfies Readonly<Record<string, InstallReasonInfo>>;
