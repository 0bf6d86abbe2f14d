import type { ReasonInfo } from './info.ts';

/** Reasons of the conditions of a GatewayRule; some are used by the other kinds too. */
export const RULE_REASONS = {
  Accepted: {
    conditions: ['Accepted'],
    means: 'The object is valid.',
    problem: false,
  },
  Invalid: {
    conditions: ['Accepted'],
    means:
      'The stored object violates the current schema. What stands for a rule stays as it was before, and nothing new is served.',
    todo: 'Correct the fields that the message names.',
    problem: true,
    post: 'goes-on',
  },
  UnknownFields: {
    conditions: ['Accepted', 'FullyExpressed'],
    means:
      'The object has fields or values that this version of Stoa does not know, and that may narrow or guard what it does. What stands for it stays as it was before, and nothing new is made.',
    todo: 'Upgrade Stoa to the version of its CRDs, or leave out the fields that the message names. See docs/operations.md.',
    problem: true,
    post: 'goes-on',
  },
  RouteHeld: {
    conditions: ['Programmed', 'Serving'],
    means:
      'The rule shares a route with a rule that this version of Stoa cannot read: the route stays as it was before the last edit of this rule.',
    todo: 'See to the rule that the message names, or use a host or path that it does not have.',
    problem: true,
  },
  NotSupported: {
    conditions: ['Programmed'],
    means: 'The cluster or its gateway engine serves no routes for the protocol of the port.',
    todo: 'Use a port with another protocol, or another gateway engine. See docs/engines.md.',
    problem: true,
  },
  NamespaceWithoutTeam: {
    conditions: ['Accepted'],
    means: 'The namespace belongs to no team.',
    todo: 'Ask those who may update Namespaces to label it with `stoa.dev/team=TEAM`, or use a namespace of a team. See docs/configuration.md.',
    problem: true,
    post: 'goes-on',
  },
  BeingDeleted: {
    conditions: ['Accepted'],
    means: 'The rule is being deleted, and has no host or port any more.',
    todo: 'Wait until the controllers that `metadata.finalizers` names have removed their finalizers.',
    problem: false,
  },
  Duplicate: {
    conditions: ['Accepted'],
    means:
      'Another rule sends the same requests, by host, path and conditions, to the same port of the component.',
    todo: 'Edit the rule that the message names, for example its weight, give this rule other conditions, or delete it.',
    problem: true,
  },
  AcceptedUntil: {
    conditions: ['Accepted'],
    means: 'The object is valid, but its host or port is declared for another team from a later time on.',
    todo: 'Use another host or port by then, or ask the platform team.',
    problem: true,
  },
  HostTaken: {
    conditions: ['Accepted'],
    means: 'The host overlaps one that another team has. A wildcard overlaps every name below it.',
    todo: 'Use another host, or ask the platform team who has it.',
    problem: true,
  },
  NameKept: {
    conditions: ['Accepted'],
    means: 'Another team has released the host, which stays with it until the time in the message.',
    todo: 'Wait, or ask the platform team to release it. See docs/operations.md.',
    problem: true,
  },
  DeclaredForOther: {
    conditions: ['Accepted'],
    means: 'The platform team has declared the host or port for another team.',
    todo: 'Use another host or port, or ask the platform team.',
    problem: true,
  },
  DeclaredTwice: {
    conditions: ['Accepted'],
    means: 'The Namespace declares a host or port that is declared for another team already.',
    todo: 'Ask the platform team to declare it for one team only.',
    problem: true,
  },
  DeclarationUnreadable: {
    conditions: ['Accepted'],
    means: 'An annotation of the Namespace that declares names cannot be read.',
    todo: 'Ask the platform team to correct it.',
    problem: true,
  },
  NotDeclared: {
    conditions: ['Accepted'],
    means:
      'The host or port is not declared for the team, and only declared ones are given out, to this team or to all (`gateway.undeclared`).',
    todo: 'Use a declared host or port, or ask the platform team to declare this one.',
    problem: true,
  },
  TeamLimit: {
    conditions: ['Accepted'],
    means: 'The team has as many hosts, ports or rules as it may have.',
    todo: 'Delete rules, or ask the platform team for a higher limit.',
    problem: true,
  },
  RedirectConflict: {
    conditions: ['Accepted'],
    means: 'A rule that redirects to HTTPS cannot share its host and path with another rule.',
    todo: 'Change the path of one of the two rules, or remove `httptohttps`.',
    problem: true,
  },
  TlsConflict: {
    conditions: ['Accepted'],
    means:
      'The gateway ends TLS for a host, or passes its connections to one component: another rule does the one or the other.',
    todo: 'Use another host, or delete the rule that the message names.',
    problem: true,
  },
  ProtocolConflict: {
    conditions: ['Accepted'],
    means:
      'A rule of the team has the host for HTTP, and this one is for gRPC, or the other way round. The Gateway API lets a host have routes for one of both.',
    todo: 'Use another host for one of the two.',
    problem: true,
  },
  AddressTaken: {
    conditions: ['Accepted'],
    means: 'Another rule or the Gateway itself already uses the port.',
    todo: 'Set `spec.tcp.endPoint.port` to a free port, such as that in the message.',
    problem: true,
  },
  NoRoom: {
    conditions: ['Accepted'],
    means: 'The route for the host and path is full, or the rules of the host have too many conditions.',
    todo: 'Use another path, for conditions another host, or delete rules.',
    problem: true,
  },
  PortNotOffered: {
    conditions: ['Accepted'],
    means: 'The gateway does not offer the port to rules.',
    todo: 'Use a port from the ranges in the message, or ask the platform team to extend `gateway.tcp.ports`.',
    problem: true,
  },
  NotAccepted: {
    conditions: ['ResolvedRefs', 'Programmed', 'Serving', 'FullyExpressed'],
    means: 'The object is not accepted.',
    see: 'Accepted',
    problem: false,
  },
  Resolved: {
    conditions: ['ResolvedRefs'],
    means: 'The component and the port exist.',
    problem: false,
  },
  PortNotForGrpc: {
    conditions: ['ResolvedRefs'],
    means: 'The rule is for gRPC, and the port of the Service declares a protocol without it.',
    todo: 'Set `appProtocol: kubernetes.io/h2c` at the port of the Service, or leave `appProtocol` out.',
    problem: true,
  },
  ProtocolNotDeclared: {
    conditions: ['ResolvedRefs'],
    means:
      'The rule states the protocol of its component, and the engine follows only what the port of the Service declares, which is another one. Requests get errors.',
    todo: 'Set `appProtocol: kubernetes.io/h2c` at the port of the Service for `h2c`, and leave it out for `http`.',
    problem: true,
  },
  ComponentNotFound: {
    conditions: ['ResolvedRefs'],
    means:
      'The namespace has no Service with the name in `serviceName`, or with the labels of the component in `serviceId`.',
    todo: 'Create the Service, or correct the field that the message names. The labels are `stoa.dev/app-id` and `stoa.dev/component-id`.',
    problem: true,
  },
  ServiceBarred: {
    conditions: ['ResolvedRefs'],
    means:
      'No rule may lead to the Service: it stands for a host outside (`ExternalName`), or is that of the API server.',
    todo: 'Name a Service with pods of its own. For a host outside, run a proxy of it, and name the Service of the proxy.',
    problem: true,
  },
  PortNotFound: {
    conditions: ['ResolvedRefs'],
    means: 'The Services of the component do not have the port.',
    todo: 'Use a port that the component has, or add the port to its Service.',
    problem: true,
  },
  PortNotOpen: {
    conditions: ['ResolvedRefs'],
    means: 'The port of the component is not open to the outside.',
    todo: 'Open the port with `kubectl stoa open COMPONENT PORT`, set `whetherOpen`, or list the port in the annotation `stoa.dev/outer-ports` of the Service.',
    problem: true,
  },
  CertificateNotFound: {
    conditions: ['ResolvedRefs'],
    means:
      'The namespace has no Secret of the type `kubernetes.io/tls` with the name in `certificateName`, or with the number in `certificateId`.',
    todo: 'Create the Secret, or correct the field. A number is that of the label `stoa.dev/certificate-id`.',
    problem: true,
  },
  CertificateInvalid: {
    conditions: ['ResolvedRefs'],
    means: 'The Secret does not contain a certificate with its key that the engine can present.',
    todo: 'Store the chain and its key in PEM format, without a passphrase.',
    problem: true,
  },
  CertificateNotForHost: {
    conditions: ['ResolvedRefs'],
    means: 'The certificate is valid for other hosts only, or not for servers.',
    todo: 'Use a certificate for servers that covers the host.',
    problem: true,
  },
  CertificateExpired: {
    conditions: ['ResolvedRefs'],
    means:
      'The certificate, or that of its issuer, has expired. Most engines still present it; Envoy Gateway does not.',
    todo: 'Store a new certificate with its chain.',
    problem: true,
  },
  CertificateNotYetValid: {
    conditions: ['ResolvedRefs'],
    means: 'The certificate, or that of its issuer, is not valid yet, so clients refuse it.',
    todo: 'Store a certificate that is valid now, or wait.',
    problem: true,
  },
  CertificateExpiring: {
    conditions: ['ResolvedRefs'],
    means:
      'The certificate, or that of its issuer, expires in less than two weeks and in less than a quarter of its life.',
    todo: 'Store a new certificate, or check the conditions of the Certificate of cert-manager.',
    problem: false,
  },
  CertificateChainIncomplete: {
    conditions: ['ResolvedRefs'],
    means: 'Some clients refuse the certificate: its chain is incomplete, not in order, or partly outdated.',
    todo: 'Store the certificate and, behind it, those of its issuers in `tls.crt`. If a root has issued it, store that in `ca.crt`.',
    problem: false,
  },
  CertificateKeyUncommon: {
    conditions: ['ResolvedRefs'],
    means: 'Many clients refuse the kind of key of the certificate.',
    todo: 'Use a certificate with an RSA key of 2048 bits or more, or an ECDSA key on P-256 or P-384.',
    problem: false,
  },
  SecretNotFound: {
    conditions: ['ResolvedRefs'],
    means: 'The namespace does not have the Secret of the policy. All requests of the rule get an error.',
    todo: 'Create the Secret, or correct the name.',
    problem: true,
  },
  SecretInvalid: {
    conditions: ['ResolvedRefs'],
    means: 'The engine cannot use the Secret of the policy. All requests of the rule get an error.',
    todo: 'Delete the Secret, and create it with the command in the message.',
    problem: true,
  },
  ConfigMapNotFound: {
    conditions: ['ResolvedRefs'],
    means: 'The namespace does not have the ConfigMap of authorities. No request reaches the component.',
    todo: 'Create the ConfigMap with the command in the message, or correct the name.',
    problem: true,
  },
  ConfigMapInvalid: {
    conditions: ['ResolvedRefs'],
    means:
      'The ConfigMap has no authorities that engines can read, or all of them have expired. No request reaches the component.',
    todo: 'Write the certificates of the authorities into its key `ca.crt`.',
    problem: true,
  },
  ProtocolDiffers: {
    conditions: ['ResolvedRefs'],
    means:
      'The rule wants TLS to a port for which an older rule states another protocol. No request of this rule reaches the component.',
    todo: 'State the same in all rules for the port, or take `policy.backend` out of the older one.',
    problem: true,
  },
  RefsNotResolved: {
    conditions: ['Programmed', 'Serving', 'FullyExpressed'],
    means: 'The rule has no destination yet, or all of its requests get an error.',
    see: 'ResolvedRefs',
    problem: false,
  },
  GatewayNotFound: {
    conditions: ['Programmed'],
    means: 'The Gateway that the configuration names does not exist.',
    todo: 'Create the Gateway, or correct `gateway` in the configuration.',
    problem: true,
  },
  GatewayNotProgrammed: {
    conditions: ['Programmed'],
    means: 'The gateway engine has not programmed the Gateway.',
    todo: 'Check the conditions of the Gateway and the engine that serves it.',
    problem: true,
  },
  Pending: {
    conditions: ['ResolvedRefs', 'Programmed', 'Serving', 'FullyExpressed'],
    means: 'The gateway engine or the operator has not reported yet.',
    todo: 'Wait. If it persists, check the engine and the operator.',
    problem: false,
    post: 'goes-on',
  },
  Programmed: {
    conditions: ['Programmed'],
    means: 'The engine has accepted the route; `Serving` tells whether the gateway serves it.',
    problem: false,
  },
  NoEndpoints: {
    conditions: ['Serving'],
    means:
      'No ready endpoint has the port that the rule leads to: no pod of the component is ready, or none has that port. Others that share the requests get them.',
    todo: 'Check the pods of the component and the ports of its Service, or start it if its workload wants none. For a component that may be without pods, set `spec.scalesToZero`.',
    problem: true,
  },
  OverlappingCertificates: {
    conditions: ['Programmed'],
    means: 'Some clients get HTTP/1.1 only: the certificates of two listeners overlap.',
    todo: 'Use certificates that share no host. On Envoy Gateway, a ClientTrafficPolicy can set ALPN instead.',
    problem: false,
  },
  ClientsNotAsked: {
    conditions: ['Programmed'],
    means:
      'The engine serves clients without the certificate that `spec.tls.frontend` of the Gateway wants of them.',
    todo: 'Ask the platform team for an engine that has client certificates, or check clients in the component.',
    problem: true,
  },
  RefusedByEngine: {
    conditions: ['Programmed'],
    means: 'The gateway engine refuses the route or a part of it.',
    todo: 'Correct the fields that the message is about.',
    problem: true,
  },
  Serving: {
    conditions: ['Serving'],
    means: 'The gateway answered a request of the operator by the present version of the route.',
    problem: false,
  },
  NotServed: {
    conditions: ['Serving'],
    means: 'The gateway answers by an older version of the route, or by none. Requests may go elsewhere.',
    todo: 'Wait. If it persists, check the engine: it may be slow to load changes, or stuck.',
    problem: false,
  },
  Shadowed: {
    conditions: ['Serving'],
    means: 'Another route, which Stoa did not write, gets all requests of the rule.',
    todo: 'Delete or change the route that the message names, or the rule. See `kubectl stoa who` in docs/kubectl.md.',
    problem: true,
  },
  NoCallAnswered: {
    conditions: ['Serving'],
    means:
      'The rule is for gRPC, and the component answers no call that the gateway passes on: its port speaks no HTTP/2, or nothing listens at it.',
    todo: 'Lead the rule to the port at which the component serves gRPC without TLS.',
    problem: true,
  },
  ComponentRefuses: {
    conditions: ['Serving'],
    means:
      'Pods of the component are ready, but connections to the port are refused or end before an answer: the gateway answers with an error, or ends the connections of clients.',
    todo: 'Check the port at which the component listens, `targetPort` of its Service, and its log. A readiness probe keeps pods from getting requests before they listen.',
    problem: true,
  },
  ProtocolMismatch: {
    conditions: ['Serving'],
    means:
      'The gateway and the component do not speak one protocol, or the gateway does not trust the certificate of the component. It answers with an error.',
    todo: 'State the protocol by `policy.backend`, or by `appProtocol` of the port of the Service. See docs/engines.md.',
    problem: true,
  },
  ComponentTooSlow: {
    conditions: ['Serving'],
    means:
      'The component takes longer than the timeouts of the rule or of the engine: the gateway answers with an error.',
    todo: 'Check the component, or raise the timeouts of the rule.',
    problem: true,
  },
  GuardsNotLoaded: {
    conditions: ['Serving'],
    means:
      'The engine could not load an object of the route, such as the Middleware of a password. Requests get an error.',
    todo: 'Read the log of the engine. It must be able to read Secrets and its own kinds in the namespace.',
    problem: true,
  },
  GatewaySilent: {
    conditions: ['Serving'],
    means: 'The gateway, or one of its replicas, does not answer requests.',
    todo: 'Check the pods of the gateway engine.',
    problem: true,
  },
  UnexpectedAnswer: {
    conditions: ['Serving'],
    means: 'The gateway answers the request of the operator as no version of the route does.',
    todo: 'Wait. After about a minute, Ready does not wait for it any more.',
    problem: true,
  },
  NotProbed: {
    conditions: ['Serving'],
    means: 'The operator cannot ask the gateway whether it serves the rule. Ready does not wait for that.',
    todo: 'Nothing. See the proof in docs/operations.md.',
    problem: false,
  },
  RouteContested: {
    conditions: ['Programmed'],
    means:
      'Another client changes fields of a route again after Stoa has corrected them. Stoa does so again after pauses of 10 minutes to 6 hours.',
    todo: 'Change the client so that it leaves these fields.',
    problem: true,
  },
  ListenerContested: {
    conditions: ['Programmed'],
    means:
      'Another client changes the listener of the rule, or its ReferenceGrant, again after Stoa has corrected it.',
    todo: 'Change the client so that it leaves these fields.',
    problem: true,
  },
  Rejected: {
    conditions: ['Programmed'],
    means:
      'The API server rejects an object that Stoa derives from the spec. Until it accepts it, the gateway serves the version before.',
    todo: 'Correct what the message names, or grant the operator the missing permissions.',
    problem: true,
    post: 'installFailed',
  },
  ListenerLimit: {
    conditions: ['Programmed'],
    means: 'The Gateway has 64 listeners, the maximum.',
    todo: 'Use wildcard certificates, whose hosts share a listener, or delete TCP rules. With ListenerSets, only ports count: see docs/engines.md.',
    problem: true,
  },
  ListenerSetTaken: {
    conditions: ['Programmed'],
    means: 'The ListenerSet for the host of the rule has a name that another object has.',
    todo: 'Ask the administrators of the cluster to delete that object.',
    problem: true,
  },
  NoWeight: {
    conditions: ['Programmed'],
    means: 'All rules for the host, path and conditions have `theWeight` 0, so none receives requests.',
    todo: 'Give one of the rules a weight.',
    problem: true,
  },
  FullyExpressed: {
    conditions: ['FullyExpressed'],
    means: 'All fields of the rule are in effect.',
    problem: false,
  },
  NothingServed: {
    conditions: ['FullyExpressed'],
    means: 'The gateway does not serve the rule, so no field is in effect.',
    see: 'Ready',
    problem: false,
  },
  FieldsClaimed: {
    conditions: ['FullyExpressed'],
    means: 'All fields are in effect if the engine supports what its GatewayClass claims.',
    problem: false,
  },
  FieldsNotTold: {
    conditions: ['FullyExpressed'],
    means: 'The engine does not tell whether it supports the fields in the message.',
    todo: 'Test the fields with requests. See docs/engines.md.',
    problem: false,
  },
  RoutesOverlap: {
    conditions: ['FullyExpressed'],
    means: 'Another route has the same host, path and conditions. The older one gets the requests.',
    todo: 'Delete or change the route that the message names.',
    problem: true,
  },
  PlainBesideHttps: {
    conditions: ['FullyExpressed'],
    means: 'The rule opens plain HTTP at a host and path that other rules of the team have for HTTPS alone.',
    todo: 'Give the rule the certificate that the message names, or leave it as it is if plain HTTP is meant.',
    problem: true,
  },
  CertManagerMissing: {
    conditions: ['FullyExpressed'],
    means:
      'The rule names an issuer of cert-manager, which the cluster does not have. Until the host has a certificate, the rule serves plain HTTP.',
    todo: 'Ask the platform team to install cert-manager, or name a Secret in `certificateName`.',
    problem: true,
  },
  FieldsNotExpressed: {
    conditions: ['FullyExpressed'],
    means:
      'The engine does not support the fields in the message, or does not claim to. The rule carries traffic.',
    todo: 'Remove the fields, or accept that they have no effect. See docs/engines.md.',
    problem: true,
  },
} as const satisfies Readonly<Record<string, ReasonInfo>>;
