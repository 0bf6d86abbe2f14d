import { expect, it } from 'vitest';
import { envoyFailure } from '../../../src/engines/envoygateway/failure.ts';
import { type BackendFailure, failureOfPlain } from '../../../src/engines/failure.ts';
import { traefikFailure } from '../../../src/engines/traefik/failure.ts';

it.each<[string, number, string, readonly string[], BackendFailure | undefined]>([
  ['an error of Traefik', 502, 'Bad Gateway', [], 'refused-or-reset'],
  ['one for which it keeps the cause', 500, 'Internal Server Error', [], 'protocol'],
  ['a time-out', 504, 'Gateway Timeout', [], 'time-out'],
  ['a Service without servers', 503, 'no available server\n', ['x-content-type-options'], 'no-endpoint'],
  ['an error of a component with the same text', 500, 'Internal Server Error', ['server'], undefined],
  ['an error of a component', 502, 'Bad Gateway\n', [], undefined],
  ['another status', 500, 'Bad Gateway', [], undefined],
  ['the name of a member of every object', 500, 'constructor', [], undefined],
])('Traefik: %s', (_, status, text, headers, failure) => {
  expect(traefikFailure({ status, text, headers })).toBe(failure);
});

const RESET = 'upstream connect error or disconnect/reset before headers. reset reason: ';

it.each<[string, number, string, BackendFailure | undefined]>([
  [
    'a refused connection',
    503,
    `${RESET}remote connection failure, transport failure reason: delayed connect error: Connection refused`,
    'refused',
  ],
  ['no connection, without the cause', 503, `${RESET}remote connection failure`, 'unconnected'],
  ['a connection that ends', 503, `${RESET}connection termination`, 'reset'],
  [
    'a certificate',
    503,
    `${RESET}remote connection failure, transport failure reason: TLS_error:|268435581:SSL routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED:TLS_error_end`,
    'certificate',
  ],
  [
    'plain HTTP behind TLS',
    503,
    `${RESET}remote connection failure, transport failure reason: TLS_error:|268435703:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER:TLS_error_end`,
    'no-tls',
  ],
  ['another protocol', 502, `${RESET}protocol error`, 'protocol'],
  ['a slow component', 504, 'upstream request timeout', 'time-out'],
  ['no endpoint', 503, 'no healthy upstream', 'no-endpoint'],
  ['an error of a component', 503, 'upstream is down', undefined],
  ['a page of a component that quotes one', 200, 'no healthy upstream', undefined],
])('Envoy: %s', (_, status, text, failure) => {
  expect(envoyFailure({ status, text, headers: [] })).toBe(failure);
});

it.each<[string, number, BackendFailure | undefined]>([
  ['Client sent an HTTP request to an HTTPS server.\n', 400, 'tls'],
  ['<center>The plain HTTP request was sent to HTTPS port</center>', 400, 'tls'],
  ["Reason: You're speaking plain HTTP to an SSL-enabled server port.", 400, 'tls'],
  ['Client sent an HTTP request to an HTTPS server.\n', 200, undefined],
  ['Bad Request', 400, undefined],
])('a server of TLS that is asked by plain HTTP answers %j with %d: %s', (text, status, failure) => {
  expect(failureOfPlain({ status, text, headers: [] })).toBe(failure);
});
