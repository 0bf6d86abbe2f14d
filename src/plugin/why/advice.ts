import type { REASONS } from '../../api/reason.ts';

/** What a reason means in plain words, and what the user can do; nothing where there is nothing to do. */
export interface Advice {
  readonly means: string;
  readonly todo?: string;
}

type Reason = (typeof REASONS)[keyof typeof REASONS];

const WAIT = 'Wait; Stoa goes on by itself.';

/** For every reason of docs/reasons.md. What the messages of conditions say already is not repeated. */
const ADVICE: Readonly<Record<Reason, Advice>> = {
  Accepted: { means: 'What it asks for is valid.' },
  Invalid: {
    means: 'Some fields of it are not valid under the present schema.',
    todo: 'Correct the fields that are named.',
  },
  NotSupported: {
    means: 'The gateway of this cluster has no routes for the protocol of that port.',
    todo: 'Lead the rule to a port of another protocol; docs/engines.md says what each engine can do.',
  },
  NamespaceWithoutTeam: {
    means: 'The namespace belongs to no team, and Stoa serves teams only.',
    todo: 'Have whoever runs the cluster label the namespace: stoa.dev/team=TEAM.',
  },
  Duplicate: {
    means: 'An older rule does the same already: same host, same path, same port of the same component.',
    todo: 'Edit the older rule, and delete this one.',
  },
  HostTaken: {
    means: 'Another team had a rule for this host first, and a host belongs to one team.',
    todo: 'Choose another host, or ask that team to delete its rule: this one then takes over by itself.',
  },
  RedirectConflict: {
    means:
      'A rule that redirects to HTTPS has its host and path for itself, and here are two rules for them.',
    todo: 'Give one of the two another path, or take httptohttps away.',
  },
  AddressTaken: {
    means: 'Somebody else listens at that port of the gateway already.',
    todo: 'Set spec.tcp.endPoint.port to a free port, such as the message names.',
  },
  NoRoom: {
    means: 'So many rules share this host and path that no other fits into their route.',
    todo: 'Choose another path, or delete rules that nobody needs.',
  },
  PortNotOffered: {
    means: 'The gateway does not offer that port to rules.',
    todo: 'Choose a port of the ranges in the message, or have gateway.tcp.ports of the configuration extended.',
  },
  NotAccepted: { means: 'This comes only when the object itself is accepted.' },
  Resolved: { means: 'What it refers to was found.' },
  ComponentNotFound: {
    means: 'No Service says that it belongs to this component.',
    todo: 'Correct serviceId, or label the Service with stoa.dev/app-id and stoa.dev/component-id; the rule follows by itself.',
  },
  PortNotFound: {
    means: 'The Services of the component have no such port.',
    todo: 'Correct containerPort, or add the port to the Service.',
  },
  PortNotOpen: {
    means: 'The port is not open to the outside, so the rule carries nothing.',
    todo: 'Open it: kubectl stoa open COMPONENT PORT.',
  },
  CertificateNotFound: {
    means: 'There is no certificate with that number in the namespace.',
    todo: 'Label the TLS Secret with stoa.dev/certificate-id, or correct certificateId; the rule follows by itself.',
  },
  CertificateInvalid: {
    means: 'There is a Secret with that number, and no certificate with its key can be read from it.',
    todo: 'Put the certificate chain and its key into the Secret, in PEM.',
  },
  CertificateNotForHost: {
    means: 'The certificate is for other hosts, so browsers would refuse it.',
    todo: 'Name a certificate that covers the host.',
  },
  CertificateExpired: {
    means: 'The certificate has expired, so browsers refuse it.',
    todo: 'Put a new one into its Secret; the rule follows by itself.',
  },
  StoreNotAllowed: {
    means: 'The operator may not ask that store.',
    todo: 'Correct market.url, or have the store listed in market.stores of the configuration.',
  },
  AccessKeyInvalid: {
    means: 'The access key has characters that cannot be sent, often a line break at its end.',
    todo: 'Write the key into its Secret anew, without a line break; the install follows by itself.',
  },
  StoreUnauthorized: {
    means: 'The store does not take the access key, or wants one.',
    todo: 'Correct accessKeySecretRef or its Secret; the install follows by itself.',
  },
  StoreForbidden: {
    means: 'The store knows the access key, and does not let it have this model.',
    todo: 'Have the store permit it, or use another key; the install follows by itself.',
  },
  ModelNotFound: {
    means: 'The store has no such application model for this tenant.',
    todo: 'Correct appModelId or market.domain: both are as the store spells them.',
  },
  ModelVersionNotFound: {
    means: 'The store has the model, and not this version of it.',
    todo: 'Correct appModelVersion: it is as the store spells it.',
  },
  StoreRedirected: {
    means: 'The store sends Stoa elsewhere, and Stoa follows no redirects.',
    todo: 'Put the address that the message names into market.url.',
  },
  StoreFailed: {
    means: 'The store has a fault that may pass. It is asked again.',
    todo: 'Wait; if it lasts, tell whoever runs the store.',
  },
  StoreRejected: {
    means: 'The store refuses the question.',
    todo: 'Ask whoever runs the store what its status means.',
  },
  StoreAnswerInvalid: {
    means: 'What answers there does not speak as a store does.',
    todo: 'See that market.url is the address of a store.',
  },
  StoreAnswerTooLarge: {
    means: 'The model is larger than Stoa takes.',
    todo: 'Ask its publisher for a smaller one.',
  },
  StoreUnreachable: {
    means: 'No connection to the store. It is tried again.',
    todo: 'See that name, network and certificate of the store are right.',
  },
  StoreTooSlow: {
    means: 'The store did not answer in time. It is asked again.',
    todo: 'Wait; if it lasts, tell whoever runs the store.',
  },
  RefsNotResolved: { means: 'There is nothing to route to yet.' },
  Programmed: { means: 'The gateway serves it.' },
  GatewayNotFound: {
    means: 'The Gateway that Stoa is configured for does not exist.',
    todo: 'Have it created, or gateway of the configuration corrected.',
  },
  GatewayNotProgrammed: {
    means: 'The gateway engine has not set its Gateway up.',
    todo: 'Look at the conditions of the Gateway, and at the engine that should serve it.',
  },
  Rejected: {
    means: 'The API server does not take what Stoa wants to write for it.',
    todo: 'Correct what the message names, or give the operator its rights.',
  },
  ListenerLimit: {
    means: 'The Gateway has as many listeners as it can have.',
    todo: 'Use wildcard certificates, whose hosts share a listener, or delete TCP rules.',
  },
  NoWeight: {
    means: 'All rules for this host, path and condition have the weight 0, so nobody would get a request.',
    todo: 'Give one of them a weight.',
  },
  Pending: { means: 'Something is under way.', todo: WAIT },
  FullyExpressed: { means: 'Every setting is in effect.' },
  FieldsNotExpressed: {
    means: 'The gateway engine cannot do some of the settings; requests arrive all the same.',
    todo: 'Take these settings away, or live without them: docs/engines.md says what each engine can do.',
  },
  IdTaken: {
    means: 'An older application has the same number.',
    todo: 'Delete one of the two: the other takes over by itself.',
  },
  ComponentsAbnormal: {
    means: 'Pods are in trouble.',
    todo: 'Mend what the messages below say of the pods: kubectl describe pod, kubectl logs.',
  },
  ComponentsProgressing: { means: 'Components are on their way.', todo: WAIT },
  InstallsNotReady: {
    means: 'Installs into the application are not ready.',
    todo: 'Ask of each: kubectl stoa why install/NAME.',
  },
  RulesNotReady: {
    means: 'Rules of the application are not ready.',
    todo: 'Ask of each: kubectl stoa why rule/NAME.',
  },
  Ready: { means: 'Everything is as it is wanted.' },
  ApplicationNotFound: {
    means: 'The application that it is for does not exist.',
    todo: 'Create the Application, or correct spec.appId; it goes on by itself.',
  },
  AccessKeyNotFound: {
    means: 'The Secret with the access key of the store is missing, or has no such key.',
    todo: 'Create the Secret that accessKeySecretRef names; the install goes on by itself.',
  },
  TemplateInvalid: {
    means: 'The application model cannot be installed.',
    todo: 'Take another version, or tell the publisher what the message says.',
  },
  DependencyCycle: {
    means: 'Components of the model wait for each other, so none could begin.',
    todo: 'Take another version, or tell the publisher.',
  },
  NameTaken: {
    means: 'Somebody else has an object with a name that the install needs, and that stays as it is.',
    todo: 'Rename or delete that object, and the install goes on within a minute; or give the install another name.',
  },
  Progressing: { means: 'Components are being rolled out, one wave after the other.', todo: WAIT },
  RolloutFailed: {
    means: 'A component did not become ready in time.',
    todo: 'Mend it, or set another version; the one before goes on to serve where it can.',
  },
  Applied: { means: 'Every component is as the model says.' },
  Suspended: {
    means: 'It is suspended: Stoa leaves everything as it is.',
    todo: 'Set spec.suspend to false to go on.',
  },
  Removing: {
    means: 'It is being deleted.',
    todo: 'Wait; if it lasts, look at the finalizers of what the message names.',
  },
};

/** What to say of a reason; of one that is not Stoa's, that the engine has said it. */
export function adviceFor(reason: string): Advice {
  const known: Readonly<Record<string, Advice>> = ADVICE;
  return (Object.hasOwn(known, reason) ? known[reason] : undefined) ?? OF_ENGINE;
}

const OF_ENGINE: Advice = {
  means: 'The gateway engine finds fault with the route; these are its words.',
  todo: 'Look the words up in the documentation of the engine; if they mean nothing for the rule, at its log.',
};
