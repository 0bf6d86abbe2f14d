import type { BackendFailure, FailureReader } from '../failure.ts';

/** Beginnings of the texts of answers that Envoy makes where it gets none (source/common/router, 1.39). */
const OWN = [
  'upstream connect error or disconnect/reset before headers',
  'upstream request timeout',
  'no healthy upstream',
];

/** Causes by parts of these texts; the first that fits counts. */
const CAUSES: readonly (readonly [string, BackendFailure])[] = [
  ['CERTIFICATE_VERIFY_FAILED', 'certificate'],
  ['WRONG_VERSION_NUMBER', 'no-tls'],
  ['TLS_error', 'protocol'],
  ['Connection refused', 'refused'],
  ['delayed connect error: 111', 'refused'],
  ['protocol error', 'protocol'],
  ['remote connection failure', 'unconnected'],
  ['timeout', 'time-out'],
  ['no healthy upstream', 'no-endpoint'],
];

/** Failure that Envoy tells by its text. */
export const envoyFailure: FailureReader = ({ status, text }) => {
  if (status < 500 || !OWN.some((each) => text.startsWith(each))) {
    return undefined;
  }
  return CAUSES.find(([part]) => text.includes(part))?.[1] ?? 'reset';
};
