/**
 * Every reason that a condition of a GatewayRule can have beside those that an engine reports of its own;
 * docs/reasons.md says what each means and what to do.
 */
export const REASONS = {
  accepted: 'Accepted',
  invalid: 'Invalid',
  notSupported: 'NotSupported',
  namespaceWithoutTeam: 'NamespaceWithoutTeam',
  duplicate: 'Duplicate',
  hostTaken: 'HostTaken',
  redirectConflict: 'RedirectConflict',
  addressTaken: 'AddressTaken',
  portNotOffered: 'PortNotOffered',
  notAccepted: 'NotAccepted',
  resolved: 'Resolved',
  componentNotFound: 'ComponentNotFound',
  portNotFound: 'PortNotFound',
  portNotOpen: 'PortNotOpen',
  certificateNotFound: 'CertificateNotFound',
  certificateInvalid: 'CertificateInvalid',
  certificateNotForHost: 'CertificateNotForHost',
  refsNotResolved: 'RefsNotResolved',
  programmed: 'Programmed',
  gatewayNotFound: 'GatewayNotFound',
  gatewayNotProgrammed: 'GatewayNotProgrammed',
  listenerLimit: 'ListenerLimit',
  noWeight: 'NoWeight',
  pending: 'Pending',
  fullyExpressed: 'FullyExpressed',
  fieldsNotExpressed: 'FieldsNotExpressed',
  ready: 'Ready',
} as const;
